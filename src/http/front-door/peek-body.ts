import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/**
 * Inspects a body that has arrived in one piece, before any parser reads it.
 *
 * @param take Returns the handling of the request if it takes the body; null leaves the body to be read.
 * @param otherwise Called for a request whose body was not taken.
 */
export function peekBody(
  req: IncomingMessage,
  take: (body: Buffer) => (() => void) | null,
  otherwise: () => void,
): void {
  const length = Number(req.headers['content-length']);
  if (!(length > 0)) {
    otherwise();
    return;
  }
  const onReadable = () => {
    const body = req.read() as Buffer | null;
    const taken = body !== null && body.length === length ? take(body) : null;
    // At once: on the next tick the stream would end.
    if (body !== null && !taken) req.unshift(body);
    (taken ?? otherwise)();
  };
  // Keeps the request's work in its trace: the event comes from the connection. `AsyncResource.bind` would give each
  // function a prototype, which keeps the whole request until the next old-generation collection.
  const scope = new AsyncResource('body');
  req.once('readable', () => scope.runInAsyncScope(onReadable));
}
