import { CallFailure } from "./services.ts";

const SCHEMES: ReadonlySet<string> = new Set(["https:", "http:", "mailto:", "tel:"]);
/** What no file system takes in a name, or what draws a name otherwise than it is. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu;
const NAME_UNITS = 120;
/** Devices of Windows, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu;

/**
 * The address of a link that an app wants to open.
 *
 * @throws CallFailure `invalid` for what is no whole address of the web, of mail or of a telephone, or hides where it leads
 * behind the name of a user.
 */
export function linkOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !SCHEMES.has(url.protocol)) {
    throw new CallFailure(
      "invalid",
      "A link is a whole address that begins with https:, http:, mailto: or tel:.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new CallFailure("invalid", "A link must not have a user name or a password in it.");
  }
  return url;
}

/** A name under which a file can be saved anywhere, and that is drawn as it is; its ending is kept. */
export function fileNameOf(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(UNFIT, "_")
    // Many of them would push the ending out of sight.
    .replace(/\s+/gu, " ")
    .replace(/^[. ]+|[. ]+$/gu, "")
    .replace(DEVICE, "$&_");
  const ending = /\.[^.]{1,12}$/u.exec(plain)?.[0] ?? "";
  const name = plain
    .slice(0, plain.length - ending.length)
    .slice(0, NAME_UNITS)
    .toWellFormed();
  return name + ending || "file";
}
