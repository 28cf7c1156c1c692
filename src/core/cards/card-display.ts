import creditCardType from 'credit-card-type';
import type { SavedCard } from '../entities/values/saved-card.ts';

/** A card scheme, derived from the card number. */
export interface CardNetwork {
  /** Brand spelling: `Visa`, `American Express`. */
  readonly name: string;
  readonly cvcDigits: number;
}

/** Returns the network of a card number, or null if it matches none, such as a store card. */
export function networkOf(cardNumber: string): CardNetwork | null {
  const [best] = creditCardType(cardNumber);
  return best ? { name: best.niceType, cvcDigits: best.code.size } : null;
}

/** The card data that may be displayed, common to payments and payouts. */
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
/** Shorter numbers show no eight-digit BIN: with the last four digits, too few would stay hidden. */
const EXTENDED_BIN_NUMBER_MIN = 16;

/** Display data of a card given by number. Issuer and card type are unknown. */
export function displayOfNumber(
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

/** Display data of a saved card. */
export function displayOfSavedCard(card: SavedCard): CardDisplay {
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
