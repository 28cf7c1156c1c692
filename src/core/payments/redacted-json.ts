/** The longest answer that is kept, in characters. */
const LENGTH_MAX = 65_536;
const MASK = '***';

/** Names of members whose values are never kept, whatever they are. */
const secretName =
  /secret|password|token|api_?key|authori[sz]ation$|cvc|cvv|cavv|cryptogram|signature|iban|account_?number|card_?number|^number$|^pan$|email|phone|address|ip$|holder_?name|shopper_?name/i;
/** A run of digits that may be a card number, also in groups. */
const longNumber = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;

/**
 * A vendor's answer as JSON, without what looks like a secret, a card number or personal data: connectors leave these
 * out, and this is for what one overlooks. Null if it is too long: half of a JSON document is of no use.
 */
export function redactedJson(answer: object): string | null {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (secretName.test(name) && value !== null && value !== undefined) return MASK;
    return typeof value === 'string' ? value.replaceAll(longNumber, MASK) : value;
  });
  return text.length > LENGTH_MAX ? null : text;
}
