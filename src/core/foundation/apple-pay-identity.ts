/** The merchant's identity at Apple in an account's `connector_wallets_details.apple_pay`. Secrets are in the clear. */
export interface ApplePayIdentity {
  readonly merchantIdentifier: string | null;
  readonly displayName: string | null;
  /** ISO 3166 code of the merchant's country. */
  readonly country: string | null;
  /** The domain of merchant sessions for pages without their own domain. */
  readonly domain: string | null;
  /** The merchant identity certificate with its key, in PEM; null unless both are present. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
}

type Json = Readonly<Record<string, unknown>>;

const objectIn = (of: Json, name: string): Json => {
  const value = of[name];
  return typeof value === 'object' && value !== null ? (value as Json) : {};
};
/** A member if it is a non-empty text; null otherwise. */
export const textIn = (of: Json, name: string): string | null => {
  const value = of[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const PEM_HEAD = '-----BEGIN ';
const LINE = 64;

/**
 * A certificate or key in PEM: unchanged, with escaped line breaks, fully Base64-encoded, or only the Base64 body
 * without the PEM lines.
 *
 * @param label Label in the first line, such as `CERTIFICATE`.
 */
function pemOf(text: string | null, label: string): string | null {
  if (text === null) return null;
  const given = text.replaceAll('\\n', '\n').trim();
  if (given.startsWith(PEM_HEAD)) return `${given}\n`;
  const decoded = Buffer.from(given, 'base64');
  if (decoded.subarray(0, PEM_HEAD.length).toString() === PEM_HEAD) return `${decoded.toString().trim()}\n`;
  const lines = decoded.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/**
 * Reads an account's Apple Pay settings: the members of the specification's `session_token_data`, in an object of
 * that name or at the top level. Missing members and members other than texts are null.
 *
 * @param wallets `connector_wallets_details`.
 */
export function applePayIdentity(wallets: Json): ApplePayIdentity {
  const own = objectIn(wallets, 'apple_pay');
  const data = { ...own, ...objectIn(own, 'session_token_data') };
  const cert = pemOf(textIn(data, 'certificate'), 'CERTIFICATE');
  const key = pemOf(textIn(data, 'certificate_keys'), 'PRIVATE KEY');
  return {
    merchantIdentifier: textIn(data, 'merchant_identifier'),
    displayName: textIn(data, 'display_name'),
    country: textIn(data, 'merchant_business_country'),
    domain: textIn(data, 'initiative_context'),
    certificate: cert && key ? { cert, key } : null,
  };
}
