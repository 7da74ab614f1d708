/** What a browser and its system are called, as far as they say it. */
export interface BrowserName {
  readonly browser?: string;
  readonly system?: string;
}

/** The first that fits counts: most browsers also name the ones that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:\b|Headless)(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

function named(userAgent: string, names: typeof BROWSERS): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** Reads the names out of a User-Agent header. Anybody can send any, so it helps to recognise and proves nothing. */
export function browserName(userAgent: string): BrowserName {
  const browser = named(userAgent, BROWSERS);
  const system = named(userAgent, SYSTEMS);
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) };
}
