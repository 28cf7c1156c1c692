import { invalidParameter } from '../foundation/errors.ts';
import { transportHeaders } from '../webhook-endpoints/endpoint.ts';

const PARAM = 'outgoing_webhook_custom_http_headers';

/** A token of RFC 9110: what a header's name may be. */
const legalName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, with spaces and tabs inside it: a line break would begin another header. */
const legalValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers that the service itself sets on each webhook, or that say how it is carried. */
const ours = new Set([
  ...transportHeaders,
  'authorization',
  'content-encoding',
  'content-type',
  'date',
  'proxy-authorization',
  'user-agent',
]);
const ourPrefix = /^(x-)?webhook-/;

/**
 * Checks the headers that a merchant adds to its webhooks. Specification: Events, rule 3. No message repeats a
 * name that is not one of ours, nor any value: they may be secrets.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireWebhookHeaders(given: unknown): void {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    const known = name.toLowerCase();
    if (!legalName.test(name)) refuse('must have names that are legal names of HTTP headers');
    if (ours.has(known) || ourPrefix.test(known))
      refuse(`must not have ${known}, which the service sets itself`);
    if (seen.has(known)) refuse('must have each name once; capitals make no difference');
    if (typeof value !== 'string' || !legalValue.test(value)) refuse('must have values of printable ASCII');
    seen.add(known);
  }
}

function refuse(fault: string): never {
  throw invalidParameter(PARAM, `${PARAM} ${fault}.`);
}
