import { maskedText } from '../foundation/mask-text.ts';
import { camelCase, describedFields, type FieldDescription } from '../model/index.ts';

/** Stands for a value that may be secret or personal. */
export const CONCEALED = '•••';

/** Kinds whose values are neither personal nor secret, unless their field says so. */
const figureKinds: ReadonlySet<FieldDescription['kind']> = new Set([
  'id',
  'amount',
  'integer',
  'bool',
  'timestamp',
  'enumeration',
  'enumeration_list',
]);

const isFigure = ({ format, kind }: FieldDescription) =>
  figureKinds.has(kind) || format === 'currency' || format === 'country';

const isConfidential = ({ credential, encrypted, masked, personal }: FieldDescription) =>
  Boolean(credential || encrypted || masked || personal);

/** The members of errors and pages, which no class describes. */
const ofEveryAnswer = [
  'code',
  'message',
  'param',
  'request_id',
  'size',
  'has_more',
  'limit',
  'operation_name',
];

let shownNames: ReadonlySet<string> | undefined;

/** The names, in REST and in GraphQL, of which no class has a field that is secret or personal. */
function shown(): ReadonlySet<string> {
  if (shownNames) return shownNames;
  const fields = describedFields();
  const confidential = new Set(fields.filter(isConfidential).map(({ name }) => name));
  const figures = fields.filter(isFigure).map(({ name }) => name);
  const names = [...new Set([...figures, ...ofEveryAnswer])].filter((name) => !confidential.has(name));
  shownNames = new Set(names.flatMap((name) => [name, camelCase(name)]));
  return shownNames;
}

/** Words with a run of digits that may be the number of a card or an account. */
const longNumbers = /\w*\d{11,}\w*/g;
const NUMBER_MAX = 99_999_999_999;
const TEXT_MAX = 500;

/** A text without keys, secrets, and numbers of cards and accounts. */
export const withoutSecrets = (text: string): string => maskedText(text.replaceAll(longNumbers, CONCEALED));

/** A text with the names that a client chose in it, such as variables of a document: one with several digits may be a secret. */
export const withPlainNames = (text: string): string =>
  withoutSecrets(text.replaceAll(/\w+/g, (name) => (/(\d\D*){4}/.test(name) ? CONCEALED : name)));

/** An identifier, a word of an enumeration, a time, an amount as text: nothing that a person writes. */
const asFigure = (text: string): string => (/^[\w.:+-]{0,64}$/.test(text) ? withoutSecrets(text) : CONCEALED);

/**
 * The content of a request or response for the request log: members of figures as they are, such as identifiers, amounts,
 * enumerations and times, and {@link CONCEALED} for every other value, of whatever kind it was sent.
 *
 * @param concealing Names that do not mean their field here, such as aliases of a GraphQL document.
 */
export function concealed(content: unknown, concealing: ReadonlySet<string> = new Set()): unknown {
  const known = shown();
  const shownAs = (value: unknown, name: string): unknown => {
    if (value === null || value === undefined || typeof value === 'boolean') return value;
    if (Array.isArray(value)) return value.map((each) => shownAs(each, name));
    if (typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [asFigure(withPlainNames(key)), shownAs(member, key)]),
      );
    if (!known.has(name) || concealing.has(name)) return CONCEALED;
    if (typeof value === 'number') return Math.abs(value) <= NUMBER_MAX ? value : CONCEALED;
    const text = String(value);
    return name === 'message' ? withoutSecrets(text).slice(0, TEXT_MAX) : asFigure(text);
  };
  return shownAs(content, '');
}

/** A path with its identifiers, and without anything else that was sent in it. */
export const concealedPath = (path: string): string =>
  path.split('/').map(asFigure).join('/').slice(0, TEXT_MAX);

/** A text that a client chose, such as an idempotency key. */
export const concealedWord = (word: string | null): string | null =>
  word === null ? null : /^[\w.:+/=-]{1,255}$/.test(word) ? withoutSecrets(word) : CONCEALED;
