import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { garbled, isGarbling } from '../../conformance/garble.ts';
import type { Loss, RunningHarness, VendorWebhook } from '../../conformance/harness.ts';
import { description } from './description.ts';
import type { Desk } from './desk.ts';
import { disputeOperations } from './disputes.ts';
import { giftCardBalance } from './gift-cards.ts';
import { cancel, capture, increment, refund } from './modifications.ts';
import { MERCHANT_ACCOUNT, webhookOf } from './notifications.ts';
import { type Operation, operations } from './operations.ts';
import { answerPage, applePaySession, complete, pay, paymentMethods } from './payments.ts';
import { confirm, payCard, submit } from './payouts.ts';
import { type Answer, type Json, newState, refusedRequest } from './state.ts';

export const API_KEY = 'AQEyhmfxK_api_key_of_the_stand_in_0123456789';
export const REVIEW_KEY = 'AQEyhmfxK_review_key_of_the_stand_in_98765432';
/** A key of a credential without the payout role. */
export const KEY_WITHOUT_PAYOUTS = 'AQEyhmfxK_key_without_the_payout_role_555555';

type Lossy = Parameters<RunningHarness['loseNext']>[0];

/** Adyen's operations by port operation. */
const operationNames: Readonly<Record<Lossy, readonly string[]>> = {
  authorize: ['authorize'],
  increment: ['increment'],
  capture: ['capture'],
  void: ['void', 'voidByReference'],
  refund: ['refund'],
  fulfill: ['payout', 'storeDetailAndSubmitThirdParty'],
  recall: [],
};

/** A running stand-in of Adyen. */
export interface StandIn {
  readonly url: string;
  readonly desk: Desk;
  /** The basis of its request checks. */
  readonly source: string;
  loseNext: RunningHarness['loseNext'];
  setDown(down: boolean): void;
  violations(): readonly string[];
  /** The last request to `/payments`. */
  lastPayment(): Json;
  /** The due notifications not yet delivered, each as a separate webhook. */
  webhooks(): VendorWebhook[];
  answerPage(url: string, isAccepted: boolean): string;
  close(): Promise<void>;
}

/**
 * Starts a stateful server that responds like Adyen to the connector's operations. Every request is checked against
 * Adyen's own description, and what Adyen would refuse is recorded as a violation.
 */
export async function startStandIn(now: () => Date): Promise<StandIn> {
  const state = newState();
  const adyen = description();
  const violations: string[] = [];
  const lost: { operations: readonly string[]; when: Loss }[] = [];
  let port = 0;
  let lastPayment: Json = {};
  const desk: Desk = {
    state,
    now,
    baseUrl: () => `http://127.0.0.1:${port}`,
    tell: (item, afterMs = 0) => {
      const wrapped = { live: 'false', notificationItems: [{ NotificationRequestItem: item }] };
      violations.push(...adyen.notification(String(item.eventCode), wrapped));
      state.notifications.push({ dueAt: now().getTime() + afterMs, item });
    },
  };

  const server = createServer((request, response) => {
    void receive(request, response).catch((error: unknown) => {
      violations.push(String(error));
      request.socket.destroy();
    });
  });
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const url = request.url ?? '';
    if (request.method === 'DELETE') {
      const answer = deleteToken(desk, url, request);
      if (answer === null) return void response.writeHead(204).end();
      return send(response, answer);
    }
    if (request.method === 'GET' && url.startsWith('/v72/storedPaymentMethods?')) {
      return send(response, listTokens(desk, url, request));
    }
    const operation = operations.find((one) => one.url.test(url));
    if (request.method !== 'POST' || !operation || body === null) {
      violations.push(`${request.method} ${url} is not an operation, or its body no JSON.`);
      return send(response, refusedRequest(404, '000', 'Not found'));
    }
    violations.push(...adyen.request(operation, body), ...headerViolations(request));
    if (operation.name === 'authorize') lastPayment = body;
    const at = lost.findIndex((one) => one.operations.includes(operation.name));
    const [loss] = at === -1 ? [] : lost.splice(at, 1);
    if (loss?.when === 'before') return void request.socket.destroy();
    const answer = await once(request, url, () => perform(desk, operation, url, body, request));
    if (isGarbling(loss?.when)) {
      return send(response, { ...answer, body: garbled(answer.body, loss.when) });
    }
    if (loss) return void request.socket.destroy();
    if (answer.status < 300) violations.push(...answerViolations(operation, answer.body));
    send(response, answer);
  }

  /** Responses with an invented future status do not match today's description. */
  const answerViolations = (operation: Operation, body: Json) =>
    body.resultCode === 'BeingConsidered' ? [] : adyen.answer(operation, body);

  async function once(request: IncomingMessage, path: string, act: () => Answer): Promise<Answer> {
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? state.answers.get(key) : undefined;
    if (known && known.path !== path) violations.push(`${path} reuses the key of ${known.path}.`);
    if (known) return known.answer;
    const answer = act();
    // A refused request did nothing: Adyen accepts its key again.
    if (typeof key === 'string' && answer.status < 400) {
      state.answers.set(key, { path, answer: Promise.resolve(answer) });
    }
    return answer;
  }

  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  let isDown = false;

  return {
    url: desk.baseUrl(),
    desk,
    lastPayment: () => lastPayment,
    source: adyen.source,
    loseNext: (operation, when) => void lost.push({ operations: operationNames[operation], when }),
    setDown: (down) => {
      if (down && !isDown) stop();
      if (!down && isDown) server.listen(port);
      isDown = down;
    },
    violations: () => violations,
    webhooks: () => {
      const due = state.notifications.filter(({ dueAt }) => dueAt <= now().getTime());
      for (const one of due) state.notifications.splice(state.notifications.indexOf(one), 1);
      return due.sort((a, b) => a.dueAt - b.dueAt).map(({ item }) => webhookOf([item]));
    },
    answerPage: (url, isAccepted) => answerPage(desk, url, isAccepted),
    close: async () => {
      if (isDown) return;
      const closed = new Promise((resolve) => server.on('close', resolve));
      stop();
      await closed;
    },
  };
}

/**
 * `DELETE /storedPaymentMethods/{storedPaymentMethodId}` of CheckoutService-v72: both query parameters are required, and
 * 204 "the request has been successfully processed, but there is no additional content": null.
 */
function deleteToken(desk: Desk, url: string, request: IncomingMessage): Answer | null {
  const { pathname, searchParams } = new URL(url, desk.baseUrl());
  const [, token = ''] = /^\/v72\/storedPaymentMethods\/(\w+)$/.exec(pathname) ?? [];
  const merchantAccount = searchParams.get('merchantAccount');
  const refused = refusedAccess(
    { file: 'CheckoutService', name: 'deleteToken' },
    { merchantAccount },
    request,
  );
  if (refused) return refused;
  if (desk.state.tokens.get(token)?.shopperReference !== searchParams.get('shopperReference')) {
    return refusedRequest(422, '800', 'PaymentDetail not found');
  }
  desk.state.tokens.delete(token);
  return null;
}

/** `GET /storedPaymentMethods` of CheckoutService-v72: a shopper's tokens with their cards. */
function listTokens(desk: Desk, url: string, request: IncomingMessage): Answer {
  const { searchParams } = new URL(url, desk.baseUrl());
  const [merchantAccount, shopperReference] = ['merchantAccount', 'shopperReference'].map((name) =>
    searchParams.get(name),
  );
  const operation = { file: 'CheckoutService', name: 'listTokens' };
  const refused = refusedAccess(operation, { merchantAccount }, request);
  if (refused) return refused;
  const own = [...desk.state.tokens].filter(([, stored]) => stored.shopperReference === shopperReference);
  const storedPaymentMethods = own.map(([id, { card, type }]) => ({ id, type, shopperReference, ...card }));
  return { status: 200, body: { merchantAccount, shopperReference, storedPaymentMethods } };
}

function perform(
  desk: Desk,
  operation: Operation,
  url: string,
  body: Json,
  request: IncomingMessage,
): Answer {
  const { file, name } = operation;
  const refused = refusedAccess(operation, body, request);
  if (refused) return refused;
  const id = operation.url.exec(url)?.[1] ?? '';
  if (file.startsWith('Dispute')) return disputeOperations[name]!(desk, body as never);
  switch (name) {
    case 'authorize':
      return pay(desk, body as never);
    case 'details':
      return complete(desk, body as never);
    case 'paymentMethods':
      return paymentMethods();
    case 'giftCardBalance':
      return giftCardBalance(desk, body as never);
    case 'applePaySession':
      return applePaySession(body as never);
    case 'capture':
      return capture(desk, id, body as never);
    case 'void':
      return cancel(desk, id, body as never);
    case 'voidByReference':
      return cancel(desk, null, body as never);
    case 'refund':
      return refund(desk, id, body as never);
    case 'increment':
      return increment(desk, id, body as never);
    case 'payout':
      return payCard(desk, body as never);
    case 'storeDetailAndSubmitThirdParty':
      return submit(desk, body as never);
    case 'confirmThirdParty':
      return confirm(desk, body as never);
    default:
      throw new Error(`The stand-in has no ${name}.`);
  }
}

/** Whether the key may perform the operation on the named account. */
function refusedAccess(
  { file, name }: Pick<Operation, 'file' | 'name'>,
  body: Json,
  { headers }: IncomingMessage,
): Answer | null {
  const key = headers['x-api-key'];
  const isReview = name === 'confirmThirdParty';
  const isKnown = [API_KEY, KEY_WITHOUT_PAYOUTS, REVIEW_KEY].includes(String(key));
  if (!isKnown) return refusedRequest(401, '000', 'HTTP Status Response - Unauthorized');
  const isPayout = file.startsWith('Payout');
  if (isPayout && key !== (isReview ? REVIEW_KEY : API_KEY)) return refusedRequest(403, '010', 'Not allowed');
  const account = body.merchantAccount ?? body.merchantAccountCode;
  if (!['details', 'applePaySession'].includes(name) && account !== MERCHANT_ACCOUNT) {
    return refusedRequest(403, '901', 'Invalid Merchant Account');
  }
  return null;
}

const headerViolations = ({ headers, url }: IncomingMessage): string[] => [
  ...(headers['content-type']?.startsWith('application/json') ? [] : [`${url} is not sent as JSON.`]),
  ...(String(headers['idempotency-key'] ?? '').length > 64
    ? [`${url} has too long an idempotency key.`]
    : []),
];

async function bodyOf(request: IncomingMessage): Promise<Json | null> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as Json;
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { body, status }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
