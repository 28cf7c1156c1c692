import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { version } from '../../config/version.ts';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import { Payment } from '../../core/entities/payment.ts';
import {
  type Caller,
  type Context,
  type RequestRecord,
  withinMerchant,
} from '../../core/foundation/context.ts';
import { notFound, Problem } from '../../core/foundation/errors.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import type { LinkSettings } from '../../core/payment-links/link-config.ts';
import { authorizeCustomer } from '../../core/payments/customer-access.ts';
import { pageAddress } from '../../core/payments/customer-session.ts';
import { readOne } from '../../core/reads/index.ts';
import type { KeyAuthentication } from '../front-door/caller.ts';
import { recordOf, requestIdOf } from '../front-door/request-log.ts';
import { addRoute } from '../front-door/routes.ts';
import { bundlesFolder, readTemplate } from './bundled-page.ts';
import type { FrameData } from './checkout/checkout-data.ts';
import { dataElement, filled, frameSources } from './checkout/checkout-page.ts';
import { formSettings } from './checkout/checkout-view.ts';
import { chooseLanguage, languages } from './checkout/languages/languages.ts';
import { framedPageHeaders, pageHeaders } from './page-headers.ts';
import { immutableFiles, StoredDocument, sendDocument } from './stored-document.ts';

const ELEMENTS = ['payment', 'card', 'cardNumber', 'cardExpiry', 'cardCvc', 'challenge'];
const SCRIPT_MAX_AGE_S = 10 * 60;
const BODY_MAX_BYTES = 4 * 1024;

/** Where the bundle of the script for shops' pages is. */
export const scriptFile = path.join(bundlesFolder, 'js/switchyard.js');

/**
 * The form in a shop's own page: `switchyard.js`, which the page loads, and the frames that it makes. A frame may be
 * framed on the domains that the payment's profile allows, and has nothing of a payment in it until the shop's page gives
 * it the client secret.
 */
export function elementsPage(
  contextFor: (requestId: string, record: RequestRecord) => Context,
  { authenticate, clientAddress }: Pick<KeyAuthentication, 'authenticate' | 'clientAddress'>,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const folder = path.join(bundlesFolder, 'elements');
  let script: StoredDocument | undefined;

  /** The context of the merchant whose publishable key an address has; null unless there is one. */
  const merchantsContext = async (req: Request, res: Response): Promise<Context | null> => {
    const { publishable_key: key = '' } = req.params as Record<string, string>;
    const caller: Caller | null = await authenticate({ key }, clientAddress(req)).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'invalid_api_key') return null;
      throw error;
    });
    if (caller?.kind !== 'publishable_key') return null;
    return withinMerchant(contextFor(requestIdOf(res), recordOf(res)), caller.merchantId);
  };

  const sendScript: RequestHandler = async (req, res) => {
    const content = await readFile(scriptFile);
    if (!script?.body.equals(content)) script = new StoredDocument('text/javascript; charset=utf-8', content);
    // Shops name its hash in `integrity`, which takes a script that any page may read.
    res.set('access-control-allow-origin', '*').set('cross-origin-resource-policy', 'cross-origin');
    await sendDocument(req, res, script, `public, max-age=${SCRIPT_MAX_AGE_S}`);
  };

  const sendFrame: RequestHandler = async (req, res) => {
    const { element = '', payment_id: paymentId = '' } = req.params as Record<string, string>;
    if (!ELEMENTS.includes(element)) throw notFound('element');
    const template = await readTemplate(path.join(folder, 'index.html'));
    if (template === undefined) throw notFound('element');
    const ctx = isIdentifier(paymentId) ? await merchantsContext(req, res) : null;
    const own = ctx && (await frameSettings(ctx, paymentId));
    const domains = own?.settings.allowed_domains ?? [];
    const asked = typeof req.query.locale === 'string' ? req.query.locale : undefined;
    const language = chooseLanguage(asked, req.get('accept-language'));
    const data: FrameData = {
      element,
      version,
      language,
      texts: languages[language],
      allowedDomains: domains,
      seller: own?.settings.seller_name ?? own?.merchantName ?? '',
      settings: { ...formSettings(own?.settings ?? {}), isSetup: false, headerText: null },
    };
    res.set('content-security-policy', policyOf(domains, element));
    res.set('cache-control', 'no-store').set('referrer-policy', 'no-referrer').type('html');
    res.send(filled(template, language, { appearance: '', data: dataElement(data) }));
  };

  const sendReturnAddress: RequestHandler = async (req, res) => {
    const { payment_id: paymentId = '' } = req.params as Record<string, string>;
    const ctx = isIdentifier(paymentId) ? await merchantsContext(req, res) : null;
    if (!ctx) throw notFound('payment');
    const merchantId = ctx.merchantId!;
    const secret = (req.body as { client_secret?: unknown }).client_secret;
    const customersClient: Context = { ...ctx, caller: { kind: 'publishable_key', merchantId } };
    await authorizeCustomer(customersClient, paymentId, typeof secret === 'string' ? secret : null);
    res.set('cache-control', 'no-store');
    res.json({
      address: pageAddress(ctx.ports, 'return', { merchant_id: merchantId, payment_id: paymentId }),
    });
  };

  router.use('/elements/assets', pageHeaders, immutableFiles(path.join(folder, 'assets')));
  addRoute(router, '/js/switchyard.js', { get: [pageHeaders, sendScript] });
  router.use('/elements', framedPageHeaders);
  addRoute(router, '/elements/{publishable_key}/{payment_id}/return_address', {
    post: [express.json({ limit: BODY_MAX_BYTES }), sendReturnAddress],
  });
  addRoute(router, '/elements/{publishable_key}/{payment_id}/{element}', { get: sendFrame });
  return router;
}

/** What frames of a payment take from its profile and merchant; null if there is no such payment. */
async function frameSettings(ctx: Context, paymentId: string) {
  const payment = await readOne(ctx, Payment, paymentId, ['profile_id', 'merchant_id']);
  if (!payment) return null;
  const profile = await readOne(ctx, BusinessProfile, payment.profile_id!, ['payment_link_config']);
  const merchant = await readOne(ctx, MerchantAccount, payment.merchant_id, ['merchant_name']);
  return {
    settings: (profile?.payment_link_config ?? {}) as LinkSettings,
    merchantName: merchant?.merchant_name ?? '',
  };
}

const policyOf = (domains: readonly string[], element: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    // The bank's page is framed, or posted to, by the frame that covers the shop's page.
    ...(element === 'challenge'
      ? ['frame-src https: http:', 'form-action https: http:']
      : ["form-action 'none'"]),
    "base-uri 'none'",
    `frame-ancestors ${frameSources(domains)}`,
  ].join('; ');
