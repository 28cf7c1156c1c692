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

/** Minor units of a typed amount (see {@link readAmount}); null if invalid or ambiguous. */
export function toMinorUnits(typed: string, currency: string): number | null {
  const read = readAmount(typed, currency);
  return read.kind === 'amount' ? read.amount : null;
}

/** The problem of a typed amount, with a valid example; undefined for a valid amount. */
export function amountProblem(typed: string, currency: string): string | undefined {
  const read = readAmount(typed, currency);
  if (read.kind === 'amount') return undefined;
  if (read.kind === 'none') return `Enter the amount like ${formatMoney(EXAMPLE, currency)}.`;
  const [one, other] = read.amounts.map((amount) => formatMoney(amount, currency));
  return `This could be ${one} or ${other}. Enter one of them.`;
}

/** An example's minor units: with groups and decimals in most currencies. */
const EXAMPLE = 1_234_500;

/** An amount in minor units, in the viewer's format with its currency. */
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
