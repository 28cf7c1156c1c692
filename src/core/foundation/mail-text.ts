declare const made: unique symbol;

/**
 * A paragraph of a message, in one line. Only this file makes one: what people and merchants wrote is a {@link plainName}
 * there, so that no message of the service carries their addresses, numbers or paragraphs to somebody.
 */
export type MailText = string & { readonly [made]: true };

/** Words of the service's own in a message, such as an identifier or an amount, which stay as they are. */
class OwnWords {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const ownWords = (text: string): OwnWords => new OwnWords(text);

/** A value in a message. A text is what somebody wrote. */
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

/** Makes a paragraph of a template, by the names of its places, such as `{seller}`. */
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
/** Characters without a look, or that turn the direction of the text around. */
const unseen = /[\p{Cf}\p{Co}\p{Cs}]/gu;
const address = /[\p{L}\p{N}+.-]*:\/\/\S*|\S*@\S*/gu;
/** The dot of a host, such as `shop.example`. */
const dot = /(?<=[\p{L}\p{M}\p{N}-])[.\u3002](?=\p{L}\p{M}*\p{L})/gu;
/** Five digits or more, in groups too: those of telephones and accounts. */
const number = /\+?\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){4,}/gu;

/**
 * A name that somebody wrote, as a message shows it: in one line, without addresses and long numbers, of at most 60
 * characters. Empty if nothing is left.
 *
 * @example plainName('Acme\n\nYour account is closed. Call +49 900 123456') // 'Acme Your account is closed. Call'
 */
export function plainName(text: string): string {
  // Forms of letters and digits that look alike count as one: ０ is 0.
  let name = text.normalize('NFKC').replaceAll(unseen, '').replaceAll(space, ' ');
  // What is taken out may join what it stood between.
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replaceAll(address, ' ').replaceAll(number, ' ').replaceAll(dot, ' ').replaceAll(space, ' ');
  }
  name = [...name.trim()].slice(0, NAME_MAX).join('').trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : '';
}
