import type { Endpoint } from '../webhook-endpoints/endpoint.ts';
import { basicAuthentication } from './compose.ts';

const MASK = '****';
/** The shortest prefix of a secret that is masked at the end of a truncated text. */
const PREFIX_MIN = 3;

/** The endpoint's secrets, in every encoding in which a response may echo them. */
function secretsOf(endpoint: Endpoint): string[] {
  const basic = basicAuthentication(endpoint)?.slice('Basic '.length);
  const query = URL.parse(endpoint.url)?.search.slice(1);
  const signing = endpoint.secrets.map(({ text }) => text);
  const known = [endpoint.password, ...signing, basic, query, ...Object.values(endpoint.headers)];
  const secrets = known.filter((secret): secret is string => typeof secret === 'string' && secret !== '');
  const encodings = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
    escapeHtml(secret),
  ]);
  // Longest first: masking a shorter secret inside a longer one would leave the rest of the longer one readable.
  return [...new Set(encodings)].sort((a, b) => b.length - a.length);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!);

/** Masks the endpoint's secrets in a response body, which may be truncated in the middle of one. */
export function maskSecrets(text: string, endpoint: Endpoint): string {
  if (text === '') return text;
  const secrets = secretsOf(endpoint);
  let masked = text;
  for (const secret of secrets) masked = masked.replaceAll(secret, MASK);
  const prefix = Math.max(0, ...secrets.map((secret) => prefixAtEnd(masked, secret)));
  return prefix === 0 ? masked : masked.slice(0, -prefix) + MASK;
}

/** The length of the longest prefix of a secret that a text ends with. */
function prefixAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= PREFIX_MIN; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
