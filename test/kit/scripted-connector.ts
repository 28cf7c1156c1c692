import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Connector,
  type ConnectorAccess,
  type ConnectorEvent,
  type LookUp,
  type Outcome,
  WebhookRefusedError,
} from '../../src/core/foundation/ports/connector.ts';
import type { CallBasics } from '../../src/core/foundation/ports/connector-requests.ts';

/** Responds to a call with an outcome; throw if the outcome must stay unknown. */
export type Responder = (request: CallBasics & Record<string, unknown>) => Outcome | Promise<Outcome>;

/** A connector whose responses a test scripts and whose requests it records. */
export interface ScriptedConnector {
  readonly connector: Connector;
  /** The requests received so far, by operation, oldest first. */
  readonly requests: Record<string, (CallBasics & Record<string, unknown>)[]>;
  /** Sets the response to every later call of an operation. By default calls succeed. */
  respond(operation: string, responder: Responder): void;
  /** Sets the result of looking up a call, or a function for it; `not_found` by default. */
  setLookUp(idempotencyKey: string, found: LookUp | (() => Promise<LookUp>)): void;
}

const any = { types: null, capturesLater: true } as const;

/** Creates a connector named `scripted`. Its webhooks are signed with the account's secret: {@link signedWebhook}. */
export function scriptedConnector(): ScriptedConnector {
  const requests: ScriptedConnector['requests'] = {};
  const responders = new Map<string, Responder>();
  const lookUps = new Map<string, LookUp | (() => Promise<LookUp>)>();
  const succeed: Responder = ({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: `txn_${idempotencyKey}`,
  });
  const operation = (name: string) => async (_access: ConnectorAccess, request: CallBasics) => {
    const sent = request as CallBasics & Record<string, unknown>;
    requests[name] = [...(requests[name] ?? []), sent];
    return (responders.get(name) ?? succeed)(sent);
  };
  const acceptDispute = operation('accept');
  const challengeDispute = operation('challenge');
  const connector: Connector = {
    name: 'scripted',
    abilities: new Set([
      'authorize',
      'capture',
      'multiple_captures',
      'void',
      'refund',
      'look_up',
      'webhooks',
    ]),
    paymentMethods: {
      card: any,
      bank_debit: any,
      bank_redirect: any,
      wallet: any,
      bank_transfer: any,
      pay_later: any,
      voucher: any,
      real_time_payment: any,
      upi: any,
      gift_card: any,
    },
    splitReason: () => null,
    payoutMethods: { card: any, bank: any, wallet: { types: ['paypal'] } },
    authorize: operation('authorize'),
    incrementAuthorization: operation('incrementAuthorization'),
    capture: operation('capture'),
    void: operation('void'),
    refund: operation('refund'),
    payout: operation('payout'),
    screen: operation('screen'),
    async acceptDispute(access, request) {
      await acceptDispute(access, request);
    },
    async challengeDispute(access, request) {
      await challengeDispute(access, request);
    },
    async lookUp(_access, request) {
      requests.lookUp = [...(requests.lookUp ?? []), { ...request }];
      const found = lookUps.get(request.idempotencyKey) ?? { kind: 'not_found', repeat: 'safe' };
      return typeof found === 'function' ? found() : found;
    },
    async readWebhook(access, { body, headers }) {
      const received = Buffer.from(String(headers.signature ?? ''), 'hex');
      const expected = signature(access.webhookSecret ?? '', body);
      if (
        access.webhookSecret === null ||
        received.length !== expected.length ||
        !timingSafeEqual(received, expected)
      ) {
        throw new WebhookRefusedError('Invalid signature.');
      }
      const events = JSON.parse(body.toString()) as Record<string, unknown>[];
      return {
        events: events.map((event) => {
          const respondBy = event.respondBy ? new Date(String(event.respondBy)) : null;
          return { ...event, at: new Date(String(event.at)), respondBy } as unknown as ConnectorEvent;
        }),
      };
    },
  };
  return {
    connector,
    requests,
    respond: (name, responder) => void responders.set(name, responder),
    setLookUp: (key, found) => void lookUps.set(key, found),
  };
}

const signature = (secret: string, body: Buffer) => createHmac('sha256', secret).update(body).digest();

/** The fetch options of a webhook from the scripted connector. */
export function signedWebhook(secret: string, events: readonly object[]) {
  const body = Buffer.from(JSON.stringify(events));
  return {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', signature: signature(secret, body).toString('hex') },
  };
}

/** The connector's event for a newly opened dispute, without the transaction. */
export const disputeOpened = Object.freeze({
  type: 'dispute',
  stage: 'dispute',
  status: 'opened',
  amount: 500,
  currency: 'USD',
  reason: 'Never arrived',
  reasonCode: '13.1',
  respondBy: '2099-01-01T00:00:00.000Z',
  connectorStatus: 'needs_response',
});
