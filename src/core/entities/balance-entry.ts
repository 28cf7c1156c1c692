import type { ComputedValue } from '../model/field-description.ts';
import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';

export const BalanceEntryType = enumeration('BalanceEntryType', 'Type of a balance entry.', {
  capture: 'Captured money.',
  capture_failure: 'Captured money that was not received after all.',
  refund: 'Refunded money.',
  refund_failure: 'Refunded money that came back.',
  dispute: 'Disputed money that the connector took.',
  dispute_reversal: 'Disputed money that the connector gave back.',
  payout: 'Money that a payout sent.',
  payout_failure: 'Money of a payout that came back.',
  fee: 'A fee charged alone, reported later than what it is for, or given back; `gross` is 0.',
  adjustment: 'A difference from the connector’s report that was accepted or written off.',
  transfer: 'Money that the connector paid to the bank account of the merchant; negative.',
  conversion: 'Money that the connector converted to another currency.',
});

export const BalanceEntryState = enumeration('BalanceEntryState', 'State of a balance entry.', {
  expected: 'Recorded here.',
  reported: 'In a report of the connector.',
  settled: 'In a settlement.',
});

/** The condition under which lists of reconciliation show rows: it is active for their merchant. */
export const whileReconIsActive: ComputedValue = {
  reads: ['merchant_accounts'],
  sql: (_, merchantId) => `exists (
    select from merchant_accounts m
    where m.merchant_id = ${merchantId} and m.is_recon_enabled and m.recon_status = 'active')`,
};

/**
 * A change of a merchant's balance at a connector account. Entries are written in the transaction of the change that they
 * belong to, and only appended: a correction is a further entry. Only `state`, `settlement_id` and `available_on` change.
 *
 * An entry belongs to a capture, refund, dispute or payout; the fee of a failed attempt belongs to its payment.
 */
@Resource({
  table: 'balance_entries',
  shortIndexes: true,
  id: 'entry_id',
  prefix: 'bal',
  about:
    "A change of the merchant's balance at a connector account, such as a capture, a refund or a fee. Written while reconciliation is active.",
  order: 'occurred_at',
  from: 'newest',
  reads: 'finance:read',
  reach: 'profile',
  listedWhile: whileReconIsActive,
})
export class BalanceEntry extends MerchantScoped {
  @f.Id('Unique identifier of the entry (`bal_…`).', { required: true }) entry_id!: string;
  @f.Enumeration(() => BalanceEntryType, 'Type of the entry.', {
    required: true,
    checked: true,
    filter: 'unindexed',
    example: 'capture',
  })
  type!: ValueOf<typeof BalanceEntryType>;
  @f.Balance(
    "Amount before the fee, in minor units, signed as the merchant's balance sees it: a refund is negative.",
    { required: true, example: 6540 },
  )
  gross!: number;
  @f.Balance(
    'Fee charged with the entry, in minor units; negative if given back, null if none is known there. A fee that is known later, or is in another currency, is an entry of type `fee`.',
    { example: 123 },
  )
  fee?: number | null;
  @f.Balance('`gross` less `fee`, in minor units.', {
    required: true,
    derived: 'gross - coalesce(fee, 0)',
    example: 6417,
  })
  net!: number;
  @f.Currency('Three-letter ISO 4217 code of the currency of `gross`, `fee` and `net`.', {
    required: true,
    filter: 'unindexed',
  })
  currency!: string;
  @f.Balance(
    'Amount in minor units of `settled_currency` that the connector credited for `net`; null unless it reported another currency.',
    { currencyIn: 'settled_currency', example: null },
  )
  settled_net?: number | null;
  @f.Currency(
    'Three-letter ISO 4217 code of the currency that the connector credited; null unless it reported another.',
    {
      example: null,
    },
  )
  settled_currency?: string | null;
  @f.Text(
    'Rate from `currency` to `settled_currency`, a decimal number; null unless the connector reported it.',
    {
      max: 32,
      holds: 'code',
      example: null,
    },
  )
  exchange_rate?: string | null;
  @f.Timestamp('Time of the change.', { required: true, filter: true }) occurred_at!: Date;
  @f.Timestamp(
    "Time at which the money becomes available in the connector's payout balance; null if not reported.",
    { due: { while: "state <> 'settled'" } },
  )
  available_on?: Date | null;
  @f.Enumeration(() => BalanceEntryState, 'State of the entry.', {
    required: true,
    checked: true,
    filter: 'unindexed',
    default: "'expected'",
  })
  state!: ValueOf<typeof BalanceEntryState>;
  @f.Id('Connector account whose balance changed.', { filter: 'unindexed' })
  merchant_connector_id?: string | null;
  @f.Id('Business profile of the payment or payout.', { filter: 'unindexed' }) profile_id?: string | null;
  @f.Text(
    "Connector's identifier of the change: the `settlement_reference` of the capture or refund if it was known, otherwise the identifier of the capture, refund, dispute, payout or transaction.",
    { holds: 'identifier', example: 'txn_3QK5bJ2eZvKYlo2C0' },
  )
  connector_reference?: string | null;
  @f.Id('Payment it belongs to; null for a payout.', { filter: true }) payment_id?: string | null;
  @f.Id('Capture it belongs to.', { filter: true }) capture_id?: string | null;
  @f.Id('Refund it belongs to.', { filter: true, example: null }) refund_id?: string | null;
  @f.Id('Dispute it belongs to.', { filter: true, example: null }) dispute_id?: string | null;
  @f.Id('Payout it belongs to.', { filter: true, example: null }) payout_id?: string | null;
  @f.Id('Failed attempt whose fee it is.', { visibility: 'nowhere' }) attempt_id?: string | null;
  @f.Id('Settlement that contains it; null until it is settled.', { filter: true, example: null })
  settlement_id?: string | null;
}

/**
 * A job that writes the entries which objects lack: those of the past, on request and once, and those of the time around a
 * switch of reconciliation, when processes had yet to learn of it. It reads the objects of each kind by their identifiers.
 */
@Internal({
  table: 'balance_backfills',
  id: 'kind',
  indexes: { balance_backfills_due: { columns: ['due_at'], where: "status = 'pending'" } },
})
export class BalanceBackfill extends MerchantScoped {
  @f.Text('Which entries: `past` or `switch`.', { required: true, max: 16, holds: 'code' })
  kind!: 'past' | 'switch';
  @f.Text('`pending` or `done`.', { required: true, max: 16, holds: 'code' }) status!: 'pending' | 'done';
  @f.Timestamp('Time since which objects have changed; null for all objects.') changed_since?: Date | null;
  @f.Integer('Position of the kind of object in `balanceEffects`.', { required: true, min: 0 })
  stage!: number;
  @f.Id('The last object of that kind that was read; empty before the first.', { required: true })
  after_id!: string;
  @f.Integer('Number of entries written.', { required: true, min: 0 }) entries!: number;
  @f.Timestamp('Time from which the job runs.', { required: true }) due_at!: Date;
  @f.Timestamp('Time of the request or switch.', { required: true }) created_at!: Date;
  @f.Timestamp('Time of its end; null until then.') finished_at?: Date | null;
}
