const MASK = '***';

/** A run of digits that may be a card number, also in groups. */
const cardNumber = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;
/** Secrets by their prefixes: API keys, and the client secrets of a vendor's objects. */
const secret = /\b\w+_secret_\w+|\b(?:sk|rk|pk|whsec|[ao]k_(?:test|live))_\w{6,}/g;

/**
 * A text of a vendor without card numbers and keys: a message may repeat what it is about.
 *
 * @example maskedText('No such card: 4242 4242 4242 4242') // 'No such card: ***'
 */
export const maskedText = (text: string): string =>
  text.replaceAll(secret, MASK).replaceAll(cardNumber, MASK);
