import type { ConnectorAccount } from '../../entities/connector-account.ts';
import type { FeeTableEntry } from '../../entities/values/fee-table.ts';
import { canonicalName } from '../../foundation/canonical-name.ts';
import type { LearnedFacts } from '../../foundation/ports/learned-routing.ts';
import { OBSERVATIONS_MIN } from './approval-model.ts';
import { type CellFacts, type CellKeys, cellKeys } from './cells.ts';

/** All of the amount, in basis points. */
const WHOLE = 10_000;

/** A payment or payout whose cost is expected. */
export interface Charged extends CellFacts {
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** What an account is expected to charge for a payment or payout. */
export interface ExpectedFee {
  /** In minor units of the payment's currency, not rounded. */
  readonly fee: number;
  /** Fees that connectors reported for payments of the cell, by weight; 0 for a fee of the account's `fee_table`. */
  readonly observations: number;
}

/** An account with its expected fee; null if no fee of the account is known. */
export interface Priced<A> {
  readonly account: A;
  readonly expected: ExpectedFee | null;
}

/** The cells of fees, the finest first. Fees in several currencies are never added up. */
export const feeKeys = (facts: CellFacts, currency: string): CellKeys =>
  cellKeys(facts).map((key) => `fee ${currency} ${key}`);

/** The row of a fee table for a payment: the most specific row that applies, or the first of several. Null without such a row. */
export function feeRow(table: readonly FeeTableEntry[], charged: Charged): FeeTableEntry | null {
  const is = (wanted: string | null | undefined, value: string | null) =>
    !wanted || (value !== null && canonicalName(wanted) === canonicalName(value));
  const named = ({ card_network, card_type, country }: FeeTableEntry) =>
    [card_network, card_type, country].filter(Boolean).length;
  const applying = table.filter(
    ({ card_network, card_type, country, currency }) =>
      currency === charged.currency &&
      is(card_network, charged.card_network) &&
      is(card_type, charged.funding) &&
      is(country, charged.country),
  );
  return applying.sort((a, b) => named(b) - named(a))[0] ?? null;
}

/** The fee that connectors reported for the finest cell with enough observations, in proportion to the amount. */
function measuredFee(learned: LearnedFacts, account: string, charged: Charged): ExpectedFee | null {
  for (const key of feeKeys(charged, charged.currency)) {
    const cell = learned.cell(account, key);
    if (!cell || cell.feeCount < OBSERVATIONS_MIN || cell.charged <= 0) continue;
    return { fee: (charged.amount * cell.fees) / cell.charged, observations: cell.feeCount };
  }
  return null;
}

/** What an account is expected to charge: by reported fees, else by its `fee_table`; null if neither says. */
export function expectedFee(
  learned: LearnedFacts,
  account: Pick<ConnectorAccount, 'merchant_connector_id' | 'fee_table'>,
  charged: Charged,
): ExpectedFee | null {
  const measured = measuredFee(learned, account.merchant_connector_id, charged);
  if (measured) return measured;
  const row = feeRow(account.fee_table, charged);
  return row && { fee: row.fixed + (charged.amount * row.rate) / WHOLE, observations: 0 };
}

/** Puts accounts in the order of their expected fees; ties keep their order, and accounts without a known fee come last. */
export function byLeastCost<A extends Pick<ConnectorAccount, 'merchant_connector_id' | 'fee_table'>>(
  learned: LearnedFacts,
  accounts: readonly A[],
  charged: Charged,
): Priced<A>[] {
  const feeOf = ({ expected }: Priced<A>) => expected?.fee ?? Number.MAX_VALUE;
  return accounts
    .map((account) => ({ account, expected: expectedFee(learned, account, charged) }))
    .sort((a, b) => feeOf(a) - feeOf(b));
}
