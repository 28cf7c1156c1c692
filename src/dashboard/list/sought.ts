import { uncommonCurrencies } from '../../core/foundation/currencies.ts';
import { readAnyAmount } from '../data/typed-amount.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The decimals of currencies, each with the condition that a currency has so many. */
const byDecimals: readonly (readonly [decimals: number, condition: Filter])[] = [
  [2, { not: { currency: { in: [...uncommonCurrencies.values()].flat() } } }],
  ...[...uncommonCurrencies].map(([decimals, codes]) => [decimals, { currency: { in: codes } }] as const),
];

/**
 * Filters of which an amount in any currency matches one: how many minor units the typed number is depends on the
 * currency's decimals. None if an amount cannot be written so.
 *
 * @param condition The condition on the field for a number of minor units, one for each text that was typed.
 */
export function amountsAs(
  field: string,
  typed: readonly string[],
  condition: (minorUnits: readonly (number | null)[]) => Filter,
): Filter[] {
  return byDecimals.flatMap(([decimals, ofCurrency]) => {
    const all = typed.map((one) => (one === '' ? null : readAnyAmount(one, decimals)));
    if (all.every((one) => one === null)) return [];
    if (all.some((one, place) => one === null && typed[place] !== '')) return [];
    return [{ [field]: condition(all), ...ofCurrency }];
  });
}

/** The last four digits of a card, as people write them: `4242`, `···· 4242`. */
export const last4Of = (text: string): string | undefined => /(?<=^(?:[·•*.xX\s-]*))\d{4}$/.exec(text)?.[0];

/**
 * The conditions of a search for payments by one text: the last four digits of a card, an amount as charged or as
 * requested, an order, or any other words that the search covers.
 */
export function soughtPayments(typed: string): Filter {
  const text = typed.trim();
  const last4 = last4Of(text);
  const amounts = ['netAmount', 'amount'].flatMap((field) =>
    amountsAs(field, [text], ([minorUnits]) => ({ eq: minorUnits })),
  );
  if (last4 === undefined && amounts.length === 0) return { search: text };
  return {
    or: [
      ...(last4 === undefined ? [] : [{ cardLast4: { eq: last4 } }]),
      ...amounts,
      // Words of a number with decimals would be found in half of all texts.
      ...(/[.,]/.test(text) ? [] : [{ search: text }]),
    ],
  };
}
