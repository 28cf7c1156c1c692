import { uncommonCurrencies } from '../../core/foundation/currencies.ts';
import { readAnyAmount } from '../data/typed-amount.ts';

type Filter = Readonly<Record<string, unknown>>;

/** Numbers of decimals, each with the condition that matches its currencies. */
const byDecimals: readonly (readonly [decimals: number, condition: Filter])[] = [
  [2, { not: { currency: { in: [...uncommonCurrencies.values()].flat() } } }],
  ...[...uncommonCurrencies].map(([decimals, codes]) => [decimals, { currency: { in: codes } }] as const),
];

/**
 * Alternative filters for a typed amount in any currency, one per number of decimals: the minor units depend on the currency's
 * decimals. Empty if the text is no amount.
 *
 * @param condition The field's condition for minor units, one for each typed text.
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
 * The conditions of a payment search by one text: a card's last four digits, a charged or requested amount, an order, or
 * other searched text.
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
      // Parts of a decimal number would match half of all texts.
      ...(/[.,]/.test(text) ? [] : [{ search: text }]),
    ],
  };
}
