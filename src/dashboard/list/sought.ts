import { uncommonCurrencies } from '../../core/foundation/currencies.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The decimals of currencies, each with the condition that a currency has so many. */
const byDecimals: readonly (readonly [decimals: number, condition: Filter])[] = [
  [2, { not: { currency: { in: [...uncommonCurrencies.values()].flat() } } }],
  ...[...uncommonCurrencies].map(([decimals, codes]) => [decimals, { currency: { in: codes } }] as const),
];

/** The digits of an amount as people write it, `1,152.10`, `17,00 €` or `$17`: before and after the decimal sign. */
function digitsOf(typed: string): { readonly whole: string; readonly fraction: string } | null {
  const bare = typed.replace(/[\p{Sc}\s]|(?<![A-Z])[A-Z]{3}(?![A-Z])/gu, '');
  const match = /^((?:\d{1,3}(?:[.,’']\d{3})+)|\d{1,12})(?:[.,](\d{1,4}))?$/.exec(bare);
  if (!match) return null;
  return { whole: match[1]!.replace(/\D/g, ''), fraction: match[2] ?? '' };
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
  const all = typed.map((one) => (one.trim() === '' ? null : digitsOf(one)));
  if (all.every((one) => one === null)) return [];
  return byDecimals.flatMap(([decimals, ofCurrency]) => {
    if (all.some((one) => one && one.fraction.length > decimals)) return [];
    const minorUnits = all.map((one) => one && Number(one.whole + one.fraction.padEnd(decimals, '0')));
    return [{ [field]: condition(minorUnits), ...ofCurrency }];
  });
}

/**
 * What a payment is searched for by one text: the last four digits of its card, its amount as charged or as asked, its
 * order, or words of anything else that the search covers.
 */
export function soughtPayments(typed: string): Filter {
  const text = typed.trim();
  const [last4] = /(?<=^(?:[·•*.xX\s-]*))\d{4}$/.exec(text) ?? [];
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
