import { type Afterwards, BEYOND } from './afterwards.ts';
import { hasSucceeded, type SandboxTransaction } from './transaction.ts';

/**
 * A stored event, with an unusual effect on the sandbox's own records: `again` brings back the money that an
 * earlier event took, `apart` concerns money that the sandbox does not hold, and `none` has already taken effect.
 */
export type DueEvent = Afterwards & { readonly effect?: 'again' | 'apart' | 'none' };

/** The records that an event changes, when it is due. */
export interface Found {
  readonly authorization: SandboxTransaction;
  /** The capture or refund that it names, if the sandbox was asked for it. */
  readonly part: SandboxTransaction | null;
  /** The sum of the authorization's captures that were not taken back. */
  readonly standing: number;
}

type Sums = Pick<SandboxTransaction, 'authorized' | 'captured' | 'refunded' | 'voided'>;

/** The changes of an event once it is due, and the amount that it then reports. */
export interface EventEffect {
  readonly authorization?: Partial<Sums>;
  /** Whether the capture or refund counts no longer. */
  readonly partVoided?: boolean;
  /** The amount that the event reports, where it depends on earlier changes. */
  readonly amount?: number;
}

type Rule = (found: Found, event: DueEvent) => EventEffect | null;

/**
 * The sums of an authorization after captures were taken back; `standing` is the sum of the others. Captures never add up to
 * less than the refunds. The capturable amount falls by `taken`.
 */
export function sumsAfterCapture(
  { authorized, captured, refunded }: SandboxTransaction,
  standing: number,
  taken = 0,
): Pick<Sums, 'authorized' | 'captured'> {
  const after = Math.max(standing, refunded);
  return { captured: after, authorized: after + authorized - captured - taken };
}

/** The amount left to refund. */
const leftOf = ({ captured, refunded, voided }: SandboxTransaction): number =>
  voided ? 0 : captured - refunded;

const amountOf = (event: DueEvent): number => ('amount' in event ? event.amount : 0);

/** By the type of the event. A rule returns null if the reported change cannot happen any more. */
const ordinary: Readonly<Record<Exclude<Afterwards['type'], 'payout_returned'>, Rule>> = {
  refund_failed: ({ authorization, part }) =>
    part && !part.voided
      ? { authorization: { refunded: authorization.refunded - part.amount }, partVoided: true }
      : null,
  refund_made: ({ authorization }, event) => {
    const amount = Math.min(leftOf(authorization), amountOf(event));
    return amount > 0 ? { amount, authorization: { refunded: authorization.refunded + amount } } : null;
  },
  // A final capture takes all that is left.
  capture_made: ({ authorization: { authorized, captured, voided } }, event) => {
    const isFinal = event.type !== 'capture_made' || event.final;
    const amount = isFinal ? authorized - captured : Math.min(authorized - captured, amountOf(event));
    return amount > 0 && !voided ? { amount, authorization: { captured: captured + amount } } : null;
  },
  capture_failed: ({ authorization, part, standing }) => {
    if ((part ?? authorization).voided) return null;
    if (!part) return { authorization: { voided: true } };
    return { authorization: sumsAfterCapture(authorization, standing - part.amount), partVoided: true };
  },
  authorization_ended: ({ authorization: { authorized, captured, voided } }) => {
    if (voided || captured === authorized) return null;
    return { authorization: captured > 0 ? { authorized: captured } : { voided: true } };
  },
  fraud_warning: () => ({}),
};

const again: Readonly<Record<string, Rule>> = {
  capture_made: ({ authorization, part, standing }) => {
    if (!(part ?? authorization).voided) return null;
    if (part)
      return { authorization: sumsAfterCapture(authorization, standing + part.amount), partVoided: false };
    const { authorized: amount } = authorization;
    return { amount, authorization: { voided: false, captured: amount } };
  },
  // The money may have been refunded otherwise meanwhile.
  refund_made: ({ authorization: { captured, refunded }, part }) =>
    part?.voided
      ? { authorization: { refunded: Math.min(refunded + part.amount, captured) }, partVoided: false }
      : null,
};

const apart: Readonly<Record<string, Rule>> = {
  capture_made: ({ authorization: { authorized, voided } }) =>
    voided ? null : { amount: authorized + BEYOND },
  refund_made: ({ authorization }) => {
    const amount = leftOf(authorization);
    return amount > 0 ? { amount } : null;
  },
  refund_failed: () => ({}),
};

/** The effect of a due event; null if the reported change did not come about. */
export function effectOf(event: DueEvent, found: Found, now: Date): EventEffect | null {
  const { effect } = event;
  if (!hasSucceeded(found.authorization, now)) return null;
  const rules = effect === 'again' ? again : effect === 'apart' ? apart : ordinary;
  return (rules as Readonly<Record<string, Rule>>)[event.type]?.(found, event) ?? null;
}
