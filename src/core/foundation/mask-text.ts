const MASK = '***';

/** A possibly grouped run of digits that may be a card number. */
const cardNumber = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;
/** Secrets by their prefixes: keys and tokens of this service and of vendors, and client secrets. */
const secret = /\b\w+_secret_\w+|\b(?:sk|rk|pk|epk|tok|whsec|[ao]k_(?:test|live))_\w{6,}/g;

/**
 * A vendor's text without card numbers and keys, which messages may repeat.
 *
 * @example maskedText('No such card: 4242 4242 4242 4242') // 'No such card: ***'
 */
export const maskedText = (text: string): string =>
  text.replaceAll(secret, MASK).replaceAll(cardNumber, MASK);
