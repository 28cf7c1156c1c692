import type { Shape } from './shapes.ts';
import { CONCEALED, figure, LOGGED_TEXT_MAX, withoutSecrets } from './texts.ts';

/** The longest content that is kept, in characters. */
export const CONTENT_MAX = 16 * 1024;

interface Concealing {
  /** Whether members that are null are kept: of a request they mean something, of a response they are most of it. */
  readonly nulls?: boolean;
}

/**
 * The content of a request or response for the request log: what its shape knows to be harmless, and {@link CONCEALED} for
 * every other value, of whatever kind it was sent. Names that the shape does not know are concealed too: they are the
 * caller's own.
 *
 * @returns Null for content that would be longer than {@link CONTENT_MAX}. No more of it is looked at: that would hold up
 * requests.
 */
export function concealed(content: unknown, shape: Shape, { nulls = true }: Concealing = {}): unknown {
  // A value takes two characters at least, with its comma; a member three more, and its name.
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
 * A path with its identifiers, and without anything else that was sent in it.
 *
 * @param route The route's pattern, such as `/payments/{payment_id}`; null for a path that is no route's.
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

/** A text that a client chose, such as an idempotency key. */
export const concealedWord = (word: string | null): string | null =>
  word === null ? null : /^[\w.:+/=-]{1,255}$/.test(word) ? withoutSecrets(word) : CONCEALED;
