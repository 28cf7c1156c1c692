import type { BalanceEffect, EntryType, MinorAmount } from './balance-effects.ts';

/** What an object has moved at a balance, and what is known of its fee: the sums of its entries. */
export interface BalanceState {
  /** Signed as the balance sees them. */
  readonly moved: readonly MinorAmount[];
  readonly fees: readonly MinorAmount[];
}

/** An entry that is missing between two states. */
export interface BalanceDifference {
  readonly type: EntryType;
  readonly gross: number;
  readonly fee: number | null;
  readonly currency: string;
}

/** The state of an object; that of null has nothing. */
export function balanceStateOf<T>({ fee, moved, sign }: BalanceEffect<T>, object: T | null): BalanceState {
  if (object === null) return { moved: [], fees: [] };
  const { amount, currency } = moved(object);
  const known = fee(object);
  return { moved: amount === 0 ? [] : [{ amount: sign * amount, currency }], fees: known ? [known] : [] };
}

/** The sums by currency of what the second has beyond the first, in the order of the currencies. */
function sumsBetween(before: readonly MinorAmount[], after: readonly MinorAmount[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (currency: string, amount: number) => sums.set(currency, (sums.get(currency) ?? 0) + amount);
  for (const { amount, currency } of before) add(currency, -amount);
  for (const { amount, currency } of after) add(currency, amount);
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The entries that lead from one state of an object to another. A fee in the currency of the money that moves is a part of
 * its entry; any other change of the fee is an entry of its own.
 */
export function balanceDifference<T>(
  { sign, types: [moved, returned] }: BalanceEffect<T>,
  before: BalanceState,
  after: BalanceState,
): BalanceDifference[] {
  const entries: BalanceDifference[] = [];
  const fees = sumsBetween(before.fees, after.fees);
  for (const [currency, gross] of sumsBetween(before.moved, after.moved)) {
    if (gross === 0) continue;
    const fee = fees.get(currency) ?? null;
    fees.delete(currency);
    const isFirst = before.fees.length === 0;
    // Null is unknown, and 0 is free: a fee that does not change is no fee of this entry.
    entries.push({
      type: Math.sign(gross) === sign ? moved : returned,
      gross,
      fee: fee === 0 && !isFirst ? null : fee,
      currency,
    });
  }
  for (const [currency, fee] of fees) if (fee !== 0) entries.push({ type: 'fee', gross: 0, fee, currency });
  return entries;
}
