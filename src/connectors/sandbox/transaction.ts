import type {
  AuthenticationOutcome,
  CallBasics,
  ConnectorAccess,
  Money,
  Outcome,
} from '../../core/foundation/connector.ts';
import type { Behaviour } from './cards.ts';
import type { SandboxParts } from './parts.ts';

/** How long it takes what is not decided at once to be decided. */
const SETTLES_AFTER_MS = 30_000;

/** Something the sandbox did, as it is stored. Dates are text, as JSON has them. */
export interface SandboxTransaction {
  readonly merchant_id: string;
  readonly merchant_connector_id: string;
  readonly idempotency_key: string;
  readonly transaction_id: string;
  /** The authorization that a capture, void or refund is of. */
  readonly parent_id: string | null;
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund' | 'payout' | 'authenticate';
  readonly behaviour: Behaviour;
  readonly card_last4: string | null;
  readonly amount: number;
  readonly currency: string;
  /** The sums of an authorization. They count from when it has succeeded. */
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly voided: boolean;
  /** What is said until `settles_at`, and what is said from then on. */
  readonly first_outcome: Outcome;
  readonly outcome: Outcome | null;
  /** Null while a customer is waited for. */
  readonly settles_at: string | null;
  readonly authentication: AuthenticationOutcome | null;
  /** Stands in the form that answers a challenge; gone once it was answered. */
  readonly challenge_token: string | null;
  readonly return_url: string | null;
  /** How often it was asked for under its key. */
  readonly calls: number;
  /** Grows with each change, so that of two changes made from the same state only one is written. */
  readonly version: number;
  readonly created_at: string;
}

/** What is said of a transaction, now and later. */
export type Course = Pick<SandboxTransaction, 'first_outcome' | 'outcome' | 'settles_at'>;

/** Decided at once. */
export function atOnce(outcome: Outcome, now: Date): Course {
  return { first_outcome: outcome, outcome, settles_at: now.toISOString() };
}

/** Decided in a while: pending until then. */
export function inAWhile(outcome: Outcome & { connectorTransactionId: string }, now: Date): Course {
  const first = { kind: 'pending', connectorTransactionId: outcome.connectorTransactionId } as const;
  const settles_at = new Date(now.getTime() + SETTLES_AFTER_MS).toISOString();
  return { first_outcome: first, outcome, settles_at };
}

/** Decided by the customer. */
export function byCustomer(parts: SandboxParts, transactionId: string): Course {
  const redirectUrl = challengeUrl(parts, transactionId);
  const first = { kind: 'requires_action', connectorTransactionId: transactionId, redirectUrl } as const;
  return { first_outcome: first, outcome: null, settles_at: null };
}

/** Where a customer answers a challenge. */
export const challengeUrl = (parts: SandboxParts, transactionId: string) =>
  `${parts.publicUrl()}/sandbox/3ds/${transactionId}`;

/** The outcome of a transaction as it is at a moment. */
export function outcomeAsOf(transaction: SandboxTransaction, now: Date): Outcome {
  const { first_outcome, outcome, settles_at } = transaction;
  return outcome !== null && settles_at !== null && new Date(settles_at) <= now ? outcome : first_outcome;
}

/** Whether a transaction has succeeded by a moment. */
export const hasSucceeded = (transaction: SandboxTransaction, now: Date): boolean =>
  outcomeAsOf(transaction, now).kind === 'succeeded';

/** A transaction that a request makes; what it comes to is still to be said. */
export function newTransaction(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: CallBasics & Money,
): Omit<SandboxTransaction, 'kind' | 'behaviour' | keyof Course> {
  return {
    merchant_id: access.merchantId,
    merchant_connector_id: access.merchantConnectorId,
    idempotency_key: request.idempotencyKey,
    transaction_id: parts.ids.make('sbx'),
    parent_id: null,
    card_last4: null,
    amount: request.amount,
    currency: request.currency,
    authorized: 0,
    captured: 0,
    refunded: 0,
    voided: false,
    authentication: null,
    challenge_token: null,
    return_url: null,
    calls: 1,
    version: 1,
    created_at: parts.now().toISOString(),
  };
}
