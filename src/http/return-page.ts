import { randomBytes } from 'node:crypto';
import { type RequestHandler, type Response, Router } from 'express';
import validator from 'validator';
import { type Context, withinMerchant } from '../core/foundation/context.ts';
import { notFound } from '../core/foundation/errors.ts';
import { isIdentifier } from '../core/foundation/ids.ts';
import { completeReturn } from '../core/outcomes/complete-return.ts';
import { requirePageToken } from '../core/payments/customer-session.ts';
import type { ReturnToMerchant } from '../core/payments/return-to-merchant.ts';
import { requestIdOf } from './request.ts';
import { addRoute } from './routes.ts';

const PATH = '/return/{merchant_id}/{payment_id}/{token}';
const NONCE_BYTES = 16;

/**
 * The page that connectors and issuers redirect a customer's browser to; issuers do so with a POST. It takes no key:
 * its address holds a token of the payment instead. It trusts nothing else the browser sends.
 */
export function returnPage(contextFor: (requestId: string) => Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handle: RequestHandler = async (req, res) => {
    const params = req.params as Record<string, string>;
    const { merchant_id: merchantId = '', payment_id: paymentId = '', token = '' } = params;
    if (!isIdentifier(merchantId) || !isIdentifier(paymentId)) throw notFound('payment');
    const ctx = withinMerchant(contextFor(requestIdOf(res)), merchantId);
    requirePageToken(ctx, 'return', merchantId, paymentId, token);
    send(res, await completeReturn(ctx, merchantId, paymentId));
  };
  addRoute(router, PATH, { get: handle, post: handle });
  return router;
}

function send(res: Response, { method, parameters, url }: ReturnToMerchant): void {
  // The URL of this page identifies the payment: do not disclose it to the merchant's site.
  res.setHeader('referrer-policy', 'no-referrer');
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  if (url === null) html(res, nonce, "'none'", plainHtml(parameters.status ?? '', nonce));
  else if (method === 'post') html(res, nonce, new URL(url).origin, formHtml(url, parameters, nonce));
  else res.status(303).set('location', withParameters(url, parameters)).end();
}

/** Replaces parameters of the same names, so that each occurs once. */
function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Sends a page whose policy allows nothing but submitting its form to the merchant. It may be framed, because the
 * challenge that redirects here may be.
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

/** What the customer reads, by payment status; any other status reads as being processed. */
const sentences: Readonly<Record<string, string>> = {
  succeeded: 'The payment has succeeded.',
  requires_capture: 'The payment is authorized.',
  partially_captured: 'The payment has succeeded.',
  failed: 'The payment has failed. You were not charged.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment has expired.',
  requires_customer_action: 'The payment is waiting for your confirmation.',
};

const page = (title: string, nonce: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-content: center; }
main { max-width: 28rem; padding: 1.5rem; text-align: center; }
button { font: inherit; padding: 0.6rem 1.2rem; }
</style>
</head>
<body>
<main>${body}</main>
</body>
</html>
`;

/** Shows the payment's status, for merchants without a return URL. */
function plainHtml(status: string, nonce: string): string {
  const sentence = sentences[status] ?? 'The payment is being processed.';
  return page(
    'Your payment',
    nonce,
    `<h1>Your payment</h1><p>${sentence}</p><p>You may close this page.</p>`,
  );
}

/** A form that submits itself to the merchant, with a button for browsers without scripts. */
function formHtml(url: string, parameters: Readonly<Record<string, string>>, nonce: string): string {
  const fields = Object.entries(parameters).map(
    ([name, value]) =>
      `<input type="hidden" name="${validator.escape(name)}" value="${validator.escape(value)}">`,
  );
  const form = `<form method="post" action="${validator.escape(url)}">${fields.join('')}
<p>You are on your way back to the shop.</p>
<button type="submit">Continue</button>
</form>
<script nonce="${nonce}">document.forms[0].submit();</script>`;
  return page('Back to the shop', nonce, form);
}
