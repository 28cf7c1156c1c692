/** Calls of the service. `@switchyard/node` has them with types. */
import { setTimeout as wait } from 'node:timers/promises';

const ATTEMPTS = 3;

/**
 * A client of the REST API. A write has an idempotency key of its caller's: repeated after a time-out or a crash it returns
 * the first answer, and nothing happens twice.
 */
export function client(baseUrl, apiKey) {
  const call = async (path, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(baseUrl + path, init).catch((error) => {
        if (attempt === ATTEMPTS) throw error;
        return null;
      });
      const mayPass = !response || response.status === 429 || response.status === 503;
      if (!mayPass || attempt === ATTEMPTS) {
        const body = await response.json();
        if (response.ok) return body;
        throw new Error(`${path}: ${body.error.code}: ${body.error.message}`);
      }
      await wait(1_000 * Number(response?.headers.get('retry-after') ?? attempt));
    }
  };
  return {
    get: (path) => call(path, { headers: { 'api-key': apiKey } }),
    post: (path, body, idempotencyKey) =>
      call(path, {
        method: 'POST',
        headers: {
          'api-key': apiKey,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body),
      }),
  };
}
