import { invalidParameter } from '../foundation/errors.ts';
import { networkOf } from './card-display.ts';

/** A card as entered. Validation has checked the number's Luhn digit and the format of the other members. */
export interface TypedCard {
  readonly number: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly holderName: string | null;
  readonly cvc: string | null;
}

/** Names of the parameters that carried the card, for error messages. */
export interface CardParams {
  readonly expMonth: string;
  readonly expYear: string;
  readonly cvc?: string;
}

/** The full year of a two- or four-digit expiry year. Two digits are of this century: cards last a few years. */
export function expiryYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** Whether a card has expired. Cards are valid to the end of their month, in UTC. */
export function isExpired(month: string, year: string, now: Date): boolean {
  // Date.UTC counts months from 0, so the card's own month number denotes the following month.
  return now.getTime() >= Date.UTC(expiryYear(year), Number(month), 1);
}

/**
 * Checks what the format alone cannot: that the card has not expired, and that its verification code has the
 * length its network uses.
 *
 * @throws {Problem} `invalid_parameter`. Messages never contain card data.
 */
export function checkCard(card: TypedCard, params: CardParams, now: Date): void {
  if (isExpired(card.expMonth, card.expYear, now)) {
    const param = expiryYear(card.expYear) < now.getUTCFullYear() ? params.expYear : params.expMonth;
    throw invalidParameter(param, `${param} must not be in the past: the card has expired.`);
  }
  const network = networkOf(card.number);
  if (params.cvc && card.cvc !== null && network && card.cvc.length !== network.cvcDigits) {
    throw invalidParameter(
      params.cvc,
      `${params.cvc} must have ${network.cvcDigits} digits for ${network.name} cards.`,
    );
  }
}
