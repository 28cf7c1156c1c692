import { type RequestHandler, Router } from 'express';
import { type Context, type RequestRecord, withinMerchant } from '../../core/foundation/context.ts';
import { notFound } from '../../core/foundation/errors.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import { formOfPayment } from '../../core/payments/continue-payment.ts';
import { requirePageToken } from '../../core/payments/customer-session.ts';
import { recordOf, requestIdOf } from '../front-door/request-log.ts';
import { addRoute } from '../front-door/routes.ts';
import { formPage, sendPage } from './customer-page.ts';

const PATH = '/continue/{merchant_id}/{payment_id}/{token}';
const onYourWay = { title: 'Your payment', text: 'You are on your way to your bank.' };

/**
 * The page that sends a customer's browser on to a connector or issuer that takes a form by POST only. Merchants
 * redirect to it as to any other page. It takes no key: its address holds a token of the payment.
 */
export function continuePage(contextFor: (requestId: string, record: RequestRecord) => Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handle: RequestHandler = async (req, res) => {
    const params = req.params as Record<string, string>;
    const { merchant_id: merchantId = '', payment_id: paymentId = '', token = '' } = params;
    if (!isIdentifier(merchantId) || !isIdentifier(paymentId)) throw notFound('payment');
    const ctx = withinMerchant(contextFor(requestIdOf(res), recordOf(res)), merchantId);
    requirePageToken(ctx, 'continue', merchantId, paymentId, token);
    const { fields, url } = await formOfPayment(ctx, paymentId);
    res.setHeader('referrer-policy', 'no-referrer');
    // Issuers redirect the form further, which browsers hold to the policy too.
    sendPage(res, `https: ${new URL(url).origin}`, formPage(onYourWay, url, fields));
  };
  addRoute(router, PATH, { get: handle });
  return router;
}
