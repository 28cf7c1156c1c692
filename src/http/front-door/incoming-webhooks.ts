import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { RequestRecord } from '../../core/foundation/context.ts';
import { notFound } from '../../core/foundation/errors.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import type { IncomingWebhook } from '../../core/foundation/ports/connector.ts';
import type { ReceivedWebhook } from '../../core/outcomes/receive-webhook.ts';
import { rawBody } from '../requests/request-body.ts';
import { recordOf, requestIdOf } from '../requests/request-log.ts';
import { sendJson } from '../requests/responses.ts';
import { addRoute } from '../requests/routes.ts';

/** More than the API's own limit: connectors may send many events at once. */
const BODY_MAX_BYTES = 1024 * 1024;
const BODY_MAX_TEXT = '1 MiB';

const PATH = '/webhooks/{merchant_id}/{merchant_connector_id}';

/** Processes a webhook for a connector account; `read` parses it once the account is known. */
export type ReceiveWebhook = (
  requestId: string,
  record: RequestRecord,
  source: { readonly merchantId: string; readonly merchantConnectorId: string },
  read: () => Promise<IncomingWebhook>,
) => Promise<ReceivedWebhook>;

// Signatures cover the raw bytes: nothing may be inflated or parsed before they are verified.
const readBody = rawBody(BODY_MAX_BYTES, BODY_MAX_TEXT);

/**
 * The endpoint for connectors' webhooks. It takes no API key: the connector's signature authenticates the request.
 * Specification: Events, rule 4.
 */
export function incomingWebhooks(receive: ReceiveWebhook): Router {
  const router = Router({ caseSensitive: true, strict: true });
  addRoute(router, PATH, { post: handleWebhook(receive) });
  return router;
}

function handleWebhook(receive: ReceiveWebhook): RequestHandler {
  return async (req, res) => {
    const { merchant_connector_id: merchantConnectorId = '', merchant_id: merchantId = '' } =
      req.params as Record<string, string>;
    if (!isIdentifier(merchantId) || !isIdentifier(merchantConnectorId)) throw notFound('connector account');
    const source = { merchantId, merchantConnectorId };
    const { response, results } = await receive(requestIdOf(res), recordOf(res), source, () => {
      // Only of an account that exists: a stranger's path may hold anything.
      res.locals.webhookOf = { merchant_id: merchantId, merchant_connector_id: merchantConnectorId };
      return readWebhook(req, res);
    });
    const ignored = results.filter((result) => result === 'ignored').length;
    if (ignored > 0) {
      const ids = { request_id: requestIdOf(res), ...source };
      req.log.warn({ ...ids, events: results.length, ignored }, 'webhook events match no known object');
    }
    if (response) res.status(response.status).type(response.contentType).send(response.body);
    else sendJson(res, 200, {});
  };
}

async function readWebhook(req: Request, res: Response): Promise<IncomingWebhook> {
  return { headers: req.headers, body: await readBody(req, res) };
}
