import creditCardType from 'credit-card-type';

/** The network that carries a card, as far as its number tells. */
export interface CardNetwork {
  /** Its name as people write it: `Visa`, `American Express`. */
  readonly name: string;
  /** How many digits its verification codes have. */
  readonly cvcDigits: number;
}

/** The network of a card number; null for one that belongs to none we know, such as a shop's own card. */
export function networkOf(cardNumber: string): CardNetwork | null {
  const [best] = creditCardType(cardNumber);
  return best ? { name: best.niceType, cvcDigits: best.code.size } : null;
}
