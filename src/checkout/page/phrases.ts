import { majorUnits, moneyFormat } from '../../core/foundation/currencies.ts';

/** Whether the page is right-to-left, as in Arabic. */
export const readsFromRight = (): boolean => document.documentElement.dir === 'rtl';

/**
 * A text with its placeholders filled in. Right-to-left pages isolate each value: otherwise `12 / 30` would appear reversed.
 */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  const isolates = readsFromRight();
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = String(values[name] ?? placeholder);
    return isolates ? `\u2068${value}\u2069` : value;
  });
}

/**
 * An amount in minor units in the language's format: `€12.00`. On right-to-left pages, marks keep a currency's characters
 * together: otherwise `US$` would read `$US`.
 */
export function money(amount: number, currency: string, language: string): string {
  const parts = moneyFormat(currency, language).formatToParts(majorUnits(amount, currency));
  const isMarked = readsFromRight();
  return parts
    .map(({ type, value }) => (isMarked && type === 'currency' ? `\u200e${value}\u200e` : value))
    .join('');
}

/** The time left as `4:05`, or `2:04:05` above an hour; never negative. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
