import type { AuthorizationTerms } from '../../core/foundation/authorization-terms.ts';
import { randomBase62 } from '../../core/foundation/ids.ts';
import type { PaymentContext } from '../../core/foundation/payment-context.ts';
import type {
  AuthenticationOutcome,
  ConnectorAccess,
  Outcome,
} from '../../core/foundation/ports/connector.ts';
import type { CallBasics, Money } from '../../core/foundation/ports/connector-requests.ts';
import type { CustomerAction } from '../../core/foundation/ports/customer-action.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import type { SandboxContext } from './context.ts';
import { chargesOfCapture, type PricedCard } from './settings.ts';
import type { Behaviour } from './test-cards.ts';

/** How long a pending transaction stays pending. */
const DECIDED_AFTER_MS = 30_000;
/** When a decision is corrected. */
const CORRECTED_AFTER_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Validity of an authorization; much shorter for a card that expires early. */
const AUTHORIZED_FOR_MS = 7 * DAY_MS;
const EXTENDED_FOR_MS = 30 * DAY_MS;
/** Time limit of a customer's transfer. */
const TRANSFER_WITHIN_MS = 7 * DAY_MS;
const EXPIRES_EARLY_AFTER_MS = 10_000;
const CHALLENGE_TOKEN_LENGTH = 32;
/** The ECI of a fully authenticated transaction. */
export const AUTHENTICATED_ECI = '05';
/** Twenty bytes in base64, as of a cryptogram. It proves nothing. */
export const CAVV = 'c2FuZGJveC1jYXZ2LTAwMDAwMDA=';
export const THREE_DS_VERSION = '2.2.0';

/** The part of an order that the sandbox stores for display: nothing of the customer. */
type SandboxOrder = Pick<PaymentContext, 'inIframe' | 'lines'> & {
  /** The text on the customer's statement: the descriptor and its suffix. */
  readonly statement: string | null;
};

export function orderOf({
  inIframe,
  lines,
  statementDescriptor: name,
  statementDescriptorSuffix: suffix,
}: PaymentContext): SandboxOrder {
  const parts = [name, suffix].filter((part) => part !== null);
  return { inIframe, lines, statement: parts.length > 0 ? parts.join(' ') : null };
}

/** A row of `sandbox_transactions`, read and written as JSON: timestamps are ISO 8601 strings. */
export interface SandboxTransaction {
  readonly merchant_id: string;
  readonly merchant_connector_id: string;
  readonly idempotency_key: string;
  readonly transaction_id: string;
  /** For an increase, capture, void or refund: its authorization; for an authorization by gift card: the card. */
  readonly parent_id: string | null;
  readonly kind:
    | 'authorize'
    | 'increment'
    | 'capture'
    | 'void'
    | 'refund'
    | 'payout'
    | 'authenticate'
    | 'screen'
    | 'gift_card';
  readonly behaviour: Behaviour;
  readonly card_last4: string | null;
  readonly amount: number;
  readonly currency: string;
  /** Totals of an authorization, valid once it has succeeded. */
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly voided: boolean;
  /** Whether its mandate was deleted: nothing is charged under it any more. */
  readonly forgotten: boolean;
  /** Of an authorization: its requested uses. */
  readonly terms: AuthorizationTerms | null;
  /** The outcome reported before `settles_at`, and the one reported from then on. */
  readonly first_outcome: Outcome;
  readonly outcome: Outcome | null;
  /** Null while waiting for the customer. */
  readonly settles_at: string | null;
  readonly authentication: AuthenticationOutcome | null;
  /** The CSRF token of the challenge form; cleared by its first submission. */
  readonly challenge_token: string | null;
  readonly order: SandboxOrder | null;
  readonly return_url: string | null;
  /** Calls received with this idempotency key. */
  readonly calls: number;
  /** Optimistic lock: incremented by every change. */
  readonly version: number;
  readonly created_at: string;
}

/** The outcome reported first, the final one, and when it takes effect. */
export type Course = Pick<SandboxTransaction, 'first_outcome' | 'outcome' | 'settles_at'>;

/** Final immediately. */
export function decidedNow(outcome: Outcome, now: Date): Course {
  return { first_outcome: outcome, outcome, settles_at: now.toISOString() };
}

/** Pending at first, final after a while. */
export function decidedLater(transactionId: string, outcome: Outcome, now: Date): Course {
  const first = { kind: 'pending', connectorTransactionId: transactionId } as const;
  const settles_at = new Date(now.getTime() + DECIDED_AFTER_MS).toISOString();
  return { first_outcome: first, outcome, settles_at };
}

/** Decided immediately, and otherwise some seconds later. */
export function decidedOtherwise(first: Outcome, later: Outcome, now: Date): Course {
  const settles_at = new Date(now.getTime() + CORRECTED_AFTER_MS).toISOString();
  return { first_outcome: first, outcome: later, settles_at };
}

/** Final once the customer completes the challenge. */
export function decidedByCustomer(ctx: SandboxContext, transactionId: string): Course {
  const url = challengePageUrl(ctx, transactionId);
  const action = { type: 'redirect', url } as const;
  const first = { kind: 'requires_action', connectorTransactionId: transactionId, action } as const;
  return { first_outcome: first, outcome: null, settles_at: null };
}

/** Until when a customer's transfer may arrive. */
export const transferBefore = (now: Date): string =>
  new Date(now.getTime() + TRANSFER_WITHIN_MS).toISOString();

/** Final when the customer's transfer arrives, after a while; never without one. */
export function decidedByTransfer(
  outcome: Outcome & { connectorTransactionId: string },
  action: CustomerAction,
  now: Date,
  arrives: boolean,
): Course {
  const { connectorTransactionId } = outcome;
  const first = { kind: 'requires_action', connectorTransactionId, action } as const;
  if (!arrives) return { first_outcome: first, outcome: null, settles_at: null };
  const settles_at = new Date(now.getTime() + DECIDED_AFTER_MS).toISOString();
  return { first_outcome: first, outcome, settles_at };
}

/** Whether a transaction waits, or waited, for its customer on a page. */
export const isOnPage = ({ first_outcome: first }: Pick<Course, 'first_outcome'>): boolean =>
  first.kind === 'requires_action' && first.action.type === 'redirect';

/** When a transaction is final: now, or when it will be. */
export const finalFrom = ({ settles_at: settlesAt }: Pick<Course, 'settles_at'>, now: Date): Date =>
  settlesAt !== null && new Date(settlesAt) > now ? new Date(settlesAt) : now;

/** The challenge page of a transaction. */
export const challengePageUrl = (ctx: SandboxContext, transactionId: string) =>
  (ctx.pagesUrl ?? ctx.publicUrl)() + urlPath`/sandbox/3ds/${transactionId}`;

/** A token for the challenge form. */
export const challengeToken = (ctx: SandboxContext) => randomBase62(CHALLENGE_TOKEN_LENGTH, ctx.randomBytes);

/** The inputs of a successful authorization. */
type Authorized = Pick<
  SandboxTransaction,
  'amount' | 'behaviour' | 'captured' | 'currency' | 'terms' | 'transaction_id'
>;

/**
 * The success of an authorization, whose identifier also serves as a mandate for later payments. Grants the requested
 * terms, but no longer validity for a card that expires early, and none for an amount captured at once.
 */
export function authorizationSuccess(authorized: Authorized, now: Date, card: PricedCard = {}) {
  const { amount, behaviour, captured, currency, terms, transaction_id: id } = authorized;
  const isOpen = captured === 0;
  const expiresEarly = behaviour === 'authorization_expires';
  const extended = isOpen && terms?.extended === true && !expiresEarly;
  const goodForMs = expiresEarly ? EXPIRES_EARLY_AFTER_MS : extended ? EXTENDED_FOR_MS : AUTHORIZED_FOR_MS;
  return {
    kind: 'succeeded',
    connectorTransactionId: id,
    connectorMandateId: id,
    networkTransactionId: id,
    money: { currency, authorized: amount, captured },
    raw: { id, status: isOpen ? 'authorized' : 'captured', amount, currency },
    captureBefore: isOpen ? new Date(now.getTime() + goodForMs).toISOString() : null,
    granted: { incremental: isOpen && terms?.incremental === true, extended },
    ...(isOpen ? {} : chargesOfCapture(id, { amount: captured, currency }, now, card)),
  } as const;
}

/** The success of an authorization whose cardholder was authenticated with it. */
export const authenticatedSuccess = (authorized: Authorized, now: Date, card: PricedCard = {}) =>
  ({
    ...authorizationSuccess(authorized, now, card),
    authentication: {
      transStatus: 'Y',
      eci: AUTHENTICATED_ECI,
      dsTransactionId: null,
      version: THREE_DS_VERSION,
    },
  }) as const;

/** The success of an authentication, with the data of a 3-D Secure server. */
export const authenticationSuccess = (transactionId: string) =>
  ({
    kind: 'succeeded',
    connectorTransactionId: transactionId,
    authentication: {
      transStatus: 'Y',
      eci: AUTHENTICATED_ECI,
      cavv: CAVV,
      dsTransactionId: null,
      version: THREE_DS_VERSION,
    },
  }) as const;

/** The card that an authorization charged; of another method nothing is known. */
export const pricedCardOf = ({ first_outcome: first }: Pick<Course, 'first_outcome'>): PricedCard =>
  ('card' in first && first.card) || {};

/** The outcome a transaction reports at a given time. */
export function outcomeAsOf(transaction: SandboxTransaction, now: Date): Outcome {
  const { first_outcome, outcome, settles_at } = transaction;
  return outcome !== null && settles_at !== null && new Date(settles_at) <= now ? outcome : first_outcome;
}

/** Whether a transaction has succeeded by a given time. */
export const hasSucceeded = (transaction: SandboxTransaction, now: Date): boolean =>
  outcomeAsOf(transaction, now).kind === 'succeeded';

/** The requested amount, as a success reports it. */
export const moneyOf = ({ amount, currency }: Money): Money => ({ amount, currency });

/** A new transaction for a request, without its kind and course. */
export function newTransaction(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: CallBasics & Money,
): Omit<SandboxTransaction, 'kind' | 'behaviour' | keyof Course> {
  return {
    merchant_id: access.merchantId,
    merchant_connector_id: access.merchantConnectorId,
    idempotency_key: request.idempotencyKey,
    transaction_id: ctx.ids.make('sbx'),
    parent_id: null,
    card_last4: null,
    amount: request.amount,
    currency: request.currency,
    authorized: 0,
    captured: 0,
    refunded: 0,
    voided: false,
    forgotten: false,
    terms: null,
    authentication: null,
    challenge_token: null,
    order: null,
    return_url: null,
    calls: 1,
    version: 1,
    created_at: ctx.now().toISOString(),
  };
}
