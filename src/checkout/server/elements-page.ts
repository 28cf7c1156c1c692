import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { version } from '../../config/version.ts';
import { framingDomains } from '../../core/domains/effective-domains.ts';
import { type Caller, type Context, withinMerchant } from '../../core/foundation/context.ts';
import { notFound, Problem } from '../../core/foundation/errors.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import { validate } from '../../core/model/index.ts';
import { OfferQuery } from '../../core/offers/payment-method-offer.ts';
import { readFrameSettings } from '../../core/offers/read-frame-settings.ts';
import { authorizeCustomer } from '../../core/payments/customer/customer-access.ts';
import { pageAddress } from '../../core/payments/customer/customer-session.ts';
import type { KeyAuthentication } from '../../http/front-door/caller.ts';
import { bundlesFolder } from '../../http/pages/bundled-page.ts';
import type { ServedHosts } from '../../http/pages/foreign-hosts.ts';
import { framedPageHeaders, newNonce, pageHeaders, withWallets } from '../../http/pages/page-headers.ts';
import { immutableFiles, StoredDocument, sendDocument } from '../../http/pages/stored-document.ts';
import { jsonBody } from '../../http/requests/request-body.ts';
import { recordOf, requestIdOf } from '../../http/requests/request-log.ts';
import { sendJson } from '../../http/requests/responses.ts';
import { addRoute } from '../../http/requests/routes.ts';
import type { FrameData } from './checkout-data.ts';
import { formSettings } from './checkout-view.ts';
import { dataElement, frameSource, hostedPolicy, sendHostedPage } from './hosted-page.ts';
import { languageOf, locales } from './languages.ts';
import type { ContextMaker } from './opened-payment.ts';

const ELEMENTS = ['payment', 'card', 'cardNumber', 'cardExpiry', 'cardCvc', 'challenge'];
const SCRIPT_MAX_AGE_S = 10 * 60;

const folder = path.join(bundlesFolder, 'elements');

/** The folder of the bundled script for shops' pages. */
export const scriptFile = path.join(bundlesFolder, 'js/switchyard.js');

/**
 * Refuses a URL with a key other than a publishable key, before any lookup or page uses the key.
 *
 * @throws {Problem} `wrong_key_kind`.
 */
function requirePublishable(key: string): void {
  if (key.startsWith('pk_')) return;
  throw new Problem(
    'wrong_key_kind',
    'This address takes a publishable key, which begins with pk_. If the key in it is a secret one, replace it: proxies log addresses.',
  );
}

/**
 * The form in a shop's own page: `switchyard.js` and its frames. The payment's profile allows the framing domains. A frame
 * holds no payment data until the shop's page sends it the client secret.
 */
export function elementsPage(
  contextFor: ContextMaker,
  { authenticate, clientAddress }: Pick<KeyAuthentication, 'authenticate' | 'clientAddress'>,
  { serves }: Pick<ServedHosts, 'serves'>,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const merchantsContext: MerchantsContext = async (req, res) => {
    const { publishable_key: key = '' } = req.params as Record<string, string>;
    requirePublishable(key);
    const caller: Caller | null = await authenticate({ key }, clientAddress(req)).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'invalid_api_key') return null;
      throw error;
    });
    if (caller?.kind !== 'publishable_key') return null;
    const ctx = withinMerchant(contextFor(requestIdOf(res), recordOf(res)), caller.merchantId);
    return (await serves(ctx, req)) ? ctx : null;
  };

  router.use('/elements/assets', pageHeaders, immutableFiles(path.join(folder, 'assets')));
  addRoute(router, '/js/switchyard.js', { get: [pageHeaders, scriptHandler()] });
  router.use('/elements', framedPageHeaders);
  addRoute(router, '/elements/{publishable_key}/{payment_id}/return_address', {
    post: [jsonBody, returnAddressHandler(merchantsContext)],
  });
  addRoute(router, '/elements/{publishable_key}/{payment_id}/{element}', {
    get: frameHandler(merchantsContext),
  });
  return router;
}

/** The context of the merchant of a URL's publishable key; null without one, or on another merchant's host. */
type MerchantsContext = (req: Request, res: Response) => Promise<Context | null>;

function scriptHandler(): RequestHandler {
  let script: StoredDocument | undefined;
  return async (req, res) => {
    const content = await readFile(scriptFile);
    if (!script?.body.equals(content)) script = new StoredDocument('text/javascript; charset=utf-8', content);
    // Shops name its hash in `integrity`, which requires a script readable by any page.
    res.set('access-control-allow-origin', '*').set('cross-origin-resource-policy', 'cross-origin');
    await sendDocument(req, res, script, `public, max-age=${SCRIPT_MAX_AGE_S}`);
  };
}

const frameHandler =
  (merchantsContext: MerchantsContext): RequestHandler =>
  async (req, res) => {
    const {
      element = '',
      payment_id: paymentId = '',
      publishable_key: publishableKey = '',
    } = req.params as Record<string, string>;
    requirePublishable(publishableKey);
    if (!ELEMENTS.includes(element)) throw notFound('element');
    const ctx = isIdentifier(paymentId) ? await merchantsContext(req, res) : null;
    const own = ctx && (await readFrameSettings(ctx, paymentId));
    const domains = own ? await framingDomains(ctx!, ctx!.merchantId!, own.settings.allowed_domains) : [];
    const language = languageOf(req);
    const isGoogles = element === 'payment' && domains.length > 0 && own!.hasGooglePay;
    if (element === 'payment') res.set('permissions-policy', withWallets);
    const nonce = isGoogles ? newNonce() : null;
    const data: FrameData = {
      element,
      publishableKey,
      paymentId,
      version,
      language,
      texts: locales[language].pages,
      allowedDomains: domains,
      seller: own?.settings.seller_name ?? own?.merchantName ?? '',
      settings: { ...formSettings(own?.settings ?? {}), isSetup: false, headerText: null },
    };
    await sendHostedPage(res, path.join(folder, 'index.html'), {
      status: 200,
      language,
      contentSecurityPolicy: hostedPolicy({
        nonce,
        showsPictures: false,
        hasGooglePay: isGoogles,
        // The frame above the shop's page contains the bank's page.
        leadsToBanks: element === 'challenge',
        ancestors: domains.map(frameSource),
      }),
      // The style element carries the nonce for the styles of Google's button.
      values: {
        appearance: '',
        data: `${nonce ? `<style nonce="${nonce}"></style>` : ''}${dataElement(data)}`,
      },
    });
  };

const returnAddressHandler =
  (merchantsContext: MerchantsContext): RequestHandler =>
  async (req, res) => {
    const { payment_id: paymentId = '' } = req.params as Record<string, string>;
    const ctx = isIdentifier(paymentId) ? await merchantsContext(req, res) : null;
    if (!ctx) throw notFound('payment');
    const merchantId = ctx.merchantId!;
    const { client_secret: secret } = validate(OfferQuery, req.body);
    const customers: Context = { ...ctx, caller: { kind: 'publishable_key', merchantId } };
    await authorizeCustomer(customers, paymentId, secret).catch((error: unknown) => {
      // Discloses nothing, not even that a payment exists: its return page shows the outcome.
      throw error instanceof Problem && error.code === 'client_secret_invalid' ? notFound('payment') : error;
    });
    sendJson(res, 200, {
      address: pageAddress(ctx.ports, 'return', { merchant_id: merchantId, payment_id: paymentId }),
    });
  };
