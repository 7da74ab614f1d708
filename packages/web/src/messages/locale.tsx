import { useEffect, type ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { IntlProvider } from "react-intl";
import { texts } from "./texts.ts";

/**
 * The languages there are. English comes piece by piece with the code that says it (build/texts.ts). A further one
 * is a file beside en.json with the same keys and one line here; it should then be loaded on demand.
 */
const CATALOGUES = { en: texts } as const;
type Language = keyof typeof CATALOGUES;

/** The first language of the browser that there is a catalogue of, with its region, which dates go by. */
function preferred(): { readonly tag: string; readonly language: Language } {
  for (const tag of navigator.languages) {
    const language = tag.split("-")[0] ?? "";
    if (isLanguage(language)) return { tag, language };
  }
  return { tag: "en", language: "en" };
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(CATALOGUES, text);
}

/** Gives everything inside the catalogue of the browser's language, or English. */
export function Locale({ children }: { readonly children: ReactNode }): ReactNode {
  const { tag, language } = preferred();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <IntlProvider locale={tag} messages={CATALOGUES[language]}>
      <I18nProvider locale={tag}>{children}</I18nProvider>
    </IntlProvider>
  );
}
