import { uncommonCurrencies } from '../../core/foundation/currencies.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The decimals of currencies, each with the condition that a currency has so many. */
const byDecimals: readonly (readonly [decimals: number, condition: Filter])[] = [
  [2, { not: { currency: { in: [...uncommonCurrencies.values()].flat() } } }],
  ...[...uncommonCurrencies].map(([decimals, codes]) => [decimals, { currency: { in: codes } }] as const),
];

/**
 * The digits of an amount as people write it, `1,152.10`, `17,00 €` or `$17`: before and after the decimal sign. `1.152` is
 * a thousand or, in a currency with so many decimals, one and a fraction.
 */
function digitsOf(
  typed: string,
  decimals: number,
): { readonly whole: string; readonly fraction: string } | null {
  const bare = typed.replace(/[\p{Sc}\s]|(?<![A-Z])[A-Z]{3}(?![A-Z])/gu, '');
  const simple = /^(\d{1,12})(?:[.,](\d{1,4}))?$/.exec(bare);
  const grouped = /^(\d{1,3}([.,’'])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,4}))?$/.exec(bare);
  if (grouped && !(simple && decimals >= 3)) {
    return { whole: grouped[1]!.replace(/\D/g, ''), fraction: grouped[3] ?? '' };
  }
  return simple && { whole: simple[1]!, fraction: simple[2] ?? '' };
}

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
    const all = typed.map((one) => digitsOf(one, decimals));
    if (all.every((one) => one === null)) return [];
    if (all.some((one) => one && one.fraction.length > decimals)) return [];
    const minorUnits = all.map((one) => one && Number(one.whole + one.fraction.padEnd(decimals, '0')));
    if (minorUnits.some((one) => one !== null && !Number.isSafeInteger(one))) return [];
    return [{ [field]: condition(minorUnits), ...ofCurrency }];
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
