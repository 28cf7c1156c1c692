import * as f from '../model/fields.ts';
import {
  enumeration,
  type JsonRecord,
  MerchantScoped,
  Resource,
  ValueObject,
  type ValueOf,
} from '../model/index.ts';
import { RuleDecision } from './values/rule-facts.ts';

export const RuleReplayStatus = enumeration('RuleReplayStatus', 'Status of a replay.', {
  pending: 'Payments remain to be decided; the counts are of those before.',
  succeeded: 'Every payment of the period was decided. Final.',
  failed: 'The replay could not be completed; see `failure_reason`. Final.',
});

/** Most moves that a replay shows, the largest first. */
export const MOVES_MAX = 1000;
/** Most unknown facts that a replay names. */
export const UNKNOWN_FACTS_MAX = 200;

@ValueObject({ about: 'Payments that would move from one connector account to another.' })
export class RuleReplayMove {
  @f.Id('Connector account of the first attempt; null for payments without an attempt.', {
    example: 'mca_main',
  })
  from?: string | null;
  @f.Id('First connector account that the rules choose; null if no account can take the payments.', {
    example: 'mca_europe',
  })
  to?: string | null;
  @f.Integer('Number of payments.', { required: true, min: 0, example: 1204 }) count!: number;
  @f.Balance('Sum of their amounts, in minor units.', { required: true, example: 240_800 }) amount!: number;
  @f.Currency('ISO 4217 code of the currency of the amounts.', { required: true, example: 'EUR' })
  currency!: string;
}

@ValueObject({ about: 'A range of approvals.' })
export class RuleReplayInterval {
  @f.Integer('Lower bound.', { required: true, min: 0, example: 9_110 }) low!: number;
  @f.Integer('Upper bound.', { required: true, min: 0, example: 9_270 }) high!: number;
}

@ValueObject({
  about:
    'Expected results of first attempts, over the payments whose first attempt the connector approved or declined.',
})
export class RuleReplayExpectation {
  @f.Integer('First attempts that were approved.', { required: true, min: 0, example: 9_004 })
  approvals_now!: number;
  @f.Integer(
    'First attempts that would be approved: of payments that stay, their results; of payments that move, the approval rate of their account and card network in the period, shrunk to that of the account, and of the profile. Null if no first attempt was decided.',
    { min: 0, example: 9_190 },
  )
  approvals_then?: number | null;
  @f.NestedObject(() => RuleReplayInterval, 'Interval of `approvals_then`, with 95 % probability.')
  interval?: RuleReplayInterval | null;
  @f.Balance(
    'Fees that connectors reported for the payments, in minor units of `currency`; null without fees, or with fees in several currencies.',
    { example: 18_400 },
  )
  cost_now?: number | null;
  @f.Balance(
    'Expected fees of the same payments: of payments that move, by the reported fees of their account in the period. Null if an account has none.',
    { example: 17_250 },
  )
  cost_then?: number | null;
  @f.Currency('ISO 4217 code of the currency of the costs; null without costs.', { example: 'EUR' })
  currency?: string | null;
  @f.Integer('Decided first attempts behind the approval rates of the payments that move.', {
    required: true,
    min: 0,
    example: 2_310,
  })
  observations!: number;
}

/** A ruleset replayed over the payments of a period. */
@Resource({
  table: 'rule_replays',
  id: 'replay_id',
  prefix: 'rpy',
  about:
    'A replay: what a ruleset would have decided about the payments, or payouts, of a period of its business profile. Kept for 30 days.',
  order: 'created_at',
  from: 'newest',
  reads: 'payments:read',
  reach: 'profile',
  indexes: {
    rule_replays_due: { columns: ['created_at'], where: "status = 'pending'" },
    rule_replays_by_expires_at: { columns: ['expires_at'] },
  },
})
export class RuleReplay extends MerchantScoped {
  @f.Id('Unique identifier of the replay (`rpy_…`).', { required: true }) replay_id!: string;
  @f.Id('Ruleset that was replayed.', { required: true, filter: true }) ruleset_id!: string;
  @f.Id('Business profile of the payments.', { required: true }) profile_id!: string;
  @f.Enumeration(() => RuleDecision, 'Decision that the ruleset makes.', {
    required: true,
    example: 'payment_routing',
  })
  decision!: ValueOf<typeof RuleDecision>;
  @f.Enumeration(() => RuleReplayStatus, 'Status of the replay.', { required: true, checked: true })
  status!: ValueOf<typeof RuleReplayStatus>;
  @f.Integer('Part of the period that was read, in percent.', {
    required: true,
    min: 0,
    maximum: 100,
    example: 100,
  })
  progress!: number;
  @f.Text('Reason for the failure; null unless failed.') failure_reason?: string | null;
  @f.Timestamp('Start of the period, inclusive.', { required: true }) created_gte!: Date;
  @f.Timestamp('End of the period, exclusive.', { required: true }) created_lt!: Date;
  @f.Integer('Payments of the period with a payment method, or payouts with a destination.', {
    required: true,
    min: 0,
    example: 12_000,
  })
  payments!: number;
  @f.ObjectList(
    () => RuleReplayMove,
    'Payments whose first connector account would be another, by accounts and currency, the most payments first. Blocked payments are left out.',
    { max: MOVES_MAX, example: [] },
  )
  moved!: RuleReplayMove[];
  @f.Integer('Payments whose customer would be challenged by 3-D Secure.', {
    required: true,
    min: 0,
    example: 310,
  })
  challenged!: number;
  @f.Integer('Payments for which an exemption would be requested.', { required: true, min: 0, example: 95 })
  exempted!: number;
  @f.Integer('Payments that would be blocked.', { required: true, min: 0, example: 12 }) blocked!: number;
  @f.Integer('Payments that would wait for review.', { required: true, min: 0, example: 40 })
  reviewed!: number;
  @f.Integer('Payments that would be surcharged.', { required: true, min: 0, example: 0 })
  surcharged!: number;
  @f.NestedObject(() => RuleReplayExpectation, 'Expected approvals and costs; null until it has succeeded.')
  expected?: RuleReplayExpectation | null;
  @f.TextList(
    'Facts and counts of the rules that no payment, or payout, of the past has, such as facts of the other kind. They were evaluated as unknown.',
    { max: UNKNOWN_FACTS_MAX, example: [] },
  )
  unknown_facts!: string[];
  @f.JsonObject('Sums over the payments read so far.', { visibility: 'nowhere' }) tally?: JsonRecord | null;
  @f.Json('List position of the last payment read.', { visibility: 'nowhere' })
  read_to?: (string | number)[] | null;
  @f.Timestamp('Time at which it started.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Timestamp('Time at which it succeeded or failed; null before.') finished_at?: Date | null;
  @f.Timestamp('Time at which it is deleted.', { required: true }) expires_at!: Date;
}

/** A payment that a replay would change. */
@Resource({
  table: 'rule_replay_payments',
  id: 'replayed_id',
  prefix: 'rrp',
  about:
    'A payment that a replay would move, challenge, exempt, block, review or surcharge. Kept as long as the replay. Payouts are counted only.',
  order: 'created_at',
  from: 'oldest',
  reads: 'payments:read',
  reach: 'profile',
  indexes: { rule_replay_payments_by_expires_at: { columns: ['expires_at'] } },
})
export class RuleReplayPayment extends MerchantScoped {
  @f.Id("Unique identifier: the replay's identifier and the number of the payment in it.", {
    required: true,
    example: 'rpy_01JZ5V0G7N4S8X2T6W9Y3B1C5D_0000002',
  })
  replayed_id!: string;
  @f.Id('Replay that decided about the payment.', { required: true, filter: true }) replay_id!: string;
  @f.Id('Business profile of the payment.', { required: true }) profile_id!: string;
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Amount('Amount of the payment, in minor units.', { required: true }) amount!: number;
  @f.Currency('ISO 4217 code of its currency.', { required: true, filter: 'unindexed' }) currency!: string;
  @f.Id('Connector account of the first attempt; `none` without an attempt.', {
    required: true,
    filter: 'unindexed',
    example: 'mca_main',
  })
  from_account!: string;
  @f.Id(
    'First connector account that the rules choose; `none` if no account can take it, or it is blocked.',
    {
      required: true,
      filter: 'unindexed',
      example: 'mca_europe',
    },
  )
  to_account!: string;
  @f.Bool('Whether it would move to another connector account.', { required: true, filter: 'unindexed' })
  moved!: boolean;
  @f.Bool('Whether the customer would be challenged.', { required: true, filter: 'unindexed' })
  challenged!: boolean;
  @f.Bool('Whether an exemption would be requested.', { required: true, filter: 'unindexed' })
  exempted!: boolean;
  @f.Bool('Whether it would be blocked.', { required: true, filter: 'unindexed' }) blocked!: boolean;
  @f.Bool('Whether it would wait for review.', { required: true, filter: 'unindexed' }) reviewed!: boolean;
  @f.Bool('Whether it would be surcharged.', { required: true, filter: 'unindexed' }) surcharged!: boolean;
  @f.Timestamp('Time at which the payment was created.', { required: true }) created_at!: Date;
  @f.Timestamp('Time at which this entry is deleted.', { required: true, visibility: 'nowhere' })
  expires_at!: Date;
}
