import { type RequestHandler, type Response, Router, urlencoded } from 'express';
import { isIdentifier } from '../../core/foundation/ids.ts';
import { addRoute } from '../../http/requests/routes.ts';
import { challengeHtml, finishedHtml, messageHtml, returnUrlOf, styleDigest } from './challenge-html.ts';
import { completeChallenge } from './complete-challenge.ts';
import type { SandboxContext } from './context.ts';
import { findInAnyAccount } from './store.ts';
import { isOnPage, outcomeAsOf, type SandboxTransaction } from './transaction.ts';

const PAGE = '/sandbox/3ds/{transaction_id}';
/** Large enough for the challenge request of a 3-D Secure server. */
const FORM_MAX_BYTES = 16 * 1024;

/**
 * Allows only the page and its style: no scripts, images or other origins. Browsers apply `form-action` to every
 * redirect after a form too, and the last one leads to the merchant's own site, so any web origin is allowed there.
 * An issuer's page may be framed, as 3-D Secure merchants do; a redirect's page only if the merchant asked for it.
 */
function policyFor(transaction: SandboxTransaction | null): string {
  const framed = transaction?.kind === 'authenticate' || transaction?.order?.inIframe;
  return [
    "default-src 'none'",
    `style-src ${styleDigest}`,
    "form-action 'self' https: http:",
    "base-uri 'none'",
    `frame-ancestors ${framed ? 'https: http:' : "'none'"}`,
  ].join('; ');
}

function send(res: Response, status: number, html: string, transaction: SandboxTransaction | null): void {
  res
    .status(status)
    .set({
      'Content-Security-Policy': policyFor(transaction),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    .type('html')
    .send(html);
}

/** Parses the form. An unreadable form counts as empty; the page then explains how to proceed. */
const readForm: RequestHandler = (req, res, next) => {
  const parse = urlencoded({ extended: false, limit: FORM_MAX_BYTES, inflate: false });
  parse(req, res, (error?: unknown) => {
    if (error) req.body = {};
    next();
  });
};

/**
 * The pages on which a customer answers a 3-D Secure challenge.
 *
 * @param merchantNameOf The name to show for a merchant.
 */
export function sandboxRoutes(
  ctx: SandboxContext,
  merchantNameOf: (merchantId: string) => Promise<string>,
): Router {
  const router = Router({ caseSensitive: true });
  const find = async (res: Response, transactionId: unknown): Promise<SandboxTransaction | null> => {
    const id = String(transactionId);
    const found = isIdentifier(id) ? await findInAnyAccount(ctx, id) : null;
    if (found && isOnPage(found)) return found;
    send(res, 404, messageHtml('Not found', 'There is no payment to authenticate at this address.'), null);
    return null;
  };
  const isOpen = (transaction: SandboxTransaction) =>
    outcomeAsOf(transaction, ctx.now()).kind === 'requires_action';

  const show: RequestHandler = async (req, res) => {
    const transaction = await find(res, req.params.transaction_id);
    if (!transaction) return;
    const html = isOpen(transaction)
      ? challengeHtml(transaction, await merchantNameOf(transaction.merchant_id))
      : finishedHtml(transaction, ctx.now());
    send(res, 200, html, transaction);
  };

  const submit: RequestHandler = async (req, res) => {
    const transaction = await find(res, req.params.transaction_id);
    if (!transaction) return;
    const { answer, token } = (req.body ?? {}) as Record<string, unknown>;
    const valid = answer === 'complete' || answer === 'fail';
    if (valid && (await completeChallenge(ctx, transaction, String(token), answer))) {
      const url = returnUrlOf(transaction);
      // No parameters are added: the service asks the connector for the outcome.
      if (url) res.set({ Location: url, 'Referrer-Policy': 'no-referrer' }).status(303).end();
      else send(res, 200, messageHtml('Thank you', 'You may close this page.'), transaction);
      return;
    }
    const current = await findInAnyAccount(ctx, transaction.transaction_id);
    if (current && !isOpen(current)) {
      send(res, 409, finishedHtml(current, ctx.now()), current);
      return;
    }
    const sentence = 'This answer did not come from the page itself. Open the page again and choose there.';
    send(res, 403, messageHtml('Not answered', sentence), transaction);
  };

  // A 3-D Secure server opens the page with a form, so it takes POST as well as GET.
  addRoute(router, PAGE, { get: show, post: show });
  addRoute(router, `${PAGE}/answer`, { post: [readForm, submit] });
  return router;
}
