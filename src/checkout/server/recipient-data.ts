import type { AskedField, Texts } from './checkout-data.ts';

/** Where the parts of a card go in the request's body. */
export interface CardPaths {
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly holder: string;
}

/** A destination, or method to save, that the page offers. */
export interface OfferedEntry {
  /** Entries of one family stand under one tab, but for wallets. */
  readonly family: 'given' | 'card' | 'bank_transfer' | 'bank_debit' | 'wallet';
  /** The scheme or wallet; null for a card. */
  readonly type: string | null;
  /** The end of a destination that the sender gave, masked. */
  readonly shown: string | null;
  /** The networks of cards that are taken; null for all. */
  readonly networks: readonly string[] | null;
  readonly card: CardPaths | null;
  readonly fields: readonly AskedField[];
  /** Members that every request of the page has. */
  readonly body: Readonly<Record<string, string>>;
}

/** The state of a payout or link, as the page reads it and its requests return it. */
export interface RecipientState {
  readonly screen: 'form' | 'result' | 'saved' | 'expired' | 'closed';
  /** Of the payout; null for a page that saves methods. */
  readonly status: string | null;
  /** The payout as it is; null for a page that saves methods. */
  readonly payout: { readonly id: string; readonly amount: number; readonly currency: string } | null;
}

/** The data of the page of a payout's recipient, or of a customer who saves a method, embedded in its HTML. */
export interface RecipientData extends RecipientState {
  readonly sender: string;
  readonly logo: string | null;
  readonly layout: 'tabs' | 'journey';
  readonly offered: readonly OfferedEntry[];
  readonly asksEmail: boolean;
  readonly isTest: boolean;
  /** The address that leads back to the sender; null if there is none. */
  readonly backTo: string | null;
  readonly language: string;
  readonly texts: Texts;
}
