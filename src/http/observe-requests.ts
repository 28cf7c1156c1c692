import type { RequestHandler, Response } from 'express';
import type { Observe, Step } from '../core/foundation/ports/observe.ts';

/** Anything else may come from anybody, under any name. */
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

/** The status of a request whose client hung up before its response was complete: that of nginx. */
const HUNG_UP = '499';

/** Observes each request until its response is closed, by its route's pattern and its status. */
export function observeRequests(observe: Observe): RequestHandler {
  return (req, res, next) => {
    const labels = { method: methods.has(req.method) ? req.method : 'other', route: 'none' };
    const step: Step<'request'> = {
      kind: 'request',
      labels,
      ids: { request_id: String(req.id) },
      cause: req.headers.traceparent as string | undefined,
    };
    const handle = () =>
      new Promise<void>((resolve) => {
        // For the request's line in the log.
        res.locals.traceId = step.traceId;
        res.once('close', () => {
          labels.route = (res.locals.route as string | undefined) ?? 'none';
          resolve();
        });
        next();
      });
    void observe(step, handle, () => resultOf(res));
  };
}

/** The status. An event stream lasts as long as its client likes, which says nothing of the service. */
function resultOf(res: Response): string | null {
  if (String(res.getHeader('content-type')).startsWith('text/event-stream')) return null;
  return res.writableFinished ? String(res.statusCode) : HUNG_UP;
}
