import { randomBytes } from 'node:crypto';
import { type RequestHandler, type Response, Router } from 'express';
import { type Context, withinMerchant } from '../core/foundation/context.ts';
import { notFound } from '../core/foundation/errors.ts';
import { completeReturn } from '../core/outcomes/complete-return.ts';
import type { ReturnToMerchant } from '../core/payments/return-to-merchant.ts';
import { nameRoute } from './logging.ts';
import { otherMethods } from './methods.ts';
import { requestIdOf } from './request-id.ts';
import { formHtml, plainHtml } from './return-html.ts';

const PATH = '/return/:merchant_id/:payment_id';
const identifier = /^[A-Za-z0-9_-]{1,64}$/;
const NONCE_BYTES = 16;

/**
 * Where connectors and issuers send a customer's browser back to. It takes no key: nothing is shown but how the
 * payment stands, and nothing is believed that the browser says. Issuers send it with a POST.
 */
export function returnPage(contextFor: (requestId: string) => Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handle: RequestHandler = async (req, res) => {
    const { merchant_id: merchantId, payment_id: paymentId } = req.params as Record<string, string>;
    if (!merchantId || !paymentId || ![merchantId, paymentId].every((id) => identifier.test(id))) {
      throw notFound('payment');
    }
    const ctx = withinMerchant(contextFor(requestIdOf(res)), merchantId);
    send(res, await completeReturn(ctx, merchantId, paymentId));
  };
  router
    .route(PATH)
    .all(nameRoute('/return/{merchant_id}/{payment_id}'))
    .get(handle)
    .post(handle)
    .all(otherMethods(['get', 'post']));
  return router;
}

function send(res: Response, back: ReturnToMerchant): void {
  // The address that the customer comes from names the payment, which is nobody else's business.
  res.setHeader('referrer-policy', 'no-referrer');
  const { method, parameters, url } = back;
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  if (url === null) html(res, nonce, "'none'", plainHtml(parameters.status ?? '', nonce));
  else if (method === 'post') html(res, nonce, new URL(url).origin, formHtml(url, parameters, nonce));
  else res.status(303).set('location', withParameters(url, parameters)).end();
}

/** Ours take the place of parameters of the same names, so that a merchant reads each once. */
function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * A page that may do one thing: send its form to the merchant. It may stand in a frame, as the challenge that
 * the customer comes from may have.
 */
function html(res: Response, nonce: string, formAction: string, page: string): void {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
  ];
  res.status(200).set('content-security-policy', policy.join('; ')).type('html').send(page);
}
