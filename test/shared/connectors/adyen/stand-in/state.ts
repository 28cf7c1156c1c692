import { randomInt } from 'node:crypto';
import type { AdyenAmount } from '../../../../../src/connectors/adyen/amounts.ts';
import type { VendorRecord } from '../../conformance/harness.ts';
import type { Scenario } from './cards.ts';

export type Json = Record<string, unknown>;

/** A payment in Adyen's state. */
export interface StoredPayment {
  readonly pspReference: string;
  readonly reference: string;
  readonly amount: AdyenAmount;
  readonly scenario: Scenario;
  readonly returnUrl: string;
  readonly additionalData: Record<string, string>;
  readonly isCapturedAtOnce: boolean;
  /** The number of its gift card; null for any other method. */
  readonly giftCard: string | null;
  status: 'waiting' | 'authorised' | 'refused' | 'cancelled';
  /** The held, captured and refunded amounts, in Adyen's units. */
  authorised: number;
  captured: number;
  refunded: number;
  /** The customer's browser's return data, once they answered. */
  redirectResult: string | null;
  isAccepted: boolean | null;
  completed: Json | null;
}

/** A notification with its due time. */
export interface Pending {
  readonly dueAt: number;
  readonly item: Json;
}

/** A token for a shopper's stored card. */
export interface StoredCard {
  readonly shopperReference: string;
  readonly scenario: Scenario;
  /** Adyen's type of the stored method. */
  readonly type: string;
  /** The card as Adyen shows it; absent for the originally stored one. */
  readonly card?: {
    readonly brand: string;
    readonly lastFour: string;
    readonly expiryMonth: string;
    readonly expiryYear: string;
  };
}

/** The stand-in's whole state. */
export interface State {
  readonly payments: Map<string, StoredPayment>;
  readonly tokens: Map<string, StoredCard>;
  /** Remaining balances of used gift cards, by number. */
  readonly giftCards: Map<string, AdyenAmount>;
  /** The payment of a dispute, and the supplied documents. */
  readonly disputes: Map<string, { readonly payment: StoredPayment; readonly documents: string[] }>;
  /** Submitted payouts to bank accounts, by identifier. */
  readonly payouts: Map<
    string,
    { readonly reference: string; readonly amount: AdyenAmount; readonly isGood: boolean }
  >;
  /** The first response under each idempotency key. */
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

/** An error in Adyen's format. */
export const refusedRequest = (status: number, errorCode: string, message: string): Answer => ({
  status,
  body: { status, errorCode, message, errorType: status === 422 ? 'validation' : 'security' },
});
