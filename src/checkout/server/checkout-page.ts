import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import validator from 'validator';
import { framingDomains } from '../../core/domains/effective-domains.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import { type Checkout, readCheckout } from '../../core/offers/read-checkout.ts';
import { type PublicPage, pageAddress } from '../../core/payments/customer/customer-session.ts';
import { returnToMerchant } from '../../core/payments/customer/return-to-merchant.ts';
import { bundlesFolder } from '../../http/pages/bundled-page.ts';
import { framedPageHeaders, newNonce, pageHeaders, withWallets } from '../../http/pages/page-headers.ts';
import { immutableFiles } from '../../http/pages/stored-document.ts';
import { addRoute } from '../../http/requests/routes.ts';
import { isLight, styleOf } from './checkout-style.ts';
import { type ShownCheckout, sellerOf, viewOf } from './checkout-view.ts';
import {
  dataElement,
  frameSource,
  hasGooglePay,
  hostedPolicy,
  noticesBefore,
  type PageValues,
  sendHostedPage,
  unknownPage,
} from './hosted-page.ts';
import { type Language, languageOf } from './languages.ts';
import { type ContextMaker, type OpenedPayment, openedPayment } from './opened-payment.ts';
import { sendReturn } from './return-page.ts';

const folder = path.join(bundlesFolder, 'checkout');

type Address = Extract<PublicPage, 'pay' | 'secure'>;

/**
 * The hosted page of a payment: `/pay/…` for its own window, which no site may frame, and `/secure/…` for a frame on the
 * domains in its settings. Both URLs hold a token of the payment. The page's HTML has all its data, and the page pays
 * through the REST API with the publishable key and the client secret, like any other page.
 */
export function checkoutPage(contextFor: ContextMaker): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const show =
    (page: Address): RequestHandler =>
    (req, res) => {
      // A frame's URL does not open as a page in its own window.
      const isElsewhere = page === 'secure' && req.get('sec-fetch-dest') === 'document';
      return sendCheckout(req, res, page, isElsewhere ? null : openedPayment(page, contextFor, req, res));
    };
  const back: RequestHandler = async (req, res) => {
    const opened = openedPayment('pay', contextFor, req, res);
    if (opened) sendReturn(res, await returnToMerchant(opened.ctx, opened.paymentId));
    else await sendCheckout(req, res, 'pay', null);
  };

  const address = (page: Address) => urlPath`/${page}/{merchant_id}/{payment_id}/{token}`;
  router.use('/checkout/assets', pageHeaders, immutableFiles(path.join(folder, 'assets')));
  router.use('/pay', pageHeaders);
  router.use('/secure', framedPageHeaders);
  addRoute(router, address('pay'), { get: show('pay') });
  addRoute(router, address('secure'), { get: show('secure') });
  addRoute(router, `${address('pay')}/back`, { get: back });
  return router;
}

/** Sends a payment's page, or the not-found page without a payment. */
async function sendCheckout(
  req: Request,
  res: Response,
  page: Address,
  opened: OpenedPayment | null,
): Promise<void> {
  const checkout: Checkout = opened
    ? await readCheckout(opened.ctx, opened.merchantId, opened.paymentId)
    : { screen: 'unknown' };
  const language = languageOf(req);
  const isUnknown = checkout.screen === 'unknown';
  const nonce = newNonce();
  const isGoogles = !isUnknown && hasGooglePay(checkout.offer);
  // Google Pay may open a window, which must reach the page.
  if (isGoogles && page === 'pay') res.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  if (checkout.screen === 'form') res.set('permissions-policy', withWallets);
  const framers =
    page === 'secure' && !isUnknown
      ? await framingDomains(opened!.ctx, opened!.merchantId, checkout.settings.allowed_domains)
      : [];
  await sendHostedPage(res, path.join(folder, 'index.html'), {
    status: isUnknown ? 404 : 200,
    language,
    contentSecurityPolicy: hostedPolicy({
      nonce,
      showsPictures: true,
      leadsToBanks: true,
      hasGooglePay: isGoogles,
      ancestors: framers.map(frameSource),
    }),
    values: isUnknown ? unknownPage(language) : await shownPage(opened!, checkout, language, nonce),
  });
}

async function shownPage(
  { ctx, merchantId, paymentId }: OpenedPayment,
  checkout: ShownCheckout,
  language: Language,
  nonce: string,
): Promise<PageValues> {
  const { url } = await returnToMerchant(ctx, paymentId);
  const own = pageAddress(ctx.ports, 'pay', { merchant_id: merchantId, payment_id: paymentId });
  const view = viewOf(checkout, {
    language,
    isTest: ctx.ports.environment === 'test',
    now: ctx.ports.now(),
    // Without the host, which may differ from the service's own.
    backTo: url === null ? null : `${new URL(own).pathname}/back`,
  });
  const seller = validator.escape(sellerOf(checkout));
  return {
    title: seller,
    appearance: isLight(checkout.settings) ? 'light' : '',
    style: `<style nonce="${nonce}">${styleOf(checkout.settings)}</style>`,
    data: dataElement(view),
    content: noticesBefore(seller, language),
  };
}
