/** Who is calling, as their key says. Specification: Authentication. */
export type Caller =
  | { readonly kind: 'api_key'; readonly merchantId: string; readonly keyId: string }
  | { readonly kind: 'publishable_key'; readonly merchantId: string }
  | { readonly kind: 'admin_key' };

export type KeyKind = Caller['kind'];

/** The kinds of key in people's words, for messages. */
export const keyKindNames: Readonly<Record<KeyKind, string>> = Object.freeze({
  api_key: 'an API key',
  publishable_key: 'a publishable key',
  admin_key: 'the admin API key',
});
