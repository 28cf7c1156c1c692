import { majorUnits, moneyFormat } from '../../core/foundation/currencies.ts';
import { readAmount } from './typed-amount.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (!format) {
    format = moneyFormat(currency);
    formats.set(currency, format);
  }
  return format;
}

/** Minor units of an amount as a person typed it (see {@link readAmount}); null if it is none, or may be either of two. */
export function toMinorUnits(typed: string, currency: string): number | null {
  const read = readAmount(typed, currency);
  return read.kind === 'amount' ? read.amount : null;
}

/** Why a text is no amount of a currency, with an example of one; undefined if it is one. */
export function amountProblem(typed: string, currency: string): string | undefined {
  const read = readAmount(typed, currency);
  if (read.kind === 'amount') return undefined;
  if (read.kind === 'none') return `Enter the amount like ${formatMoney(EXAMPLE, currency)}.`;
  const [one, other] = read.amounts.map((amount) => formatMoney(amount, currency));
  return `This could be ${one} or ${other}. Enter one of them.`;
}

/** An example's minor units: with groups and decimals in most currencies. */
const EXAMPLE = 1_234_500;

/** An amount in minor units as the viewer writes it, with its currency. */
export const formatMoney = (amount: number, currency: string): string =>
  formatOf(currency).format(majorUnits(amount, currency));

/** The currencies of some groups, the most frequent first. */
export function currenciesByCount(
  groups: readonly { readonly currency: string; readonly count: number }[],
): string[] {
  const counts = new Map<string, number>();
  for (const { count, currency } of groups) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
}
