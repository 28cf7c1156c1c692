import { type Request, type RequestHandler, type Response, Router, urlencoded } from 'express';
import { notFound } from '../../core/foundation/errors.ts';
import { completeReturn } from '../../core/outcomes/complete-return.ts';
import type { ReturnToMerchant } from '../../core/payments/customer/return-to-merchant.ts';
import { addRoute } from '../../http/requests/routes.ts';
import { type CustomerPage, formPage, inScript, onwardPage, sendPage } from './customer-page.ts';
import { type ContextMaker, openedPayment } from './opened-payment.ts';

const PATH = '/return/{merchant_id}/{payment_id}/{token}';
/** Longer than any 3-D Secure message. */
const FORM_MAX_BYTES = 128 * 1024;
const PARAMETER_MAX = 64 * 1024;

/**
 * The page that connectors and issuers redirect a customer's browser to; issuers use POST. It needs no key: its URL holds a
 * token of the payment. It trusts no other data from the browser.
 */
export function returnPage(contextFor: ContextMaker): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handle: RequestHandler = async (req, res) => {
    const opened = openedPayment('return', contextFor, req, res);
    if (!opened) throw notFound('payment');
    const { ctx, merchantId, paymentId } = opened;
    const returned = await completeReturn(ctx, merchantId, paymentId, returnedBy(req));
    if (returned.hostedPage) sendPage(res, "'none'", returnedPage(returned.hostedPage));
    else if (returned.isFramed && req.get('sec-fetch-dest') === 'iframe') sendFramedReturn(res, returned);
    else sendReturn(res, returned);
  };
  const parse = urlencoded({ extended: false, limit: FORM_MAX_BYTES, inflate: false });
  router.use('/return', (req, res, next) => parse(req, res, () => next()));
  addRoute(router, PATH, { get: handle, post: handle });
  return router;
}

/** The browser's parameters, each once. An unreadable form is ignored: the connector is queried instead. */
function returnedBy(req: Request): Record<string, string> {
  const given = { ...(req.query as object), ...(req.body as object | undefined) };
  const texts = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.filter(([, text]) => text.length <= PARAMETER_MAX));
}

/** Redirects the customer's browser to the merchant, or shows the payment's status. */
export function sendReturn(res: Response, { method, parameters, url }: ReturnToMerchant): void {
  // The URL of this page identifies the payment: do not disclose it to the merchant's site.
  res.setHeader('referrer-policy', 'no-referrer');
  if (url === null) sendPage(res, "'none'", statusPage(parameters.status ?? ''));
  else if (method === 'post') sendPage(res, new URL(url).origin, formPage(backToShop, url, parameters));
  else res.status(303).set('location', withParameters(url, parameters)).end();
}

/** The time for the surrounding page to close the frame, before the frame redirects to the merchant's page. */
const CLOSING_MS = 1_500;

/** Reports the end of the redirect to the surrounding page. Other pages that frame a challenge learn only that. */
const NOTIFY = "if (window.parent !== window) window.parent.postMessage({ switchyard: 'returned' }, '*');";

/** Ends a redirect in a frame of the merchant's page: the form of `switchyard.js` closes it, otherwise it redirects. */
function sendFramedReturn(res: Response, { method, parameters, url }: ReturnToMerchant): void {
  res.setHeader('referrer-policy', 'no-referrer');
  const after = (action: string) => `${NOTIFY} setTimeout(() => ${action}, ${CLOSING_MS});`;
  if (url === null) {
    sendPage(res, "'none'", { ...statusPage(parameters.status ?? ''), script: NOTIFY });
  } else if (method === 'post') {
    const page = formPage(backToShop, url, parameters);
    sendPage(res, new URL(url).origin, { ...page, script: after('document.forms[0].submit()') });
  } else {
    const address = withParameters(url, parameters);
    sendPage(res, "'none'", onwardPage(address, after(`location.replace(${inScript(address)})`)));
  }
}

/** Ends a redirect of a hosted page: by a message in a frame of that page, else by a redirect to it. */
const returnedPage = (hostedPage: string): CustomerPage =>
  onwardPage(
    hostedPage,
    `${NOTIFY} if (window.parent === window) location.replace(${inScript(hostedPage)});`,
  );

/** Replaces parameters of the same name, so that each occurs once. */
function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The customer's text by payment status; other statuses are shown as processing. */
const sentences: Readonly<Record<string, string>> = {
  succeeded: 'The payment has succeeded.',
  requires_capture: 'The payment is authorized.',
  partially_captured: 'The payment has succeeded.',
  failed: 'The payment has failed. You were not charged.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment has expired.',
  requires_customer_action: 'The payment is waiting for your confirmation.',
};

/** Shows the payment's status, for merchants without a return URL. */
function statusPage(status: string): CustomerPage {
  const sentence = sentences[status] ?? 'The payment is being processed.';
  return {
    title: 'Your payment',
    body: `<h1>Your payment</h1><p>${sentence}</p><p>You may close this page.</p>`,
    script: null,
  };
}

const backToShop = { title: 'Back to the shop', text: 'You are on your way back to the shop.' };
