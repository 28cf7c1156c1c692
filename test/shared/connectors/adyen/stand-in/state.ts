import { randomInt } from 'node:crypto';
import type { AdyenAmount } from '../../../../../src/connectors/adyen/amounts.ts';
import type { VendorRecord } from '../../conformance/harness.ts';
import type { Scenario } from './cards.ts';

export type Json = Record<string, unknown>;

/** A payment as Adyen keeps it. */
export interface StoredPayment {
  readonly pspReference: string;
  readonly reference: string;
  readonly amount: AdyenAmount;
  readonly scenario: Scenario;
  readonly returnUrl: string;
  readonly additionalData: Record<string, string>;
  readonly isCapturedAtOnce: boolean;
  /** The number of the gift card that it takes from; null for any other method. */
  readonly giftCard: string | null;
  status: 'waiting' | 'authorised' | 'refused' | 'cancelled';
  /** What is held, captured and refunded, in Adyen's units. */
  authorised: number;
  captured: number;
  refunded: number;
  /** What the customer's browser brings back, once they answered. */
  redirectResult: string | null;
  isAccepted: boolean | null;
  completed: Json | null;
}

/** A notification that is due at a time. */
export interface Pending {
  readonly dueAt: number;
  readonly item: Json;
}

/** A token of a shopper's stored card. */
export interface StoredCard {
  readonly shopperReference: string;
  readonly scenario: Scenario;
  /** Adyen's type of the method that was stored. */
  readonly type: string;
  /** The card as Adyen shows it; absent for the one that was stored. */
  readonly card?: {
    readonly brand: string;
    readonly lastFour: string;
    readonly expiryMonth: string;
    readonly expiryYear: string;
  };
}

/** Everything that the stand-in keeps. */
export interface State {
  readonly payments: Map<string, StoredPayment>;
  readonly tokens: Map<string, StoredCard>;
  /** What is left on gift cards that were paid with, by number. */
  readonly giftCards: Map<string, AdyenAmount>;
  /** The payment that a dispute is about, and the documents that were supplied. */
  readonly disputes: Map<string, { readonly payment: StoredPayment; readonly documents: string[] }>;
  /** Submitted payouts to bank accounts, by identifier. */
  readonly payouts: Map<
    string,
    { readonly reference: string; readonly amount: AdyenAmount; readonly isGood: boolean }
  >;
  /** The first answer under each idempotency key. */
  readonly answers: Map<string, { readonly path: string; readonly answer: Promise<Answer> }>;
  readonly records: VendorRecord[];
  readonly notifications: Pending[];
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export const newState = (): State => ({
  payments: new Map(),
  tokens: new Map(),
  giftCards: new Map(),
  disputes: new Map(),
  payouts: new Map(),
  answers: new Map(),
  records: [],
  notifications: [],
});

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Adyen's identifiers: sixteen capitals and digits. */
export const newPspReference = (): string =>
  Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');

/** An error as Adyen answers it. */
export const refusedRequest = (status: number, errorCode: string, message: string): Answer => ({
  status,
  body: { status, errorCode, message, errorType: status === 422 ? 'validation' : 'security' },
});
