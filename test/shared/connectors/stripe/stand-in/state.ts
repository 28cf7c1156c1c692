import type Stripe from 'stripe';

/** A card or token given to the stand-in, with the behaviour of its payments. */
export interface StoredMethod {
  readonly object: Stripe.PaymentMethod;
  readonly number: string;
}

/** An event with a due time. It contains the object's state at that time, unless stored earlier. */
export interface PlannedEvent {
  readonly id: string;
  readonly type: string;
  readonly dueAt: number;
  readonly object: object;
  readonly account?: string;
}

/** The stand-in's state, like Stripe's for one account. */
export class State {
  readonly methods = new Map<string, StoredMethod>();
  readonly customers = new Map<string, Stripe.Customer>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly setups = new Map<string, Stripe.SetupIntent>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly payouts = new Map<string, Stripe.Payout>();
  /** Payouts to the merchant's bank, with their balance transactions, the latest first. */
  readonly bankPayouts = new Map<
    string,
    { payout: Stripe.Payout; readonly bookings: readonly Stripe.BalanceTransaction[] }
  >();
  readonly transfers = new Map<string, Stripe.Transfer>();
  readonly destinations = new Map<string, { readonly account: string; readonly number: string }>();
  readonly files = new Map<string, Stripe.File>();
  /** All movements, including refused ones, for the conformance suite. */
  readonly ledger: LedgerEntry[] = [];
  readonly events: PlannedEvent[] = [];
  #count = 0;
  readonly now: () => Date;
  /** The stand-in's address. */
  origin = '';

  constructor(now: () => Date) {
    this.now = now;
  }

  /** An identifier in Stripe's format. */
  id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_standin${String(this.#count).padStart(10, '0')}`;
  }

  seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  /** Schedules an event, now or later. */
  plan(
    type: string,
    object: object,
    { afterMs = 0, account }: { afterMs?: number; account?: string } = {},
  ): void {
    this.events.push({
      id: this.id('evt'),
      type,
      dueAt: this.now().getTime() + afterMs,
      object: structuredClone(object),
      ...(account ? { account } : {}),
    });
  }
}

/** A movement of money, in Stripe's unit. */
export interface LedgerEntry {
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund' | 'payout';
  readonly reference: string;
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  succeeded: boolean;
}
