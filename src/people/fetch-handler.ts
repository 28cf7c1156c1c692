import type { Request as ExpressRequest, RequestHandler } from 'express';

/** A request handler in the form of the Fetch API. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** The headers of a request with additions, and without the body's headers: the body is serialized again. */
export function headersOf(req: ExpressRequest, added: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...req.headers, ...added })) {
    if (value !== undefined) headers.set(name, String(value));
  }
  for (const name of ['content-length', 'transfer-encoding']) headers.delete(name);
  return headers;
}

/**
 * Serves requests by a handler of the Fetch API. The body has been parsed as JSON before.
 *
 * @param origin The service's public origin, regardless of the request's `Host`.
 * @param added Headers to add to the request.
 */
export function serveFetch(
  handler: FetchHandler,
  origin: () => string,
  added: (req: ExpressRequest) => Readonly<Record<string, string>>,
): RequestHandler {
  return async (req, res) => {
    const headers = headersOf(req, added(req));
    const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
    const { pathname, search } = new URL(req.originalUrl, origin());
    const response = await handler(
      new Request(origin() + pathname + search, {
        method: req.method,
        headers,
        ...(hasBody ? { body: JSON.stringify(req.body ?? {}) } : {}),
      }),
    );
    res.status(response.status);
    for (const [name, value] of response.headers) {
      if (name !== 'set-cookie') res.setHeader(name, value);
    }
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) res.setHeader('set-cookie', cookies);
    const retryAfter = response.headers.get('x-retry-after');
    if (retryAfter !== null) res.setHeader('retry-after', retryAfter);
    res.end(Buffer.from(await response.arrayBuffer()));
  };
}
