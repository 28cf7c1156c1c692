import { encodeTime } from 'ulid';
import { linkMailTexts } from '../../checkout/server/languages.ts';
import { connectorRegistry } from '../../connectors/guard.ts';
import { type ChallengeAnswer, completeChallenge } from '../../connectors/sandbox/complete-challenge.ts';
import { installSandbox } from '../../connectors/sandbox/sandbox.ts';
import { sendDueEvents } from '../../connectors/sandbox/send-webhooks.ts';
import { findInAnyAccount } from '../../connectors/sandbox/store.ts';
import { openConnectorAccount } from '../../core/connector-calls/call-connector.ts';
import { LearnedRouting } from '../../core/derived/learned-routing.ts';
import type { Context } from '../../core/foundation/context.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';
import { NotifiedCache } from '../../core/foundation/notified-cache.ts';
import type { AttemptLimit } from '../../core/foundation/ports/attempt-limit.ts';
import type { ConnectorGuard } from '../../core/foundation/ports/connector.ts';
import type { Ports } from '../../core/foundation/ports/ports.ts';
import type { RowSource } from '../../core/foundation/transaction.ts';
import { completeReturn } from '../../core/outcomes/complete-return.ts';
import { outcomeHandlers } from '../../core/outcomes/outcome-handlers.ts';
import { receiveWebhook } from '../../core/outcomes/receive-webhook.ts';
import type { Database } from '../../database/database.ts';
import { StatementNames } from '../../database/rows.ts';
import { setScope } from '../../database/scoped-query.ts';
import { TransactionConnection, transactionNames } from '../../database/transact.ts';

/**
 * Aborts every call once it is sent. Only the card that times out ever checks the signal, so it times out at once, and
 * nothing else does, even on a slow machine.
 */
const guard: ConnectorGuard = {
  deadlineMs: 0,
  isOpen: () => false,
  circuitOf: () => ({ state: 'CLOSED', since: null }),
  run: (_account, work) => {
    const abort = new AbortController();
    const result = work(abort.signal);
    abort.abort(new DOMException('The connector did not answer in time.', 'TimeoutError'));
    return result;
  },
};

export interface SimulationOptions {
  readonly database: Database;
  readonly encryption: ColumnEncryption;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Where customers reach the service, for the addresses they are sent to. */
  readonly publicUrl: string;
}

/** The product's commands on the sandbox connector, under a clock that moves only on request. */
export interface Simulation {
  /** The context of the commands; `merchantId` is the merchant every story happens at. */
  readonly ctx: Context;
  readonly rows: RowSource;
  nowMs: number;
  /** Lets the sandbox deliver its decisions up to now, as webhooks to the service. */
  deliver(): Promise<void>;
  /** The customer answers a 3-D Secure challenge in the browser and returns to the service. */
  answerChallenge(paymentId: string, answer: ChallengeAnswer): Promise<void>;
  /** Runs `work`, then takes back everything it wrote. */
  discarding<T>(work: () => Promise<T>): Promise<T>;
}

const unlimited: AttemptLimit = {
  requireLeft: () => {},
  count: () => {},
  forget: async () => {},
  take: async () => {},
};

type SandboxParts = Parameters<typeof installSandbox>[0];

/** Ports that call nobody: the sandbox is the only connector. */
function simulatedPorts(
  parts: SandboxParts,
  { encryption, isSpread }: Pick<Ports, 'encryption' | 'isSpread'>,
): Ports {
  const { ids, now, publicUrl, randomBytes, rows } = parts;
  return {
    learned: new LearnedRouting({ rows, now, onError: () => {}, seed: null }),
    connectors: connectorRegistry([installSandbox(parts).connector], { off: null }),
    guard,
    observe: (_step, work) => work(),
    traceparent: () => null,
    countryOf: null,
    auditAlerts: { objectTypes: new Set(), count: () => {} },
    logTouched: () => {},
    backgroundWork: { isOn: () => true },
    outgoing: { off: null },
    exportRules: { approverMs: 0, delayMs: 0 },
    mail: null,
    linkMailTexts,
    isSpread,
    applePayGateway: { url: '' },
    expectsSecondFactor: false,
    evidenceObjects: null,
    attemptLimits: {
      balanceChecks: unlimited,
      clientSecrets: unlimited,
      testWebhooks: unlimited,
      linkMails: unlimited,
      linkMailsToOne: unlimited,
    },
    outcomeHandlers,
    processId: 'demo',
    settings: new NotifiedCache({ max: 1, now, isNotified: () => false }),
    lowerBounds: new Map(),
    notify: () => {},
    webhookTargets: { allowLoopback: false, resolve: async () => [] },
    domainLookups: { txt: async () => [], file: async () => null },
    onUnproved: () => {},
    serviceHosts: [],
    publicUrl,
    pagesUrl: publicUrl,
    encryption,
    environment: 'test',
    ids,
    now,
    randomBytes,
  };
}

/** Delivers the sandbox's due webhooks to the core. */
async function deliverReports(ctx: Context, parts: SandboxParts): Promise<void> {
  await sendDueEvents({
    ...parts,
    secretOf: async (merchant, account) =>
      (await openConnectorAccount(ctx, { merchant_id: merchant, merchant_connector_id: account }))?.access
        .webhookSecret ?? null,
    send: async (url, headers, body) => {
      const [merchant, account] = url.split('/').slice(-2) as [string, string];
      const source = { merchantId: merchant, merchantConnectorId: account };
      await receiveWebhook(ctx, source, async () => ({ headers, body: Buffer.from(body) }));
      return 200;
    },
  });
}

/**
 * Runs the product's own commands in one transaction that is rolled back: `work` reads the rows they wrote before
 * that. No other process ever sees them, and no job or webhook is queued for them.
 */
export async function simulate<T>(
  { database, encryption, publicUrl, randomBytes }: SimulationOptions,
  merchantId: string,
  work: (simulation: Simulation) => Promise<T>,
): Promise<T> {
  const session = await database.openSession();
  const names = transactionNames(new StatementNames());
  const connect = () => new TransactionConnection(database.orm, session, names);
  const { rows } = connect();
  const now = () => new Date(simulation.nowMs);
  let made = 0;
  // Identifiers of one moment sort by a counter at their end, which clones keep; see templates.ts.
  const ids = {
    make: (prefix: string) => {
      made += 1;
      return `${prefix}_${encodeTime(simulation.nowMs, 10)}00000000${made.toString(10).padStart(8, '0')}`;
    },
  };
  const parts = { rows, now, ids, randomBytes, publicUrl: () => publicUrl };
  const ctx: Context = {
    requestId: 'demo',
    caller: { kind: 'admin_key' },
    merchantId,
    rows,
    transact: async (_merchantId, command) => {
      const connection = connect();
      const value = await connection.run(command);
      await connection.send();
      return value;
    },
    ports: simulatedPorts(parts, { encryption, isSpread: database.spread }),
  };
  const simulation: Simulation = {
    ctx,
    rows,
    nowMs: 0,
    deliver: () => deliverReports(ctx, parts),
    answerChallenge: async (paymentId, answer) => {
      const text = 'select transaction_id from sandbox_transactions where challenge_token is not null';
      const [challenge] = await rows.query<{ transaction_id: string }>(
        { text, values: [], touches: { reads: ['sandbox_transactions'] } },
        merchantId,
      );
      const transaction = await findInAnyAccount(parts, challenge!.transaction_id);
      await completeChallenge(parts, transaction!, transaction!.challenge_token!, answer);
      simulation.nowMs += 1_000;
      await completeReturn(ctx, merchantId, paymentId, {});
    },
    discarding: async (inner) => {
      await session.query('savepoint story');
      const result = await inner();
      await session.query('rollback to savepoint story');
      return result;
    },
  };
  try {
    for (const message of ['begin', setScope(merchantId), `set local timezone = 'UTC'`])
      await session.query(message);
    return await work(simulation);
  } finally {
    // Ending the session rolls back.
    await session.end();
  }
}
