import type { Endpoint } from '../webhook-endpoints/endpoint.ts';
import { basicAuthentication } from './compose.ts';

const STARS = '****';
/** The shortest beginning of a secret that is taken for one, where a text was cut off in the middle of it. */
const BEGINNING_MIN = 3;

/** What an endpoint is told that nobody else is to read, in the forms that an answer may repeat it in. */
function secretsOf(endpoint: Endpoint): string[] {
  const basic = basicAuthentication(endpoint)?.slice('Basic '.length);
  const query = URL.parse(endpoint.url)?.search.slice(1);
  const known = [endpoint.password, endpoint.signingKey, basic, query, ...Object.values(endpoint.headers)];
  const secrets = known.filter((secret): secret is string => typeof secret === 'string' && secret !== '');
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
    escapedForHtml(secret),
  ]);
  // The longest first: none that is a part of another leaves the rest of it standing.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapedForHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => entities[letter]!);

/** A text that an endpoint answered, with stars for every secret of the endpoint that it repeats. */
export function scrubbed(text: string, endpoint: Endpoint): string {
  const secrets = secretsOf(endpoint);
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, STARS);
  const beginning = secrets
    .map((secret) => beginningAtEnd(clean, secret))
    .reduce((a, b) => Math.max(a, b), 0);
  return beginning === 0 ? clean : clean.slice(0, -beginning) + STARS;
}

/** How much of a secret's beginning a text ends with: only so much of an answer is kept. */
function beginningAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= BEGINNING_MIN; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
