import type { CallBasics, Money } from './connector-requests.ts';

/** A line of the order. The amount is the unit price, in minor units. */
export interface ScreenedItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmount: number;
}

/** The customer and payment method of a fraud check, on which it bases its decision. */
export interface ScreeningSubject {
  readonly customerId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly billing: unknown;
  readonly shipping: unknown;
  readonly browser: unknown;
  /** Identifies a card without its number. */
  readonly card: {
    readonly bin: string | null;
    readonly last4: string | null;
    readonly network: string | null;
    readonly fingerprint: string | null;
  } | null;
  readonly items: readonly ScreenedItem[];
  /** The merchant's own data for the check. */
  readonly metadata: unknown;
}

/** Checks a payment at a fraud connector: `pre` before its authorization, `post` after it. */
export interface ScreenRequest extends CallBasics, Money {
  readonly flow: 'pre' | 'post';
  readonly paymentMethod: string | null;
  readonly paymentMethodType: string | null;
  readonly subject: ScreeningSubject;
  /** The authorization that a `post` check follows. */
  readonly authorization: { readonly connector: string; readonly connectorTransactionId: string } | null;
}

/** The findings of a fraud connector. */
export interface Screening {
  readonly decision: 'legit' | 'fraud' | 'manual_review';
  readonly score: number | null;
  readonly reason: unknown;
}
