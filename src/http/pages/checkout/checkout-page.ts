import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import validator from 'validator';
import { type Context, type RequestRecord, withinMerchant } from '../../../core/foundation/context.ts';
import { isIdentifier } from '../../../core/foundation/ids.ts';
import { type Checkout, readCheckout } from '../../../core/offers/read-checkout.ts';
import { localHosts } from '../../../core/payment-links/allowed-domains.ts';
import { isPageToken, type PublicPage, pageAddress } from '../../../core/payments/customer-session.ts';
import { returnToMerchant } from '../../../core/payments/return-to-merchant.ts';
import { recordOf, requestIdOf } from '../../front-door/request-log.ts';
import { addRoute } from '../../front-door/routes.ts';
import { bundlesFolder, readTemplate } from '../bundled-page.ts';
import { framedPageHeaders, pageHeaders } from '../page-headers.ts';
import { sendReturn } from '../return-page.ts';
import { immutableFiles } from '../stored-document.ts';
import { isLight, styleOf } from './checkout-style.ts';
import { type ShownCheckout, sellerOf, viewOf } from './checkout-view.ts';
import { chooseLanguage, isRightToLeft, type Language, languages } from './languages/languages.ts';

const NONCE_BYTES = 18;
const folder = path.join(bundlesFolder, 'checkout');

/** The hosts that wallets' buttons come from, by the type of payment method that needs them. */
const walletHosts: Readonly<Record<string, readonly string[]>> = {
  google_pay: ['https://pay.google.com'],
  apple_pay: ['https://applepay.cdn-apple.com'],
};

interface Opened {
  readonly ctx: Context;
  readonly merchantId: string;
  readonly paymentId: string;
}

type Window = Extract<PublicPage, 'pay' | 'secure'>;

/**
 * The hosted page of a payment: `/pay/…` for a window of its own, which nobody may frame, and `/secure/…` for a frame on
 * the domains that its settings allow. Both addresses hold a token of the payment. The page has all it shows in its HTML,
 * and pays through the REST API with the publishable key and the payment's client secret, as any page may.
 */
export function checkoutPage(contextFor: (requestId: string, record: RequestRecord) => Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  /** The payment of an address; null unless its token is right. */
  const open = (page: Window, req: Request, res: Response): Opened | null => {
    const params = req.params as Record<string, string>;
    const { merchant_id: merchantId = '', payment_id: paymentId = '', token = '' } = params;
    if (!isIdentifier(merchantId) || !isIdentifier(paymentId)) return null;
    const ctx = withinMerchant(contextFor(requestIdOf(res), recordOf(res)), merchantId);
    return isPageToken(ctx, page, merchantId, paymentId, token) ? { ctx, merchantId, paymentId } : null;
  };
  const show =
    (page: Window): RequestHandler =>
    (req, res) => {
      // A frame's address in a window of its own is no page.
      const isElsewhere = page === 'secure' && req.get('sec-fetch-dest') === 'document';
      return sendCheckout(req, res, page, isElsewhere ? null : open(page, req, res));
    };
  const back: RequestHandler = async (req, res) => {
    const opened = open('pay', req, res);
    if (opened) sendReturn(res, await returnToMerchant(opened.ctx, opened.paymentId));
    else await sendCheckout(req, res, 'pay', null);
  };

  const address = (page: Window) => `/${page}/{merchant_id}/{payment_id}/{token}`;
  router.use('/checkout/assets', pageHeaders, immutableFiles(path.join(folder, 'assets')));
  router.use('/pay', pageHeaders);
  router.use('/secure', framedPageHeaders);
  addRoute(router, address('pay'), { get: show('pay') });
  addRoute(router, address('secure'), { get: show('secure') });
  addRoute(router, `${address('pay')}/back`, { get: back });
  return router;
}

/** Sends a payment's page; without a payment, the page for an address that leads nowhere. */
async function sendCheckout(req: Request, res: Response, page: Window, opened: Opened | null): Promise<void> {
  const template = await readTemplate(path.join(folder, 'index.html'));
  if (template === undefined) {
    res.status(503).type('text').send('This page is not built yet: run `npm run build:pages` and reload.\n');
    return;
  }
  const checkout: Checkout = opened
    ? await readCheckout(opened.ctx, opened.merchantId, opened.paymentId)
    : { screen: 'unknown' };
  const asked = typeof req.query.locale === 'string' ? req.query.locale : undefined;
  const language = chooseLanguage(asked, req.get('accept-language'));
  const isUnknown = checkout.screen === 'unknown';
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const framers = page === 'secure' && !isUnknown ? (checkout.settings.allowed_domains ?? []) : [];
  res.set('content-security-policy', policyOf(checkout, nonce, framers));
  res.set('cache-control', 'no-store');
  res.set('referrer-policy', 'no-referrer');
  res.status(isUnknown ? 404 : 200).type('html');
  const values = isUnknown ? unknownPage(language) : await shownPage(opened!, checkout, language, nonce);
  res.send(filled(template, language, values));
}

/** What fills the page's HTML in. */
export interface PageValues {
  readonly [placeholder: string]: string;
}

async function shownPage(
  { ctx, merchantId, paymentId }: Opened,
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
    // Without its host, which may be another than the service's own.
    backTo: url === null ? null : `${new URL(own).pathname}/back`,
  });
  const seller = validator.escape(sellerOf(checkout));
  const { needsScript } = languages[language];
  return {
    title: seller,
    appearance: isLight(checkout.settings) ? 'light' : '',
    style: `<style nonce="${nonce}">${styleOf(checkout.settings)}</style>`,
    data: dataElement(view),
    content: `<noscript><main class="notice"><h1>${seller}</h1><p>${needsScript}</p></main></noscript>`,
  };
}

/** The page for an address that leads nowhere. It says nothing about any seller or payment, and needs no script. */
export function unknownPage(language: Language): PageValues {
  const { unknownHeading, unknownText } = languages[language];
  return {
    title: unknownHeading,
    appearance: '',
    style: '',
    data: dataElement(null),
    content: `<main class="notice"><h1>${unknownHeading}</h1><p>${unknownText}</p></main>`,
  };
}

/** Replaces the placeholders of the bundled HTML in one pass: a value that looks like one stays as it is. */
export const filled = (template: string, language: Language, values: PageValues): string =>
  template
    .replace(
      'lang="en" dir="ltr"',
      `lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}" class="${values.appearance}"`,
    )
    .replace(
      /<!--\{\{(\w+)\}\}-->|\{\{(\w+)\}\}/g,
      (placeholder, commented?: string, plain?: string) => values[commented ?? plain!] ?? placeholder,
    );

/** The element from which the page's script reads its data; no text in it can end it. */
export const dataElement = (data: object | null): string =>
  `<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** An allowed domain as a source of the policy. */
export function frameSource(domain: string): string {
  const [host = ''] = domain.split(':');
  if (!localHosts.includes(host)) return `https://${domain}`;
  return `http://${domain.includes(':') ? domain : `${domain}:*`}`;
}

/** Who may frame a page, as sources of its policy. */
export const frameSources = (domains: readonly string[]): string =>
  domains.length > 0 ? domains.map(frameSource).join(' ') : "'none'";

/** Scripts, styles and requests are the service's own; wallets' scripts are allowed where the payment takes the wallet. */
function policyOf(checkout: Checkout, nonce: string, domains: readonly string[]): string {
  const offer = checkout.screen === 'unknown' ? null : checkout.offer;
  const types = (offer?.payment_methods ?? []).flatMap(({ payment_method_types: of }) => of);
  const wallets = types.flatMap(({ payment_method_type: type }) => walletHosts[type] ?? []);
  const hosts = [...new Set(wallets)].map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${hosts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    'img-src https: http: data:',
    `connect-src 'self'${hosts}`,
    // A bank's challenge, which may be anywhere.
    'frame-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameSources(domains)}`,
  ].join('; ');
}
