declare const made: unique symbol;

/**
 * A paragraph of a message, in one line. Only this file creates paragraphs: text from people and merchants becomes a
 * {@link plainName}, so that messages of the service never carry their addresses, numbers or paragraphs.
 */
export type MailText = string & { readonly [made]: true };

/** The service's words in a message, such as an identifier or an amount, which are not changed. */
class OwnWords {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const ownWords = (text: string): OwnWords => new OwnWords(text);

/** A value in a message. A text was written by a person. */
export type MailValue = string | number | OwnWords;

/**
 * Makes a paragraph.
 *
 * @example
 * ```ts
 * mailText`Report ${ownWords(report.report_id)}: ${report.name}`;
 * ```
 */
export const mailText = (parts: TemplateStringsArray, ...values: readonly MailValue[]): MailText =>
  parts.map((part, i) => part + shown(values[i] ?? '')).join('') as MailText;

/** Builds a paragraph from a template, by the names of its placeholders, such as `{seller}`. */
export const filledText = (template: string, values: Readonly<Record<string, MailValue>> = {}): MailText =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? '')) as MailText;

function shown(value: MailValue): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? plainName(value) : value.text.replaceAll(lineBreak, ' ').trim();
}

const lineBreak = /\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g;

/** Length of a name in a message, in characters. */
const NAME_MAX = 60;

const space = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Invisible characters, and characters that reverse the text direction. */
const unseen = /[\p{Cf}\p{Co}\p{Cs}]/gu;
const address = /[\p{L}\p{N}+.-]*:\/\/\S*|\S*@\S*/gu;
/** The dot of a host, such as `shop.example`. */
const dot = /(?<=[\p{L}\p{M}\p{N}-])[.\u3002](?=\p{L}\p{M}*\p{L})/gu;
/** Five or more digits, also in groups, as in phone and account numbers. */
const number = /\+?\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){4,}/gu;

/**
 * A person's text reduced to a name for messages: one line of at most 60 characters, without addresses and long
 * numbers. Empty if nothing remains.
 *
 * @example plainName('Acme\n\nYour account is closed. Call +49 900 123456') // 'Acme Your account is closed. Call'
 */
export function plainName(text: string): string {
  // Look-alike forms of letters and digits are unified: ０ becomes 0.
  let name = text.normalize('NFKC').replaceAll(unseen, '').replaceAll(space, ' ');
  // A removal may join the texts around it.
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replaceAll(address, ' ').replaceAll(number, ' ').replaceAll(dot, ' ').replaceAll(space, ' ');
  }
  name = [...name.trim()].slice(0, NAME_MAX).join('').trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : '';
}
