import type { AppFiles } from "@anteroom/app-format";
import { dataUrl } from "./media.ts";
import type { SheetResult, Styles } from "./styles/index.ts";
import { translate, type Translation } from "./translate.ts";

/** The files of one app, each of them read once. */
export class Sources {
  readonly files: AppFiles;
  readonly #translations = new Map<string, Promise<Translation>>();
  #styles: Promise<Styles> | undefined;

  constructor(files: AppFiles) {
    this.files = files;
  }

  text(file: string): string {
    return this.files.get(file) ?? "";
  }

  /** A file that is no stylesheet. */
  translation(file: string): Promise<Translation> {
    const translation = this.#translations.get(file) ?? translate(file, this.text(file));
    this.#translations.set(file, translation);
    return translation;
  }

  /** A stylesheet. */
  async sheet(file: string): Promise<SheetResult> {
    this.#styles ??= this.#readStyles();
    return (await this.#styles).sheet(file);
  }

  /** What reads stylesheets is large, and not every app has one. */
  async #readStyles(): Promise<Styles> {
    const { createStyles } = await import("./styles/sheets.ts");
    return await createStyles({ files: this.files, assetUrl: (one) => dataUrl(one, this.text(one)) });
  }
}
