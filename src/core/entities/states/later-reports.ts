import type { ValueOf } from '../../model/index.ts';
import type { DisputeStatus } from '../dispute.ts';
import type { PaymentStatus } from '../payment-enumerations.ts';
import { attemptStates } from './attempt-states.ts';
import { captureStates } from './capture-states.ts';
import { disputeStates } from './dispute-states.ts';
import { payoutStates } from './payout-states.ts';
import { refundStates } from './refund-states.ts';

/**
 * The effect of a connector's later report on an object, by the object's status:
 * - `follows`: the report contradicts the status, and the object takes the reported status.
 * - `waits`: our call decides first. The connector is asked to send the report again.
 * - `agrees`: the report says nothing new. Nothing changes.
 *
 * A report counts only if it is not older, by the connector's clock, than the last one about the object. Reported money
 * that its payment cannot take ({@link takesLateMoney}) goes back to the customer.
 */
export type Effect = 'follows' | 'waits' | 'agrees';

/** The effect of one report by the status of its object. */
export type EffectByStatus<State extends string> = Readonly<Record<State, Effect>>;

interface Named<State> {
  readonly follows: readonly State[];
  readonly waits?: readonly State[];
}

/** The effects of the reports about one kind of object. Statuses that a report does not name agree with it. */
function table<State extends string, Report extends string>(
  machine: { readonly transitions: Readonly<Record<State, readonly State[]>> },
  reports: Readonly<Record<Report, Named<NoInfer<State>>>>,
): Readonly<Record<Report, EffectByStatus<State>>> {
  const states = Object.keys(machine.transitions) as State[];
  const effectOf = ({ follows, waits = [] }: Named<State>, state: State): Effect =>
    follows.includes(state) ? 'follows' : waits.includes(state) ? 'waits' : 'agrees';
  const entries = Object.entries<Named<State>>(reports).map(([report, named]) => [
    report,
    Object.fromEntries(states.map((state) => [state, effectOf(named, state)])),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}

/** Ends of an attempt without money. */
const unpaid = [
  'authentication_failed',
  'authorization_failed',
  'router_declined',
  'failure',
  'voided',
] as const;
/** An authorization with an uncaptured rest. */
const held = [
  'authorized',
  'unresolved',
  'capture_failed',
  'void_failed',
  'partial_charged_and_chargeable',
] as const;
const captured = ['charged', 'partial_charged'] as const;
/** Statuses that depend on a call to the connector or on the customer. */
const underWay = [
  'started',
  'authentication_pending',
  'authentication_successful',
  'authorizing',
  'pending',
  'capture_initiated',
  'void_initiated',
] as const;
const calling = ['authorizing', 'capture_initiated', 'void_initiated'] as const;

/** Reports about an authorization whose call is complete. */
export const reportsOnAttempts = table(attemptStates, {
  /** The authorization succeeded after all. */
  approved: { follows: unpaid },
  /** The authorization failed after all. */
  declined: { follows: [...held, ...captured], waits: calling },
  /** Money was captured without a request of the service, or after a failed capture. */
  captured: { follows: [...unpaid, ...held, ...captured], waits: underWay },
  /** Captured money was not received. */
  taken_back: {
    follows: [...captured, 'partial_charged_and_chargeable', 'capture_failed', 'void_failed'],
    waits: ['capture_initiated', 'void_initiated'],
  },
  /** The authorization was cancelled or expired: its rest cannot be captured any more. */
  ended: { follows: held, waits: calling },
  /** The authorization still holds: its void failed after all. */
  still_held: { follows: ['voided'], waits: ['void_initiated'] },
});

/** Reports about a capture whose call is complete. */
export const reportsOnCaptures = table(captureStates, {
  charged: { follows: ['failed'], waits: ['started'] },
  failed: { follows: ['charged'], waits: ['started'] },
});

/** Reports about a refund whose call is complete, or that was created at the connector. */
export const reportsOnRefunds = table(refundStates, {
  succeeded: { follows: ['pending', 'review', 'failed'] },
  failed: { follows: ['pending', 'review', 'succeeded'] },
});

/** Reports about a payout whose call is complete. */
export const reportsOnPayouts = table(payoutStates, {
  /** The money arrived after all. */
  success: { follows: ['failed', 'ineligible', 'cancelled', 'reversed'], waits: ['initiated'] },
  /** The money did not arrive, or came back. */
  returned: { follows: ['success'], waits: ['initiated'] },
});

/** Decisions that leave the money with the cardholder. */
const forCardholder = ['dispute_accepted', 'dispute_expired', 'dispute_lost'] as const;
/** Decisions that return the money to the merchant. */
const forMerchant = ['dispute_won', 'dispute_cancelled'] as const;
const open = ['dispute_opened', 'dispute_challenged'] as const;

/**
 * Reports about the current stage of a dispute. Two ends with the same result agree: a connector may report an
 * accepted dispute as lost. A later stage reopens the dispute from any status.
 */
export const reportsOnDisputes: Readonly<
  Record<ValueOf<typeof DisputeStatus>, EffectByStatus<ValueOf<typeof DisputeStatus>>>
> = table(disputeStates, {
  // A notice of the debit may follow the notice of the dispute.
  dispute_opened: { follows: [] },
  dispute_challenged: { follows: ['dispute_opened', ...forCardholder, ...forMerchant] },
  dispute_accepted: { follows: [...open, ...forMerchant] },
  dispute_expired: { follows: [...open, ...forMerchant] },
  dispute_lost: { follows: [...open, ...forMerchant] },
  dispute_won: { follows: [...open, ...forCardholder] },
  dispute_cancelled: { follows: [...open, ...forCardholder] },
});

/** Attempts whose late-reported money a payment accepts. */
interface LateMoney {
  /** The active attempt: always, never, or unless the merchant or the session ended the payment. */
  readonly own: 'always' | 'never' | 'unless_ended_here';
  /** Earlier attempts of the same confirmation. */
  readonly earlier: boolean;
}

/**
 * Whether a payment accepts money that a connector reports late, by the payment's status. A payment with money, or
 * with another attempt under way, accepts no money of an earlier attempt; a merchant's cancellation and the end of a
 * session are final. A failed payment with a new payment method can be paid only with that method.
 */
export const takesLateMoney: Readonly<Partial<Record<ValueOf<typeof PaymentStatus>, LateMoney>>> =
  Object.freeze({
    failed: { own: 'always', earlier: true },
    requires_payment_method: { own: 'never', earlier: false },
    requires_confirmation: { own: 'never', earlier: false },
    cancelled: { own: 'unless_ended_here', earlier: false },
    expired: { own: 'unless_ended_here', earlier: false },
  });

/** All tables of reports, by kind of object, for tests to walk. */
export const laterReports = Object.freeze({
  'payment attempt': reportsOnAttempts,
  capture: reportsOnCaptures,
  refund: reportsOnRefunds,
  payout: reportsOnPayouts,
  dispute: reportsOnDisputes,
});
