import { test as base } from 'vitest';
import { stripeConnector } from '../../../../src/connectors/stripe/stripe.ts';
import type { ConnectorAccess, Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import type {
  AuthorizeRequest,
  LookUpRequest,
} from '../../../../src/core/foundation/ports/connector-requests.ts';
import { noContext } from '../../../kit/no-context.ts';
import { cards } from './stand-in/cards.ts';
import { API_KEY, StandIn } from './stand-in/server.ts';
import { CONNECT_SECRET, WEBHOOK_SECRET } from './stand-in/webhooks.ts';

/** The connector with a stand-in, without the service. */
export async function stripeWorld() {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const standIn = new StandIn(now);
  await standIn.listen();
  const warnings: string[] = [];
  return {
    standIn,
    warnings,
    now,
    connector: stripeConnector({
      baseUrl: standIn.url,
      environment: 'test',
      now,
      warn: (facts, message) => void warnings.push(`${message} ${JSON.stringify(facts)}`),
    }),
    pass: (ms: number) => {
      ahead += ms;
    },
    /** The parameters of the last request to a path. */
    last: (path: string) => standIn.bodies.filter((one) => one.path === path).at(-1)?.params,
  };
}

/** Tests with one stand-in per file. In the end it must have refused nothing. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from this pattern.
export const test = base.extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
  const world = await stripeWorld();
  onCleanup(async () => {
    await world.standIn.close();
    if (world.standIn.violations.length > 0) throw new Error(world.standIn.violations.join('\n'));
  });
  return world;
});

let names = 0;
export const unique = (prefix: string) => `${prefix}_${++names}`;

export const access: ConnectorAccess = {
  merchantId: 'mer_1',
  merchantConnectorId: 'mca_1',
  credentials: { api_key: API_KEY, publishable_key: 'pk_test_standin' },
  settings: {},
  webhookSecret: WEBHOOK_SECRET,
  additionalWebhookSecret: CONNECT_SECRET,
  wallets: {},
  metadata: {},
  testMode: true,
};

export const basics = (prefix = 'att') => ({
  idempotencyKey: unique('call'),
  reference: unique(prefix),
  signal: new AbortController().signal,
});

export const charge = (
  card: keyof typeof cards = 'good',
  given: Partial<AuthorizeRequest> = {},
): AuthorizeRequest => ({
  ...basics(),
  amount: 1000,
  currency: 'USD',
  method: {
    kind: 'card',
    card: { number: cards[card], expMonth: '12', expYear: '2039', holderName: 'Ann Example', cvc: '737' },
  },
  paymentMethodType: 'credit',
  credential: { kind: 'one_off' },
  capture: true,
  threeDs: false,
  challengeRequested: false,
  authentication: null,
  returnUrl: 'https://pay.example.com/return',
  context: noContext,
  terms: { incremental: false, extended: false, multipleCaptures: false, network: null },
  ...given,
});

export const lookUpOf = (
  { idempotencyKey, reference }: { idempotencyKey: string; reference: string },
  given: Partial<LookUpRequest> = {},
): LookUpRequest => ({
  ...basics(),
  idempotencyKey,
  reference,
  operation: 'authorize',
  connectorTransactionId: null,
  parentTransactionId: null,
  money: { amount: 1000, currency: 'USD' },
  ageMs: 30_000,
  ...given,
});

export const idOf = (outcome: Outcome): string =>
  (outcome as { connectorTransactionId: string }).connectorTransactionId;
