import { UnansweredError } from '../../core/foundation/ports/connector.ts';
import { connectionError } from '../exchange.ts';
import { AdyenBusyError, AdyenRefusal, withoutNumbers } from './errors.ts';
import type { ClientInterface } from './library.ts';

/** A request under the same key is in progress, or Adyen is overloaded: neither determines an outcome. */
const undecidedCodes: ReadonlySet<string> = new Set(['703', '704']);

/**
 * The transport of the package's services to Adyen. The package's own supports only HTTPS, which rules out a stand-in
 * for Adyen, opens a connection for every request, follows redirects, and throws errors that hold the response's
 * headers and body. This one honours the call's signal, sends nothing twice, and throws errors without bodies.
 *
 * @param baseUrl The address of a stand-in with Adyen's paths; null for Adyen itself.
 */
export const transport = (baseUrl: string | null): ClientInterface => ({
  async request(endpoint, body, { apiKey }, _isKeyRequired, options = {}) {
    const { pathname, origin } = new URL(endpoint);
    const query = options.params ? `?${new URLSearchParams(options.params)}` : '';
    const { idempotencyKey, signal } = options;
    const response = await send(`${baseUrl ?? origin}${pathname}${query}`, {
      method: options.method ?? 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey ?? '',
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: options.method === 'GET' ? null : body.toString(),
      redirect: 'error',
      signal: signal ?? null,
    });
    const text = await response.text();
    const answer = parsed(text);
    if (response.ok) {
      // The package would log a part of a response that is not JSON.
      if (answer === null && response.status !== 204)
        throw new UnansweredError('Adyen answered with something other than JSON.');
      return text;
    }
    throw errorOf(response, answer ?? {});
  },
});

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw connectionError('Adyen', error);
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' ? (answer as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** A refusal of the request, or an error that leaves open whether Adyen acted on it. */
function errorOf({ headers, status }: Response, answer: Record<string, unknown>): Error {
  const code = typeof answer.errorCode === 'string' && answer.errorCode ? answer.errorCode : `http_${status}`;
  const message = withoutNumbers(typeof answer.message === 'string' ? answer.message : 'no message given');
  if (status === 429) return new AdyenBusyError('Adyen takes no more requests at present.');
  const isUndecided =
    status >= 500 || status < 400 || undecidedCodes.has(code) || headers.get('transient-error') === 'true';
  if (isUndecided) return new UnansweredError(`Adyen answered ${status} (${code}): ${message}`);
  return new AdyenRefusal(status, code, message);
}
