import { isStyleValue, styleSheetOf } from '../../core/payment-links/style-sheet.ts';
import type { Appearance } from './form-types.ts';

/** The variables of an appearance, and the style sheet properties that they set. */
const variables: Readonly<Record<keyof NonNullable<Appearance['variables']>, (value: string) => string>> = {
  colorPrimary: (value) => `:root{--accent:${value}}`,
  colorBackground: (value) => `.Input,.Block{background:${value}}`,
  colorText: (value) => `:root{--text:${value}}`,
  colorDanger: (value) => `:root{--bad:${value}}`,
  fontFamily: (value) => `body{font-family:${value}}`,
  fontSizeBase: (value) => `body{font-size:${value}}`,
  borderRadius: (value) => `.Input,.Tab,.accordion,.notice-box{border-radius:${value}}`,
};

/** Applies the shop's appearance to a frame; values that style rules do not allow are ignored. */
export function applyAppearance({ rules, theme, variables: given }: Appearance): void {
  const values = Object.entries(given ?? {}).filter(
    ([name, value]) => name in variables && isStyleValue(value),
  ) as [keyof typeof variables, string][];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    [...values.map(([name, value]) => variables[name](value)), styleSheetOf(rules)].join('\n'),
  );
  document.adoptedStyleSheets = [sheet];
  if (theme === 'light' || theme === 'dark') document.documentElement.classList.add(theme);
}
