import * as f from '../../core/model/fields.ts';
import { enumeration, Internal, MerchantScoped } from '../../core/model/index.ts';

const TransactionKind = enumeration('SandboxTransactionKind', 'Kind of a request to the sandbox.', {
  authorize: 'An authorization.',
  increment: 'An increase of an authorization.',
  capture: 'A capture.',
  void: 'A void.',
  refund: 'A refund.',
  payout: 'A payout.',
  authenticate: 'An authentication.',
  screen: 'A fraud check.',
  gift_card: 'A gift card, which its payments take from.',
});

const DisputeStatus = enumeration('SandboxDisputeStatus', 'Lifecycle status of a dispute at the sandbox.', {
  opened: 'Waits for the merchant.',
  challenged: 'The merchant sent evidence.',
  accepted: 'The merchant accepted it. Final.',
  won: 'Decided for the merchant. Final.',
  lost: 'Decided for the cardholder. Final.',
});

const INT8 = { required: true, column: { columnType: 'int8' } } as const;

/** The table of transactions (`transaction.ts`), which are read and written as JSON. */
@Internal({
  table: 'sandbox_transactions',
  within: ['merchant_connector_id'],
  id: 'idempotency_key',
  indexes: {
    sandbox_transactions_transaction_id_key: { columns: ['transaction_id'] },
    sandbox_transactions_of_gift_cards: {
      columns: ['parent_id'],
      where: "kind = 'authorize' and parent_id is not null",
    },
  },
  checks: {
    sandbox_transactions_captured_within_authorized: 'captured >= 0 and captured <= authorized',
    sandbox_transactions_refunded_within_captured: 'refunded >= 0 and refunded <= captured',
  },
})
export class SandboxTransactionRow extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text('The key it was asked for under.', { required: true }) idempotency_key!: string;
  @f.Text('Its identifier.', { required: true }) transaction_id!: string;
  @f.Text('The authorization that an increase, capture, void or refund is of, or its gift card.')
  parent_id?: string | null;
  @f.Enumeration(() => TransactionKind, 'Kind of the request.', { required: true, checked: true })
  kind!: string;
  @f.Text('How the card behaves.', { required: true }) behaviour!: string;
  @f.Text("The card's last four digits.") card_last4?: string | null;
  @f.Integer('In minor units.', INT8) amount!: number;
  @f.Currency('Currency of the amounts.', { required: true }) currency!: string;
  @f.Integer('In minor units.', INT8) authorized!: number;
  @f.Integer('In minor units.', INT8) captured!: number;
  @f.Integer('In minor units.', INT8) refunded!: number;
  @f.Bool('Whether the authorization was voided.', { required: true }) voided!: boolean;
  @f.Bool('Whether the mandate that an authorization set up was deleted.', {
    required: true,
    default: 'false',
  })
  forgotten!: boolean;
  @f.Json('Requested terms of an authorization.') terms?: unknown;
  @f.Json('The outcome until `settles_at`.', { required: true, due: {} }) first_outcome!: unknown;
  @f.Json('The outcome from `settles_at` on.', { due: {} }) outcome?: unknown;
  @f.Timestamp('Null while it waits for the customer.', { due: {} }) settles_at?: Date | null;
  @f.Json('The outcome of the authentication.') authentication?: unknown;
  @f.Text("Stands in the challenge's form; null once it was answered.") challenge_token?: string | null;
  @f.Json('Order details on the challenge page.') order?: unknown;
  @f.Text('Where the customer returns to.') return_url?: string | null;
  @f.Integer('How often it was asked for under its key.', { required: true }) calls!: number;
  @f.Integer('Grows with each change, for optimistic locking.', { required: true, countsChanges: true })
  version!: number;
  @f.Timestamp('When it was first asked for.', { required: true }) created_at!: Date;
}

const DisputeStage = enumeration('SandboxDisputeStage', 'Stage of a dispute at the sandbox.', {
  dispute: 'A chargeback.',
  pre_arbitration: 'The issuer disputes it again.',
});

/** The table of disputes (`disputes.ts`). */
@Internal({ table: 'sandbox_disputes', within: ['merchant_connector_id'], id: 'dispute_id' })
export class SandboxDisputeRow extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text('Its identifier.', { required: true }) dispute_id!: string;
  @f.Text('The authorization.', { required: true }) transaction_id!: string;
  @f.Integer('In minor units.', INT8) amount!: number;
  @f.Currency('Currency of the amount.', { required: true }) currency!: string;
  @f.Enumeration(() => DisputeStatus, 'Lifecycle status.', { required: true, checked: true }) status!: string;
  @f.Enumeration(() => DisputeStage, 'Its stage.', { required: true, checked: true }) stage!: string;
  @f.Timestamp('When it opens.', { required: true, due: {} }) opens_at!: Date;
  @f.Timestamp('Until when evidence is accepted.', { required: true, due: {} }) respond_by!: Date;
}

/** The table of webhooks that the sandbox has sent or will send (`events.ts`). */
@Internal({
  table: 'sandbox_events',
  within: ['merchant_connector_id'],
  id: 'event_id',
  indexes: { sandbox_events_to_tell: { columns: ['next_at'], where: 'told_at is null' } },
})
export class SandboxEventRow extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text('Its identifier.', { required: true }) event_id!: string;
  @f.Text('The body, made once, so that each try sends the same.', {
    required: true,
    due: { while: 'told_at is null' },
  })
  body!: string;
  @f.Timestamp('When to try next.', {
    required: true,
    due: { as: 'connector_event', while: 'told_at is null' },
  })
  next_at!: Date;
  @f.Integer('How many tries were made.', { required: true }) tries!: number;
  @f.Timestamp('When it was delivered.') told_at?: Date | null;
}

/** When the sandbox next settles an account. */
@Internal({ table: 'sandbox_settling', id: 'merchant_connector_id' })
export class SandboxSettlingRow extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Timestamp('When it is settled next.', { required: true, due: { as: 'settlement_report' } })
  settles_at!: Date;
}

/** The table of settlements (`settle.ts`): transfers of an account's money in one currency to the bank. */
@Internal({ table: 'sandbox_settlements', within: ['merchant_connector_id'], id: 'settlement_id' })
export class SandboxSettlementRow extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text('Its identifier.', { required: true }) settlement_id!: string;
  @f.Currency('Currency of the transfer.', { required: true }) currency!: string;
  @f.Integer('The amount transferred, in minor units.', INT8) amount!: number;
  @f.Integer('Number of lines of its report.', { required: true }) line_count!: number;
  @f.Timestamp('When it was made.', { required: true }) created_at!: Date;
  @f.Timestamp('When the money arrives at the bank.', {
    required: true,
    due: { as: 'settlement_report' },
  })
  pays_at!: Date;
}

/** The table of settled movements: each with its line in the report of its settlement. */
@Internal({
  table: 'sandbox_settled',
  within: ['merchant_connector_id'],
  id: 'movement_id',
  indexes: {
    sandbox_settled_lines: {
      columns: ['merchant_id', 'merchant_connector_id', 'settlement_id', 'line_number'],
    },
  },
})
export class SandboxSettledRow extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text('The movement: a transaction, or a part of a dispute.', { required: true }) movement_id!: string;
  @f.Text('Its settlement; null while it is held back.') settlement_id?: string | null;
  @f.Integer('Number of its line in the report; null if the report leaves it out.') line_number?:
    | number
    | null;
  @f.Json('Its line.', { required: true }) line!: unknown;
  @f.Timestamp('Until when it is held back.', { due: {} }) held_until?: Date | null;
  @f.Timestamp('When it was settled or held back.', { required: true }) created_at!: Date;
}

/** The sandbox's tables: the records that a payment provider would keep. */
export const sandboxTables = [
  SandboxTransactionRow,
  SandboxDisputeRow,
  SandboxEventRow,
  SandboxSettlingRow,
  SandboxSettlementRow,
  SandboxSettledRow,
] as const;
