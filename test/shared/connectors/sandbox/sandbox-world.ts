import { randomBytes } from 'node:crypto';
import { test as base } from 'vitest';
import type { SandboxContext } from '../../../../src/connectors/sandbox/context.ts';
import { sandboxConnector } from '../../../../src/connectors/sandbox/sandbox.ts';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { ulidMaker } from '../../../../src/core/foundation/ids.ts';
import type { ConnectorAccess, Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import type {
  AuthenticateRequest,
  AuthorizeRequest,
  CallBasics,
  LookUpRequest,
  PayoutRequest,
} from '../../../../src/core/foundation/ports/connector-requests.ts';
import { type Database, openDatabase } from '../../../../src/database/database.ts';
import { createDatabase } from '../../../kit/database.ts';
import { noContext, noPayoutContext } from '../../../kit/no-context.ts';

export const SECRET = 'whsec_of_this_account';

/** The sandbox on its own database, with a clock controlled by tests. */
export interface SandboxWorld {
  readonly database: Database;
  readonly sandboxContext: SandboxContext;
  readonly sandbox: Required<ReturnType<typeof sandboxConnector>>;
  publicUrl: string;
  pass(ms: number): void;
  row(key: string): Promise<Record<string, unknown>>;
  /** All stored events, sent or not. */
  events(access: ConnectorAccess): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function sandboxWorld(): Promise<SandboxWorld> {
  const database = await openDatabase({ url: await createDatabase(), poolMax: 20 });
  let time = Date.UTC(2026, 10, 20, 12);
  const world = { publicUrl: 'https://pay.example.com' };
  const sandboxContext: SandboxContext = {
    rows: database.rows,
    now: () => new Date(time),
    ids: ulidMaker(),
    randomBytes,
    publicUrl: () => world.publicUrl,
  };
  return Object.assign(world, {
    database,
    sandboxContext,
    sandbox: sandboxConnector(sandboxContext) as SandboxWorld['sandbox'],
    pass: (ms: number) => {
      time += ms;
    },
    row: async (key: string) => {
      const text = 'select to_jsonb(t) as row from sandbox_transactions t where idempotency_key = $1';
      return (
        await database.rows.query({ text, values: [key], touches: { reads: ['sandbox_transactions'] } }, null)
      )[0]!.row as Record<string, unknown>;
    },
    events: async ({ merchantId }: ConnectorAccess) => {
      const text = 'select * from sandbox_events where merchant_id = $1 order by next_at, event_id';
      return await database.rows.query(
        { text, values: [merchantId], touches: { reads: ['sandbox_events'] } },
        merchantId,
      );
    },
    close: () => database.close(),
  });
}

/** Tests with one sandbox per file. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from this pattern.
export const test = base.extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
  const world = await sandboxWorld();
  onCleanup(() => world.close());
  return world;
});

let names = 0;
/** A unique key or name. */
export const unique = (prefix: string) => `${prefix}_${++names}`;

/** Access to an account of a new merchant. */
export const accessTo = (given: Partial<ConnectorAccess> = {}): ConnectorAccess => ({
  merchantId: unique('mer'),
  merchantConnectorId: 'mca_1',
  credentials: {},
  settings: {},
  webhookSecret: SECRET,
  additionalWebhookSecret: null,
  wallets: {},
  metadata: {},
  testMode: true,
  ...given,
});

export const cardOf = (name: keyof typeof testCards) => ({
  number: testCards[name],
  expMonth: '12',
  expYear: '2030',
  holderName: 'Ada Lovelace',
  cvc: '123',
});

const basics = () => ({
  idempotencyKey: unique('call'),
  reference: 'pay_1',
  signal: new AbortController().signal,
});

export const authorization = (
  card: keyof typeof testCards = 1,
  given: Partial<AuthorizeRequest> = {},
): AuthorizeRequest => ({
  ...basics(),
  amount: 1000,
  currency: 'USD',
  method: { kind: 'card', card: cardOf(card) },
  paymentMethodType: 'credit',
  capture: true,
  threeDs: false,
  authentication: null,
  returnUrl: 'https://pay.example.com/return/mer/pay_1',
  credential: { kind: 'one_off' },
  challengeRequested: false,
  context: noContext,
  terms: { incremental: false, extended: false, multipleCaptures: false, network: null },
  ...given,
});

/** The look-up of a request. */
export const lookUpOf = ({ idempotencyKey, reference }: CallBasics): LookUpRequest => ({
  ...basics(),
  idempotencyKey,
  reference,
  operation: 'authorize',
  connectorTransactionId: null,
  parentTransactionId: null,
  money: null,
  ageMs: 1_000,
});

export const payoutOf = (card: keyof typeof testCards | null): PayoutRequest => ({
  ...basics(),
  amount: 1000,
  currency: 'USD',
  destination:
    card === null
      ? {
          kind: 'bank',
          account: {
            scheme: 'sepa',
            iban: 'DE89370400440532013000',
            bic: null,
            holderName: null,
            bankName: null,
          },
        }
      : { kind: 'card', card: cardOf(card) },
  context: noPayoutContext,
  priority: null,
  entityType: null,
  recurring: false,
});

export const authentication = (
  card: keyof typeof testCards,
  given: Partial<AuthenticateRequest> = {},
): AuthenticateRequest => ({
  ...basics(),
  amount: 1000,
  currency: 'USD',
  card: cardOf(card),
  deviceChannel: 'BRW',
  challengeRequested: false,
  context: noContext,
  returnUrl: 'https://pay.example.com/return/mer/pay_1',
  ...given,
});

/** A capture or refund of an outcome's transaction. */
export const about = (outcome: Outcome, amount = 1000, given: object = {}) => ({
  ...basics(),
  amount,
  currency: 'USD',
  connectorTransactionId: (outcome as { connectorTransactionId: string }).connectorTransactionId,
  more: false,
  reason: null,
  split: null,
  ...given,
});
