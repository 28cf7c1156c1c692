import { type Request, type RequestHandler, type Response, Router, raw } from 'express';
import type { IncomingWebhook } from '../core/foundation/connector.ts';
import { notFound, Problem } from '../core/foundation/errors.ts';
import type { EventResult } from '../core/outcomes/receive-webhook.ts';
import { sendJson } from './json.ts';
import { nameRoute } from './logging.ts';
import { otherMethods } from './methods.ts';
import { requestIdOf } from './request-id.ts';

/** Largest body, in bytes: connectors send many events at once. */
const BODY_MAX_BYTES = 1024 * 1024;
const BODY_MAX_TEXT = '1 MiB';

const PATH = '/webhooks/:merchant_id/:merchant_connector_id';
const identifier = /^[A-Za-z0-9_-]{1,64}$/;

/** What takes the webhooks of a connector account. */
export type ReceiveWebhook = (
  requestId: string,
  source: { readonly merchantId: string; readonly merchantConnectorId: string },
  read: () => Promise<IncomingWebhook>,
) => Promise<EventResult[]>;

// The bytes as they came: a signature is over them, so nothing may be inflated or parsed before it is checked.
const parse = raw({ limit: BODY_MAX_BYTES, inflate: false, type: () => true });

/**
 * The door for what connectors tell by themselves. It takes no API key; the connector's signature is the proof.
 * Specification: Events, item 4.
 */
export function incomingWebhooks(receive: ReceiveWebhook): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(PATH)
    .all(nameRoute('/webhooks/{merchant_id}/{merchant_connector_id}'))
    .post(take(receive))
    .all(otherMethods(['post']));
  return router;
}

function take(receive: ReceiveWebhook): RequestHandler {
  return async (req, res) => {
    const { merchant_connector_id: merchantConnectorId, merchant_id: merchantId } = req.params as Record<
      string,
      string
    >;
    if (
      !merchantId ||
      !merchantConnectorId ||
      ![merchantId, merchantConnectorId].every((id) => identifier.test(id))
    ) {
      throw notFound('connector account');
    }
    const source = { merchantId, merchantConnectorId };
    const results = await receive(requestIdOf(res), source, () => readWebhook(req, res));
    const ignored = results.filter((result) => result === 'ignored').length;
    if (ignored > 0)
      req.log.warn({ ...source, events: results.length, ignored }, 'webhook about nothing known');
    sendJson(res, 200, {});
  };
}

async function readWebhook(req: Request, res: Response): Promise<IncomingWebhook> {
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error ? reject(bodyProblem(error)) : resolve()));
  });
  return { headers: req.headers, body: Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0) };
}

/** The cause is dropped on purpose: it carries the body, and causes are logged. */
function bodyProblem(error: unknown): Problem {
  const type = String((error as { type?: unknown }).type);
  if (type === 'entity.too.large') {
    return new Problem('body_too_large', `The body must not be larger than ${BODY_MAX_TEXT}.`);
  }
  if (type === 'encoding.unsupported') {
    return new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.');
  }
  return new Problem('malformed_json', 'The body did not arrive whole.');
}
