import { majorUnits, moneyFormat } from '../../core/foundation/currencies.ts';

/** Whether the page reads from the right, as in Arabic. */
export const readsFromRight = (): boolean => document.documentElement.dir === 'rtl';

/**
 * A text with its placeholders filled in. On a page that reads from the right each value is isolated: else `12 / 30` would
 * stand the other way round.
 */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  const isolates = readsFromRight();
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = String(values[name] ?? placeholder);
    return isolates ? `\u2068${value}\u2069` : value;
  });
}

/**
 * An amount in minor units, as people who read the language write it: `€12.00`. On a page that reads from the right, marks
 * keep the characters of a currency together: else `US$` would read `$US`.
 */
export function money(amount: number, currency: string, language: string): string {
  const parts = moneyFormat(currency, language).formatToParts(majorUnits(amount, currency));
  const isMarked = readsFromRight();
  return parts
    .map(({ type, value }) => (isMarked && type === 'currency' ? `\u200e${value}\u200e` : value))
    .join('');
}

/** Time left as `4:05`, or `2:04:05` above an hour; never below zero. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
