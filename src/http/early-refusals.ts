import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Problem } from '../core/foundation/errors.ts';
import type { IdMaker } from '../core/foundation/ids.ts';
import { type Admission, busy } from './admission.ts';
import { peekBody } from './peek-body.ts';
import { requestIdFor } from './request.ts';
import { problemBody, problemHeaders } from './responses.ts';

/** What refusing early needs. */
export interface EarlyRefusals {
  readonly admission: Pick<Admission, 'refuses' | 'noteRefusal'>;
  readonly ids: IdMaker;
  /** The path of the GraphQL endpoint, and its body for a problem. */
  readonly graphql: {
    readonly path: string;
    readonly body: (problem: Problem, requestId: string) => unknown;
  };
}

/**
 * Refuses reads that {@link Admission} would refuse before the application handles them: at several times the load it
 * carries, the service would otherwise spend most of its time on refusals. It takes only requests that are certain to be
 * reads; the application decides on any other.
 */
export function refuseEarly(listener: RequestListener, parts: EarlyRefusals): RequestListener {
  const { admission, graphql } = parts;
  return (req, res) => {
    // Sessions have cookies, and pages of other origins need headers of their own.
    const isKeyed = req.headers['api-key'] !== undefined && req.headers.origin === undefined;
    if (!isKeyed || !admission.refuses('read')) listener(req, res);
    else if (req.method === 'GET' && !isGraphql(req, graphql.path) && !req.url!.startsWith('/health/'))
      refuse(req, res, parts, problemBody);
    else if (req.method === 'POST' && isGraphql(req, graphql.path)) {
      const refuseIt = () => refuse(req, res, parts, graphql.body);
      peekBody(
        req,
        (body) => (isQuery(body) ? refuseIt : null),
        () => listener(req, res),
      );
    } else listener(req, res);
  };
}

const isGraphql = ({ url }: IncomingMessage, path: string) =>
  url!.startsWith(path) && (url!.length === path.length || url![path.length] === '?');

/** A document with an operation that is no query names its kind. An escape sequence could hide the name. */
const isQuery = (body: Buffer) => !['mutation', 'subscription', '\\u'].some((word) => body.includes(word));

function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  { admission, ids }: EarlyRefusals,
  bodyOf: (problem: Problem, requestId: string) => unknown,
): void {
  admission.noteRefusal('read');
  const requestId = requestIdFor(req, ids);
  // As one string with its head, the body takes no write of its own.
  const body = JSON.stringify(bodyOf(busy, requestId));
  res.writeHead(busy.status, problemHeaders(busy, requestId, Buffer.byteLength(body)));
  res.end(body);
}
