import type { AskedField, Texts } from './checkout-data.ts';

/** The paths of a card's parts in the request's body. */
export interface CardPaths {
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly holder: string;
}

/** An offered destination, or method to save. */
export interface OfferedEntry {
  /** Entries of one family share a tab, except wallets. */
  readonly family: 'given' | 'card' | 'bank_transfer' | 'bank_debit' | 'wallet';
  /** The scheme or wallet; null for a card. */
  readonly type: string | null;
  /** The masked end of the sender's chosen destination. */
  readonly shown: string | null;
  /** The accepted card networks; null for all. */
  readonly networks: readonly string[] | null;
  readonly card: CardPaths | null;
  readonly fields: readonly AskedField[];
  /** Members that every request of the page has. */
  readonly body: Readonly<Record<string, string>>;
}

/** The state of a payout or link, in the page's data and responses. */
export interface RecipientState {
  readonly screen: 'form' | 'result' | 'saved' | 'expired' | 'closed';
  /** The payout's; null for a page that saves methods. */
  readonly status: string | null;
  /** The current payout; null for a page that saves methods. */
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
  /** The sender's return URL; null without one. */
  readonly backTo: string | null;
  readonly language: string;
  readonly texts: Texts;
}
