import { invalidParameter } from '../foundation/errors.ts';

/** Headers that concern the connection, which only the sender may set. */
export const transportHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const PARAM = 'outgoing_webhook_custom_http_headers';

/** An RFC 9110 token. */
const legalName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with inner spaces and tabs. A line break would inject another header. */
const legalValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers that the service or the HTTP connection sets on each webhook. */
const reserved = new Set([
  ...transportHeaders,
  'authorization',
  'content-encoding',
  'content-type',
  'date',
  'proxy-authorization',
  'user-agent',
]);
const reservedPrefix = /^(x-)?webhook-/;

/**
 * Checks the custom headers a merchant adds to its webhooks. Specification: Events, rule 3. Messages name reserved
 * headers only and contain no values: both may be secrets.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireWebhookHeaders(headers: unknown, param: string = PARAM): void {
  const reject = (fault: string): never => {
    throw invalidParameter(param, `${param} ${fault}.`);
  };
  const seen = new Set<string>();
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, unknown>)) {
    const header = name.toLowerCase();
    if (!legalName.test(name)) reject('must have valid HTTP header names');
    if (reserved.has(header) || reservedPrefix.test(header))
      reject(`must not have ${header}, which the service sets itself`);
    if (seen.has(header)) reject('must have each name once, ignoring case');
    if (typeof value !== 'string' || !legalValue.test(value)) reject('must have values of printable ASCII');
    seen.add(header);
  }
}
