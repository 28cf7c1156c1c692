import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import validator from 'validator';
import { framingDomains } from '../../core/domains/effective-domains.ts';
import { type Context, withinMerchant } from '../../core/foundation/context.ts';
import { isAddressToken } from '../../core/foundation/cryptography.ts';
import { notFound } from '../../core/foundation/errors.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import { validate } from '../../core/model/index.ts';
import {
  COLLECT,
  CollectedMethod,
  readCollectPage,
  saveCollected,
} from '../../core/payment-methods/collect-links.ts';
import { RecipientChoice } from '../../core/payouts/payout-inputs.ts';
import { RECEIVE } from '../../core/payouts/payout-link.ts';
import { confirmByRecipient, readRecipientPage } from '../../core/payouts/recipient.ts';
import type { KeyAuthentication } from '../../http/front-door/caller.ts';
import { spendFor } from '../../http/load/rate-limits.ts';
import { bundlesFolder } from '../../http/pages/bundled-page.ts';
import { framedPageHeaders, newNonce, pageHeaders } from '../../http/pages/page-headers.ts';
import { immutableFiles } from '../../http/pages/stored-document.ts';
import { jsonBody } from '../../http/requests/request-body.ts';
import { recordOf, requestIdOf } from '../../http/requests/request-log.ts';
import { sendJson } from '../../http/requests/responses.ts';
import { addRoute } from '../../http/requests/routes.ts';
import { styleOf } from './checkout-style.ts';
import {
  dataElement,
  frameSource,
  hostedPolicy,
  noticesBefore,
  type PageValues,
  sendHostedPage,
  unknownPage,
} from './hosted-page.ts';
import { type Language, languageOf } from './languages.ts';
import type { ContextMaker } from './opened-payment.ts';
import type { RecipientData, RecipientState } from './recipient-data.ts';
import { collectView, recipientView } from './recipient-view.ts';

/** Local pages, where merchants test their page. */
const ownMachine = ['http://localhost:*', 'http://127.0.0.1:*'];

interface Surroundings {
  readonly isTest: boolean;
  readonly language: Language;
}

/** The content of a page, and the sites that may frame it. */
interface Shown {
  readonly data: RecipientData;
  readonly theme: string | null;
  /** Sources of the policy. */
  readonly ancestors: readonly string[];
  /** Whether it may be opened in its own window. */
  readonly isWindow: boolean;
}

/** A kind of page with a form: its URL grants its use. */
interface Kind {
  readonly name: string;
  /** The urgency and the limit of its requests. */
  readonly request: 'money' | 'write';
  /** The operation of its requests, as named in the audit log. */
  readonly command: string;
  /** Null for an unknown URL. */
  readonly read: (ctx: Context, objectId: string, surroundings: Surroundings) => Promise<Shown | null>;
  /** Carries out the form's request, and returns the page's next state; null to reload it. */
  readonly act: (ctx: Context, objectId: string, body: unknown) => Promise<RecipientState | null>;
}

const payouts: Kind = {
  name: RECEIVE,
  request: 'money',
  command: 'confirmPayout',
  read: async (ctx, payoutId, surroundings) => {
    const page = await readRecipientPage(ctx, payoutId);
    if (page.screen === 'unknown') return null;
    const { test_mode: isTest, theme } = page.settings;
    const allowed = await framingDomains(ctx, ctx.merchantId!, page.settings.allowed_domains);
    const domains = allowed.map(frameSource);
    return {
      data: recipientView(page, surroundings),
      theme: theme ?? null,
      ancestors: domains.length > 0 && isTest ? [...domains, ...ownMachine] : domains,
      isWindow: domains.length === 0 || isTest === true,
    };
  },
  act: async (ctx, payoutId, body) => {
    await confirmByRecipient(ctx, payoutId, validate(RecipientChoice, body, { from: 'json' }));
    return null;
  },
};

const collecting: Kind = {
  name: COLLECT,
  request: 'write',
  command: 'savePaymentMethod',
  read: async (ctx, linkId, surroundings) => {
    const page = await readCollectPage(ctx, linkId);
    if (page.screen === 'unknown') return null;
    const allowed = await framingDomains(ctx, ctx.merchantId!, page.settings.allowed_domains);
    return {
      data: collectView(page, surroundings),
      theme: page.settings.theme ?? null,
      ancestors: allowed.map(frameSource),
      isWindow: true,
    };
  },
  act: async (ctx, linkId, body) => {
    await saveCollected(ctx, linkId, validate(CollectedMethod, body, { from: 'json' }));
    return { screen: 'saved', status: null, payout: null };
  },
};

/**
 * The pages for entering a destination without a key: a payout's recipient at `/receive/…`, and a customer who saves a
 * payment method at `/collect/…`. URLs hold a token of their object. The pages post the entries to their own URL, which does
 * nothing else; such requests count against the limits of the merchant's publishable key and the client's network.
 */
export function recipientPages(systemContext: ContextMaker, authentication: KeyAuthentication): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const folder = path.join(bundlesFolder, 'recipient');
  router.use('/recipient/assets', pageHeaders, immutableFiles(path.join(folder, 'assets')));
  for (const kind of [payouts, collecting]) {
    router.use(urlPath`/${kind.name}`, framedPageHeaders);
    addPage(router, kind, path.join(folder, 'index.html'), systemContext, authentication);
  }
  return router;
}

function addPage(
  router: Router,
  kind: Kind,
  templateFile: string,
  systemContext: ContextMaker,
  authentication: KeyAuthentication,
): void {
  const read = (req: Request, res: Response) => readShown(kind, systemContext, req, res);
  const state = async (req: Request, res: Response): Promise<void> => {
    const shown = await read(req, res);
    if (!shown) throw notFound('link');
    sendJson(res, 200, stateOf(shown.data));
  };
  const act: RequestHandler = async (req, res) => {
    const object = objectOf(systemContext(requestIdOf(res), recordOf(res)), kind, req);
    if (!object) throw notFound('link');
    const ctx = await actingContext(kind, object.merchantId, authentication, req, res);
    const next = await kind.act(ctx, object.objectId, req.body);
    if (next) sendJson(res, 200, next);
    else await state(req, res);
  };
  const address = urlPath`/${kind.name}/{merchant_id}/{object_id}/{token}`;
  addRoute(router, address, {
    get: async (req, res) => sendShown(await read(req, res), templateFile, req, res),
    post: act,
  });
  addRoute(router, `${address}/state`, { get: state });
}

/** The object of a request's URL; null for an unknown URL. */
function objectOf(ctx: Context, { name }: Kind, req: Request) {
  const params = req.params as Record<string, string>;
  const { merchant_id: merchantId = '', object_id: objectId = '', token = '' } = params;
  if (!isIdentifier(merchantId) || !isIdentifier(objectId)) return null;
  return isAddressToken(ctx.ports, name, merchantId, objectId, token) ? { merchantId, objectId } : null;
}

/** Reads the object of a request's URL for its page; null for an unknown URL. */
async function readShown(
  kind: Kind,
  systemContext: ContextMaker,
  req: Request,
  res: Response,
): Promise<Shown | null> {
  const ctx = systemContext(requestIdOf(res), recordOf(res));
  const object = objectOf(ctx, kind, req);
  if (!object) return null;
  const surroundings = { isTest: ctx.ports.environment === 'test', language: languageOf(req) };
  return kind.read(withinMerchant(ctx, object.merchantId), object.objectId, surroundings);
}

/** Sends the page of a request's object, or the not-found page without one. */
async function sendShown(
  found: Shown | null,
  templateFile: string,
  req: Request,
  res: Response,
): Promise<void> {
  // A frame's URL does not open as a page in its own window.
  const isElsewhere = found && !found.isWindow && req.get('sec-fetch-dest') === 'document';
  const shown = isElsewhere ? null : found;
  const nonce = newNonce();
  const language = languageOf(req);
  await sendHostedPage(res, templateFile, {
    status: shown ? 200 : 404,
    language,
    contentSecurityPolicy: hostedPolicy({
      nonce,
      showsPictures: true,
      leadsToBanks: false,
      hasGooglePay: false,
      ancestors: shown?.ancestors ?? [],
    }),
    values: shown ? contentOf(shown, nonce, language) : unknownPage(language),
  });
}

/** The context of a writing request, once it is within its limits and its body is read. */
async function actingContext(
  kind: Kind,
  merchantId: string,
  authentication: KeyAuthentication,
  req: Request,
  res: Response,
): Promise<Context> {
  authentication.admit(kind.request, res);
  const caller = { kind: 'publishable_key', merchantId } as const;
  const address = authentication.clientAddress(req);
  const limit = kind.request === 'money' ? 'money' : 'writes';
  await spendFor(res, authentication.rateLimits, { caller, address })(limit);
  await new Promise<void>((resolve, reject) => {
    jsonBody(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return {
    ...authentication.contextFor(caller, requestIdOf(res), undefined, kind.request),
    client: { address, userAgent: req.get('user-agent') ?? null },
    command: { name: kind.command, recorded: new Set() },
    record: recordOf(res),
  };
}

const stateOf = ({ payout, screen, status }: RecipientState): RecipientState => ({ screen, status, payout });

function contentOf({ data, theme }: Shown, nonce: string, language: Language): PageValues {
  const title = validator.escape(data.sender);
  return {
    title,
    appearance: '',
    style: `<style nonce="${nonce}">${styleOf({ theme })}</style>`,
    data: dataElement(data),
    content: noticesBefore(title, language),
  };
}
