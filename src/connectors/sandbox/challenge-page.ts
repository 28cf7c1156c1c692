import { type RequestHandler, type Response, Router, urlencoded } from 'express';
import { nameRoute } from '../../http/logging.ts';
import { otherMethods } from '../../http/methods.ts';
import { answerChallenge } from './answer-challenge.ts';
import { answeredHtml, backOf, questionHtml, troubleHtml } from './challenge-html.ts';
import { styleDigest } from './challenge-style.ts';
import type { SandboxParts } from './parts.ts';
import { findAnywhere } from './store.ts';
import { outcomeAsOf, type SandboxTransaction } from './transaction.ts';

/** What the pages need besides: the name that a customer knows the merchant by. */
export interface SandboxRoutesParts extends SandboxParts {
  /** Null where the merchant has given none; then its identifier is shown. */
  readonly merchantNameOf: (merchantId: string) => Promise<string | null>;
}

const PAGE = '/sandbox/3ds/:transactionId';
const ANSWER = `${PAGE}/answer`;
/** A challenge request of a 3-D Secure server is the longest form that comes here. */
const FORM_MAX_BYTES = 16 * 1024;

/**
 * Nothing but the page itself and its style: no scripts, no images, no other addresses. Browsers hold
 * `form-action` against every redirect that follows a form, and the last one is to the merchant's own site,
 * which may be anywhere; so it says only that it is on the web. Merchants may show an issuer's page in a frame,
 * as 3-D Secure has it; the page of a redirect stands alone.
 */
function policyFor(transaction: SandboxTransaction | null): string {
  const framed = transaction?.kind === 'authenticate';
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

/** A form that cannot be read is as one that is empty: the page says what to do. */
const form: RequestHandler = (req, res, next) => {
  const parse = urlencoded({ extended: false, limit: FORM_MAX_BYTES, inflate: false });
  parse(req, res, (error?: unknown) => {
    if (error) req.body = {};
    next();
  });
};

/** The pages of the sandbox on which a customer answers a 3-D Secure challenge. */
export function sandboxRoutes(parts: SandboxRoutesParts): Router {
  const router = Router({ caseSensitive: true });
  const find = async (res: Response, transactionId: unknown): Promise<SandboxTransaction | null> => {
    const found = await findAnywhere(parts, String(transactionId));
    if (found?.first_outcome.kind === 'requires_action') return found;
    send(res, 404, troubleHtml('Not found', 'There is no payment to authenticate at this address.'), null);
    return null;
  };

  const show: RequestHandler = async (req, res) => {
    const transaction = await find(res, req.params.transactionId);
    if (!transaction) return;
    const open = outcomeAsOf(transaction, parts.now()).kind === 'requires_action';
    const name = open ? await parts.merchantNameOf(transaction.merchant_id) : null;
    const html = open
      ? questionHtml(transaction, name ?? transaction.merchant_id)
      : answeredHtml(transaction, parts.now());
    send(res, 200, html, transaction);
  };

  const answer: RequestHandler = async (req, res) => {
    const transaction = await find(res, req.params.transactionId);
    if (!transaction) return;
    const { answer: given, token } = (req.body ?? {}) as Record<string, unknown>;
    const known = given === 'complete' || given === 'fail';
    const taken = known && (await answerChallenge(parts, transaction, String(token), given));
    if (taken) {
      const back = backOf(transaction);
      // The address stands as it was given: what there is to know, the service asks for itself.
      if (back) res.set({ Location: back, 'Referrer-Policy': 'no-referrer' }).status(303).end();
      else send(res, 200, troubleHtml('Thank you', 'You may close this page.'), transaction);
      return;
    }
    const now = await findAnywhere(parts, transaction.transaction_id);
    if (now && outcomeAsOf(now, parts.now()).kind !== 'requires_action') {
      send(res, 409, answeredHtml(now, parts.now()), now);
      return;
    }
    const sentence = 'This answer did not come from the page itself. Open the page again and choose there.';
    send(res, 403, troubleHtml('Not answered', sentence), transaction);
  };

  // An issuer's page is opened by a form with the challenge request, so it takes POST as it takes GET.
  router
    .route(PAGE)
    .all(nameRoute(PAGE))
    .get(show)
    .post(show)
    .all(otherMethods(['get', 'post']));
  router
    .route(ANSWER)
    .all(nameRoute(ANSWER))
    .post(form, answer)
    .all(otherMethods(['post']));
  return router;
}
