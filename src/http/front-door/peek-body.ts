import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/**
 * Looks at a body that has arrived in one piece, before anything reads it.
 *
 * @param take Returns what to do with the request if it takes the body; null leaves the body to be read.
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
  // What is done for the request stays part of its trace: the event comes from the connection. `AsyncResource.bind` would
  // make a prototype of each function, which keeps the whole request until the next collection of old objects.
  const scope = new AsyncResource('body');
  req.once('readable', () => scope.runInAsyncScope(onReadable));
}
