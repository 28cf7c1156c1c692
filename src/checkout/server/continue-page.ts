import { type Request, type RequestHandler, type Response, Router, urlencoded } from 'express';
import { authenticateInBrowser } from '../../core/authentications/authenticate-in-browser.ts';
import { notFound, Problem } from '../../core/foundation/errors.ts';
import type { FormAction } from '../../core/foundation/ports/customer-action.ts';
import { customerStepOf } from '../../core/payments/authorize/continue-payment.ts';
import { addRoute } from '../../http/requests/routes.ts';
import { authenticationPage, browserOf } from './authentication-page.ts';
import { formPage, onwardPage, sendPage } from './customer-page.ts';
import { type ContextMaker, openedPayment } from './opened-payment.ts';

const PATH = '/continue/{merchant_id}/{payment_id}/{token}';
const FORM_MAX_BYTES = 16 * 1024;
const onYourWay = { title: 'Your payment', text: 'You are on your way to your bank.' };

/**
 * The page that redirects a customer's browser to their bank: with a form if the connector or issuer requires POST, or after
 * authenticating the cardholder at an authentication connector. Merchants redirect to it like to any other page. It needs no
 * key: its URL holds a token of the payment.
 */
export function continuePage(contextFor: ContextMaker): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const opened = (req: Request, res: Response) => {
    const payment = openedPayment('continue', contextFor, req, res);
    if (!payment) throw notFound('payment');
    res.setHeader('referrer-policy', 'no-referrer');
    return payment;
  };
  const show: RequestHandler = async (req, res) => {
    const { ctx, paymentId } = opened(req, res);
    const step = await customerStepOf(ctx, paymentId);
    if (step.type === 'form') sendForm(res, step);
    else sendPage(res, "'self'", authenticationPage(false));
  };
  const authenticate: RequestHandler = async (req, res) => {
    const { ctx, paymentId } = opened(req, res);
    const after = await authenticateInBrowser(ctx, paymentId, browserOf(req)).catch(unlessUnavailable);
    if (after === null) sendPage(res, "'self'", authenticationPage(true));
    else if (after.challenge) sendForm(res, after.challenge);
    else sendPage(res, "'none'", onwardPage(after.returnUrl));
  };
  const parse = urlencoded({ extended: false, limit: FORM_MAX_BYTES, inflate: false });
  router.use('/continue', (req, res, next) => parse(req, res, () => next()));
  addRoute(router, PATH, { get: show, post: authenticate });
  return router;
}

/** Issuers redirect the form further, and browsers apply the policy to those redirects too. */
const sendForm = (res: Response, { fields, url }: FormAction): void =>
  sendPage(res, `https: ${new URL(url).origin}`, formPage(onYourWay, url, fields));

/** Null if a later attempt may succeed. */
function unlessUnavailable(error: unknown): null {
  if (error instanceof Problem && /^(connector_unreachable|no_connector_available)$/.test(error.code))
    return null;
  throw error;
}
