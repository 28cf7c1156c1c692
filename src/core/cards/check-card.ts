import { invalidParameter } from '../foundation/errors.ts';
import { networkOf } from './card-network.ts';
import { expiryYear, isExpired } from './expiry.ts';

/** A card as it was typed in. Its number has passed the Luhn check, its other members are well formed. */
export interface TypedCard {
  readonly number: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly holderName: string | null;
  readonly cvc: string | null;
}

/** The parameters that a card's members came in, for messages. */
export interface CardParams {
  readonly expMonth: string;
  readonly expYear: string;
  readonly cvc?: string;
}

/**
 * Checks what the form of each member alone does not tell: that the card is still good, and that its
 * verification code is of the length that its network uses.
 *
 * @throws {Problem} `invalid_parameter`, never repeating a value.
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
      `${params.cvc} must have ${network.cvcDigits} digits, as the codes of ${network.name} cards do.`,
    );
  }
}
