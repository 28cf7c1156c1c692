import { majorUnits, moneyFormat } from '../../core/foundation/currencies.ts';

/** The languages of the pages that are read from the right. */
const fromTheRight = new Set(['ar', 'he']);

/**
 * An amount in minor units, as people who read the language write it: `€12.00`. Where text runs from the right, marks keep
 * the characters of a currency together: else `US$` would read `$US`.
 */
export function money(amount: number, currency: string, language: string): string {
  const parts = moneyFormat(currency, language).formatToParts(majorUnits(amount, currency));
  const isMarked = fromTheRight.has(language);
  return parts
    .map(({ type, value }) => (isMarked && type === 'currency' ? `\u200e${value}\u200e` : value))
    .join('');
}
