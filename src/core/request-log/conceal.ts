import { maskedText } from '../foundation/mask-text.ts';
import { camelCase, describedFields, type FieldDescription } from '../model/index.ts';
import { isFigure, isSecret } from '../writes/outbox/field-changes.ts';

/** Stands for a value that may be secret or personal. */
export const CONCEALED = '•••';

/** An identifier, amount, enumeration, flag, time, currency or country. */
const isShown = (field: FieldDescription) =>
  isFigure(field) || field.kind === 'enumeration_list' || field.format === 'country';
const isConfidential = (field: FieldDescription) =>
  Boolean(field.personal || (isSecret(field) && !isFreeForm(field)));
/** Whether anything may be below it, under any name. */
const isFreeForm = ({ kind, schema }: FieldDescription) => kind === 'json_object' && schema === undefined;

/** The members of errors and pages, which no class describes. */
const ofEveryAnswer = ['code', 'param', 'request_id', 'size', 'has_more', 'limit', 'operation_name'];

/** Where a response has errors, whose messages repeat no values. */
const ofErrors: ReadonlySet<string> = new Set(['error', 'errors', 'userErrors']);

interface Names {
  /** Of which no class has a field that is secret or personal. */
  readonly shown: ReadonlySet<string>;
  /** Of objects in which names mean nothing. */
  readonly freeForm: ReadonlySet<string>;
}

let names: Names | undefined;

/** The names in REST and in GraphQL. */
function namesOfFields(): Names {
  if (names) return names;
  const fields = describedFields();
  const namesOf = (is: (field: FieldDescription) => boolean) => fields.filter(is).map(({ name }) => name);
  const confidential = new Set(namesOf(isConfidential));
  const figures = [...namesOf(isShown), ...ofEveryAnswer].filter((name) => !confidential.has(name));
  const inBoth = (some: readonly string[]) => new Set(some.flatMap((name) => [name, camelCase(name)]));
  names = { shown: inBoth(figures), freeForm: inBoth(namesOf(isFreeForm)) };
  return names;
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

const none: ReadonlySet<string> = new Set();

interface Concealing {
  /** Names that do not mean their field here, such as aliases of a GraphQL document. */
  readonly concealing?: ReadonlySet<string> | undefined;
  /** Whether members that are null are kept: of a request they mean something, of a response they are most of it. */
  readonly nulls?: boolean;
}

/** The longest content that is kept, in characters. */
export const CONTENT_MAX = 16 * 1024;

/**
 * The content of a request or response for the request log: members of figures as they are, such as identifiers, amounts,
 * enumerations and times, and {@link CONCEALED} for every other value, of whatever kind it was sent.
 *
 * @returns Null for content that would be longer than {@link CONTENT_MAX}. No more of it is looked at: that would hold up
 * requests.
 */
export function concealed(content: unknown, { concealing = none, nulls = true }: Concealing = {}): unknown {
  const { freeForm, shown } = namesOfFields();
  // A value takes two characters at least, with its comma; a member three more, and its name.
  let left = CONTENT_MAX;
  const shownAs = (value: unknown, name: string, parent: string, isFree: boolean): unknown => {
    left -= 2;
    if (left < 0) return null;
    if (value === null || value === undefined || typeof value === 'boolean') return value;
    if (Array.isArray(value)) return value.map((each) => shownAs(each, name, parent, isFree));
    if (typeof value === 'object') {
      const free = isFree || freeForm.has(name);
      const members: [name: string, shown: unknown][] = [];
      const object = value as Record<string, unknown>;
      const keys = Object.keys(object).filter((key) => nulls || object[key] !== null);
      left -= 3 * keys.length;
      for (const key of keys) {
        if (left < 0) return null;
        const shownKey = asFigure(withPlainNames(key));
        left -= shownKey.length;
        members.push([shownKey, shownAs(object[key], key, name, free)]);
      }
      return Object.fromEntries(members);
    }
    const text = String(value);
    if (name === 'message' && ofErrors.has(parent)) return withoutSecrets(text).slice(0, TEXT_MAX);
    if (isFree || !shown.has(name) || concealing.has(name)) return CONCEALED;
    if (typeof value === 'number') return Math.abs(value) <= NUMBER_MAX ? value : CONCEALED;
    return asFigure(text);
  };
  const result = shownAs(content, '', '', false);
  return left < 0 ? null : result;
}

/** A path with its identifiers, and without anything else that was sent in it. */
export const concealedPath = (path: string): string =>
  path.split('/').map(asFigure).join('/').slice(0, TEXT_MAX);

/** A text that a client chose, such as an idempotency key. */
export const concealedWord = (word: string | null): string | null =>
  word === null ? null : /^[\w.:+/=-]{1,255}$/.test(word) ? withoutSecrets(word) : CONCEALED;
