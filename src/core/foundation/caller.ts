import { Problem } from './errors.ts';

/** The caller a key identifies. Specification: Authentication. */
export type Caller =
  | { readonly kind: 'api_key'; readonly merchantId: string; readonly keyId: string }
  | { readonly kind: 'publishable_key'; readonly merchantId: string }
  | { readonly kind: 'admin_key' };

export type KeyKind = Caller['kind'];

/** For error messages. */
export const keyKindNames: Readonly<Record<KeyKind, string>> = Object.freeze({
  api_key: 'an API key',
  publishable_key: 'a publishable key',
  admin_key: 'the admin API key',
});

/**
 * Checks that an operation accepts the caller's kind of key. Specification: Authentication.
 *
 * @throws {Problem} `wrong_key_kind`, listing the accepted kinds.
 */
export function requireKind(caller: Caller, kinds: readonly KeyKind[]): void {
  if (kinds.includes(caller.kind)) return;
  const accepted = kinds.map((kind) => keyKindNames[kind]).join(' or ');
  throw new Problem(
    'wrong_key_kind',
    `This operation requires ${accepted}, not ${keyKindNames[caller.kind]}.`,
  );
}
