import type { Shape } from './shapes.ts';
import { CONCEALED, figure, LOGGED_TEXT_MAX, withoutSecrets } from './texts.ts';

/** Maximum length of stored content, in characters. */
export const CONTENT_MAX = 16 * 1024;

interface Concealing {
  /** Whether to keep null members: in a request they have a meaning, in a response they are most of the content. */
  readonly nulls?: boolean;
}

/**
 * The content of a request or response for the request log: the values that its shape marks as harmless, and {@link
 * CONCEALED} for every other value of any type. Names that the shape does not know are concealed too, because the caller
 * chose them.
 *
 * @returns Null for content longer than {@link CONTENT_MAX}. The rest is not examined: that would delay requests.
 */
export function concealed(content: unknown, shape: Shape, { nulls = true }: Concealing = {}): unknown {
  // A value has at least two characters, with its comma; a member three more, and its name.
  let left = CONTENT_MAX;
  const shownAs = (value: unknown, at: Shape): unknown => {
    left -= 2;
    if (left < 0) return null;
    if (value === null || value === undefined) return value;
    if (Array.isArray(value)) return value.map((each) => shownAs(each, at));
    if (typeof value === 'object') return at.member ? members(value, at.member) : CONCEALED;
    return at.shown?.(value as string | number | boolean) ?? CONCEALED;
  };
  const members = (object: object, member: NonNullable<Shape['member']>): object => {
    const values = object as Readonly<Record<string, unknown>>;
    const names = Object.keys(values).filter((name) => nulls || values[name] !== null);
    left -= 3 * names.length;
    const shown: [name: string, shown: unknown][] = [];
    for (const name of names) {
      if (left < 0) break;
      const inside = member(name);
      left -= inside ? name.length : CONCEALED.length;
      shown.push(inside ? [name, shownAs(values[name], inside)] : [CONCEALED, CONCEALED]);
    }
    return Object.fromEntries(shown);
  };
  const result = shownAs(content, shape);
  return left < 0 ? null : result;
}

/** Parameters of paths with an identifier. */
const isIdentifier = (parameter: string) => /^\{(\w+_id|number)\}$/.test(parameter);

/**
 * A path with its identifiers, without other values sent in it.
 *
 * @param route The route's pattern, such as `/payments/{payment_id}`; null for an unknown path.
 */
export function concealedPath(path: string, route: string | null): string {
  const pattern = (route ?? '').split('/');
  const segments = path.split('/');
  const isRoutes = pattern.length === segments.length;
  const shown = segments.map((segment, i) => {
    if (segment === '' || segment === pattern[i]) return segment;
    return isRoutes && isIdentifier(pattern[i]!) ? figure(segment) : CONCEALED;
  });
  return shown.join('/').slice(0, LOGGED_TEXT_MAX);
}

/** A text chosen by the client, such as an idempotency key. */
export const concealedWord = (word: string | null): string | null =>
  word === null ? null : /^[\w.:+/=-]{1,255}$/.test(word) ? withoutSecrets(word) : CONCEALED;
