import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  CallBasics,
  Connector,
  ConnectorAccess,
  ConnectorEvent,
  LookUp,
  Outcome,
} from '../../src/core/foundation/connector.ts';

/** What the connector answers to a call: an outcome, or an error for no answer. It may take its time. */
export type Answering = (request: CallBasics & Record<string, unknown>) => Outcome | Promise<Outcome>;

/** A connector that does what a test tells it, and remembers what it was asked. */
export interface ScriptedConnector {
  readonly connector: Connector;
  /** The requests it was sent, by operation, in order. */
  readonly asked: Record<string, (CallBasics & Record<string, unknown>)[]>;
  /** Answers every call of an operation so from now on. Until told otherwise everything succeeds. */
  answer(operation: string, answering: Answering): void;
  /** What it says became of a call. */
  knows(idempotencyKey: string, found: LookUp): void;
}

/** Scripts a connector named `scripted`. Its webhooks are signed by the account's secret: {@link signedWebhook}. */
export function scriptedConnector(): ScriptedConnector {
  const asked: ScriptedConnector['asked'] = {};
  const answers = new Map<string, Answering>();
  const known = new Map<string, LookUp>();
  const succeed: Answering = ({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: `txn_${idempotencyKey}`,
  });
  const operation = (name: string) => async (_access: ConnectorAccess, request: CallBasics) => {
    const sent = request as CallBasics & Record<string, unknown>;
    asked[name] = [...(asked[name] ?? []), sent];
    return (answers.get(name) ?? succeed)(sent);
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
    authorize: operation('authorize'),
    capture: operation('capture'),
    void: operation('void'),
    refund: operation('refund'),
    payout: operation('payout'),
    async acceptDispute(access, connectorDisputeId, basics) {
      await acceptDispute(access, { ...basics, connectorDisputeId } as CallBasics);
    },
    async challengeDispute(access, connectorDisputeId, evidence, basics) {
      await challengeDispute(access, { ...basics, connectorDisputeId, evidence } as CallBasics);
    },
    async lookUp(_access, request) {
      asked.lookUp = [...(asked.lookUp ?? []), { ...request }];
      return known.get(request.idempotencyKey) ?? { kind: 'not_found', repeat: 'safe' };
    },
    readWebhook(access, { body, headers }) {
      const given = Buffer.from(String(headers.signature ?? ''), 'hex');
      const right = signature(access.webhookSecret ?? '', body);
      if (access.webhookSecret === null || given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new Error('The signature is not right.');
      }
      const events = JSON.parse(body.toString()) as Record<string, unknown>[];
      return events.map((event) => {
        const respondBy = event.respondBy ? new Date(String(event.respondBy)) : null;
        return { ...event, at: new Date(String(event.at)), respondBy } as unknown as ConnectorEvent;
      });
    },
  };
  return {
    connector,
    asked,
    answer: (name, answering) => void answers.set(name, answering),
    knows: (key, found) => void known.set(key, found),
  };
}

const signature = (secret: string, body: Buffer) => createHmac('sha256', secret).update(body).digest();

/** A webhook as the scripted connector sends it. */
export function signedWebhook(secret: string, events: readonly object[]) {
  const body = Buffer.from(JSON.stringify(events));
  return {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', signature: signature(secret, body).toString('hex') },
  };
}
