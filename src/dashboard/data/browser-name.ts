/** Browsers and systems by what they say of themselves: the first that matches, as most claim to be others too. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

const firstIn = (names: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** `Chrome on Linux`: a browser by its `User-Agent`, which is shown as it is if nothing in it is known. */
export function browserName(userAgent: string | null | undefined): string {
  if (!userAgent) return '–';
  const [browser, system] = [firstIn(browsers, userAgent), firstIn(systems, userAgent)];
  return [browser, system].filter(Boolean).join(' on ') || userAgent;
}
