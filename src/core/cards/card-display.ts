import type { SavedCard } from '../entities/values/saved-card.ts';
import { networkOf } from './card-network.ts';

/** What may be shown of a card: the members that a payment's and a payout's cards have in common. */
export interface CardDisplay {
  readonly last4: string | null;
  readonly card_type: string | null;
  readonly card_network: string | null;
  readonly card_issuer: string | null;
  readonly card_issuing_country: string | null;
  readonly card_isin: string | null;
  readonly card_extended_bin: string | null;
  readonly card_exp_month: string | null;
  readonly card_exp_year: string | null;
  readonly card_holder_name: string | null;
}

const ISIN_DIGITS = 6;
const EXTENDED_BIN_DIGITS = 8;
/** The shortest number of which eight digits and the last four may be shown: of a shorter one too few stay hidden. */
const EXTENDED_BIN_NUMBER_MIN = 16;

/** What its number, expiry and holder tell of a card. */
export function shownOfNumber(
  cardNumber: string,
  expMonth: string,
  expYear: string,
  holderName: string | null,
): CardDisplay {
  const extended = cardNumber.length >= EXTENDED_BIN_NUMBER_MIN;
  return {
    last4: cardNumber.slice(-4),
    card_type: null,
    card_network: networkOf(cardNumber)?.name ?? null,
    card_issuer: null,
    card_issuing_country: null,
    card_isin: cardNumber.slice(0, ISIN_DIGITS),
    card_extended_bin: extended ? cardNumber.slice(0, EXTENDED_BIN_DIGITS) : null,
    card_exp_month: expMonth,
    card_exp_year: expYear,
    card_holder_name: holderName,
  };
}

/** What is known of a card that was saved. */
export function shownOfSaved(card: SavedCard): CardDisplay {
  const isin = card.card_isin ?? null;
  return {
    last4: card.last4_digits ?? null,
    card_type: card.card_type ?? null,
    card_network: card.card_network ?? card.scheme ?? null,
    card_issuer: card.card_issuer ?? null,
    card_issuing_country: card.issuer_country ?? null,
    card_isin: isin?.slice(0, ISIN_DIGITS) ?? null,
    card_extended_bin: isin?.length === EXTENDED_BIN_DIGITS ? isin : null,
    card_exp_month: card.expiry_month ?? null,
    card_exp_year: card.expiry_year ?? null,
    card_holder_name: card.card_holder_name ?? null,
  };
}
