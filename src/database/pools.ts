import type { Socket } from 'node:net';
import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import type { RequestKind } from '../core/foundation/request-kind.ts';
import type { ScopeStatement } from './scoped-query.ts';
import { serverOf } from './server-tls.ts';
import { type PoolUsage, QueuedPool } from './slot-queue.ts';

/** Time limits of a pool's statements, in milliseconds. */
export interface StatementLimits {
  /** The server cancels a statement after this time. */
  readonly statementMs: number;
  /** The server's lock timeout. */
  readonly lockMs: number;
}

/** Commands have short statements that may wait for a row another command holds. */
export const statementLimits: Readonly<Record<'commands' | 'reads', StatementLimits>> = Object.freeze({
  commands: { statementMs: 10_000, lockMs: 1_500 },
  reads: { statementMs: 5_000, lockMs: 1_500 },
});

/** The client's grace period beyond the server's own limit. */
const UNRESPONSIVE_MS = 2_000;
/** The server ends a session that holds a transaction open without a statement, so that its locks go. */
const IDLE_IN_TRANSACTION_MS = 5_000;
/** Connection timeout. */
const CONNECT_MS = 5_000;
/** Without a limit: a new connection must plan each statement again, and the first payment on it would wait for that. */
const IDLE_MS = 0;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** How long data may stay unacknowledged before the kernel drops the connection (`TCP_USER_TIMEOUT`). */
const TCP_USER_TIMEOUT_MS = 15_000;
/** Connections for statistics: few, because each query reads many rows. */
const STATISTICS_MAX = 2;

/**
 * Settings of every session. Named statements are planned once and keep their plan: they hold no literal that would
 * make a plan better for one value than for another. On a cluster the merchant among the values decides on the node, so
 * Citus has no plan without them.
 */
const sessionSettings = ({ lockMs, statementMs }: StatementLimits, spread: boolean) => ({
  plan_cache_mode: spread ? 'force_custom_plan' : 'force_generic_plan',
  timezone: 'UTC',
  jit: 'off',
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
  tcp_user_timeout: String(TCP_USER_TIMEOUT_MS),
  tcp_keepalives_idle: '30',
});

/**
 * Further settings of sessions whose statements each have an index. A plan that is kept may have been made while a table was
 * empty, or have its statistics from then, as a queue's do: a sequential scan then seems cheapest, and reads the whole backlog.
 */
const byIndex = { enable_seqscan: 'off' };

/** Settings that a transaction begins with, where its session is a pooler's and cannot have any. */
export const transactionSettings = {
  timezone: 'UTC',
  statement_timeout: String(statementLimits.commands.statementMs),
  lock_timeout: String(statementLimits.commands.lockMs),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
};

/** The options of a connection that waits for nothing without a limit. */
export const connectionOptions = (url: string) =>
  ({
    ...serverOf(url),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: rowTypes(),
  }) satisfies pg.ClientConfig;

/** The pools by use. */
export type PoolName = 'commands' | 'reads' | 'statistics';

/** The service's connections by use, so that neither reads nor statistics keep a payment waiting. */
export interface Pools extends Readonly<Record<PoolName, QueuedPool>> {
  readonly usage: () => Readonly<Record<PoolName, PoolUsage>>;
  /** The expected wait of a new request, in milliseconds. */
  expectedWaitMs(kind: RequestKind): number;
  end(): Promise<void>;
}

/** Connection options of the pools. */
export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  /** Maximum wait for a connection, in milliseconds. */
  readonly waitMs: number;
  /** Whether the server is a connection pooler, which accepts no session settings. */
  readonly pooled: boolean;
  /** Whether the server is the coordinator of a cluster. */
  readonly spread: boolean;
  /** Prepared on each connection that is opened, if it has a name. */
  readonly scope: ScopeStatement;
  readonly onError: (error: Error) => void;
}

/** Divides `max` connections between commands and reads, and adds two for statistics. */
export function openPools(options: PoolOptions): Pools {
  const commands = Math.max(1, options.max - readsOf(options));
  const pools = {
    commands: new QueuedPool(openPool(options, commands, statementLimits.commands, byIndex), options.waitMs),
    ...openReadPools(options),
  };
  return {
    ...pools,
    usage: () => ({
      commands: pools.commands.usage,
      reads: pools.reads.usage,
      statistics: pools.statistics.usage,
    }),
    // Every request reads its caller first; payments do so on the connections of commands.
    expectedWaitMs: (kind) =>
      Math.max(pools.reads.expectedWaitMs(kind), kind === 'read' ? 0 : pools.commands.expectedWaitMs(kind)),
    end: async () => void (await Promise.all(Object.values(pools).map(({ pool }) => pool.end()))),
  };
}

const readsOf = ({ max }: PoolOptions) => Math.max(1, Math.floor(max * 0.4));

/** As many connections for reads and for statistics as {@link openPools} opens. */
export function openReadPools(options: PoolOptions): Pick<Pools, 'reads' | 'statistics'> {
  return {
    reads: new QueuedPool(
      openPool(options, readsOf(options), statementLimits.reads, byIndex),
      options.waitMs,
    ),
    statistics: new QueuedPool(openPool(options, STATISTICS_MAX, statementLimits.reads), options.waitMs),
  };
}

function openPool(options: PoolOptions, max: number, limits: StatementLimits, further = {}): Pool {
  const { onError, pooled, scope, spread, url } = options;
  const settings = Object.entries({ ...sessionSettings(limits, spread), ...further }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'switchyard',
    ...(pooled ? {} : { options: settings.join(' ') }),
    pipeline: true,
  } as pg.PoolConfig);
  // A connection that breaks also fails its statement; without listeners it would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError);
    watchCommits(client);
    limitSilence(client, limits.statementMs + UNRESPONSIVE_MS);
    // Sent before the first statement, which finds it prepared. If it fails, so does the connection.
    if (scope.name !== undefined) client.query({ ...scope, values: [''] }).catch(onError);
  });
  pool.on('error', onError);
  return pool;
}

/** Members of the driver's client that its types leave out. */
interface DriverClient {
  readonly connection: { readonly stream: Socket };
  /** Whether no statement is in flight. */
  readonly readyForQuery: boolean;
}

/**
 * Breaks a connection whose server has gone silent during a statement: the server's own limit does not help then. One
 * socket timer serves all statements. The driver's `query_timeout` sets one per statement, which keeps its rows from
 * the young-generation garbage collector: it made a page of a dashboard a third more expensive.
 */
function limitSilence(client: PoolClient, silenceMs: number): void {
  const driver = client as unknown as DriverClient;
  const { stream } = driver.connection;
  stream.setTimeout(silenceMs);
  // Each time: a callback given to setTimeout is called once, which the first rest between two statements would use up.
  stream.on('timeout', () => {
    if (!driver.readyForQuery) stream.destroy(new Error('Query read timeout'));
  });
}

/** Timestamps stay text, as the ORM expects of a connection that is not its own. */
function rowTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  const { DATE, INT8, INTERVAL, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
  for (const type of [DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ]) types.setTypeParser(type, (text) => text);
  // Amounts and counts stay below 2^53, so a number holds them exactly; pg itself would return text.
  types.setTypeParser(INT8, Number);
  return types;
}

/** Whether a session's server is the coordinator of a Citus cluster, over whose nodes the merchants are spread. */
export async function isSpread(session: pg.ClientBase): Promise<boolean> {
  const { rows } = await session.query<{ spread: boolean }>(`select ${SPREAD}`);
  return rows[0]!.spread;
}

const SPREAD = `exists (select from pg_extension where extname = 'citus') as spread`;

/** The kind of a server. */
export interface ServerKind {
  /**
   * Whether connections go through a pooler such as PgBouncer, which reports process identifiers that are not the
   * sessions'. In transaction mode the next statement may run in another session.
   */
  readonly pooled: boolean;
  /** See {@link isSpread}. */
  readonly spread: boolean;
}

/** Determines the kind of a server, with one statement. */
export async function kindOf(url: string): Promise<ServerKind> {
  const client = new pg.Client(connectionOptions(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number; spread: boolean }>(
      `select pg_backend_pid() as pid, ${SPREAD}`,
    );
    const { pid, spread } = rows[0]!;
    return { pooled: (client as unknown as { processID: number }).processID !== pid, spread };
  } finally {
    await client.end();
  }
}

/** The PostgreSQL function whose warning reports that a commit no longer waits for a synchronous standby. */
const WAITING = 'SyncRepWaitForLSN';

/** Connections whose last commit no synchronous standby has confirmed. */
const unreplicated = new WeakSet<ClientBase>();

/** Thrown for a commit that is on the primary only: if that fails now, its standby does not have it. */
export class UnreplicatedError extends Error {
  override readonly name = 'UnreplicatedError';
  /** SQLSTATE of a transaction whose outcome is not known. */
  readonly code = '08007';

  constructor() {
    super('The commit was not confirmed by a synchronous standby in time.');
  }
}

/**
 * Watches a connection's commits. A commit that waits for a synchronous standby is subject to `statement_timeout`, and
 * cannot be undone any more: PostgreSQL then reports that it succeeded, and warns that it may not have been replicated.
 */
function watchCommits(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING) unreplicated.add(client);
  });
}

/**
 * Must follow every commit on a connection.
 *
 * @throws {UnreplicatedError} if PostgreSQL warned of the commit.
 */
export function expectReplicated(client: ClientBase): void {
  if (unreplicated.delete(client)) throw new UnreplicatedError();
}
