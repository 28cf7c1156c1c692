import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import pg, { type Client, type Pool } from 'pg';
import { BY_USE } from '../core/access/keyring.ts';
import { OperatorError } from '../core/foundation/operator-error.ts';
import type { RequestKind } from '../core/foundation/request-kind.ts';
import type { Transact } from '../core/foundation/transaction.ts';
import type { RowSource } from '../core/reads/index.ts';
import type { Beat, DatabaseTime, HeartbeatStore } from '../core/writes/liveness.ts';
import type { AskDatabase } from './identity.ts';
import { NodeByNode } from './node-by-node.ts';
import { ormOptions } from './orm-options.ts';
import {
  connectionOptions,
  kindOf,
  openPools,
  openReadPools,
  type PoolName,
  transactionSettings,
} from './pools.ts';
import { ReadIndex } from './read-index.ts';
import { Replica, type ReplicaConnections, type ReplicaParts } from './replica.ts';
import { type ReplicaPoolName, Replicas, type ReplicasUsage } from './replicas.ts';
import {
  beginScoped,
  type ObserveStatement,
  PooledRows,
  type PooledRowsParts,
  RequestRows,
  type StatementListener,
  StatementNames,
  unobservedStatement,
} from './rows.ts';
import { scopeStatement } from './scoped-query.ts';
import { openSession } from './sessions.ts';
import { MerchantLimit, type PoolUsage, type QueuedPool, queueLimits, type Turn } from './slot-queue.ts';
import { transactionNames, transactOn } from './transact.ts';

/** A database context per kind of request; more urgent kinds are served first. */
export interface RequestAccess {
  /** For work before the request itself, such as its authentication. */
  readonly incoming: RowSource;
  /** For one request. */
  readonly rows: () => RowSource;
  readonly transact: Transact;
}

/** An open database: transactions for commands and rows for reads, on separate connections. */
export interface Database {
  /** The ORM. Its own connections serve tools only. */
  readonly orm: MikroORM;
  /** For the service's own work, which is as urgent as payments. */
  readonly rows: RowSource;
  readonly transact: Transact;
  /** For requests of a kind. */
  readonly requests: Readonly<Record<RequestKind, RequestAccess>>;
  /** The expected wait of a new request for a connection, in milliseconds. */
  expectedWaitMs(kind: RequestKind): number;
  /** How the connections for requests are used at present. */
  poolUsage(): Readonly<Record<PoolName, PoolUsage> & Partial<Record<ReplicaPoolName, PoolUsage>>>;
  /** How replicas are used; null without any. */
  replicasUsage(): ReplicasUsage | null;
  /** Whether the merchants are spread over the nodes of a cluster. */
  readonly spread: boolean;
  /** The server's URL for connections that keep their session: it is not a pooler's. */
  readonly url: string;
  /** The connections of commands. */
  readonly pool: Pool;
  /** Connections of the sign-in library, which runs its own statements. */
  readonly people: Pool;
  /** Opens a session without time limits, for long work. The caller ends it. */
  openSession(): Promise<Client>;
  /** Rejects if the database does not respond, or takes no writes. */
  ping(): Promise<void>;
  /** Where processes record their heartbeats. */
  readonly heartbeats: HeartbeatStore;
  /** Runs a statement of the service's own on the connection of heartbeats. */
  readonly ask: AskDatabase;
  close(): Promise<void>;
}

/** Options of an open database. */
export interface DatabaseSettings {
  readonly url: string;
  /** Where `url` is a connection pooler's: the server behind it. */
  readonly directUrl?: string | null;
  /** Streaming replicas that reads may go to. They need not be reachable. */
  readonly replicaUrls?: readonly string[];
  /** Called when a replica is lost, or used. */
  readonly onReplicaChange?: ReplicaParts['onChange'];
  readonly poolMax: number;
  /** Maximum wait of a statement or transaction for a connection, in milliseconds; `queueLimits.waitMs` by default. */
  readonly waitMs?: number;
  readonly listener?: StatementListener;
  /** Observes statements; none is observed without it. */
  readonly observe?: ObserveStatement | undefined;
  /** Receives errors of idle connections. Other errors reject their statement. */
  readonly onError?: (error: Error) => void;
}

/** Thrown if the database is behind a pooler and no address of the server itself is configured. */
export class PoolerError extends OperatorError {
  override readonly name = 'PoolerError';

  constructor() {
    super(
      'DATABASE_URL is a connection pooler. Set DATABASE_DIRECT_URL to the server behind it, for notifications.',
    );
  }
}

const REPLICAS_MESSAGE =
  'DATABASE_URL is the coordinator of a cluster, and its nodes have their own replicas: leave DATABASE_REPLICA_URLS out.';

/** Opens the database. Rejects if the server does not respond. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { listener, observe = unobservedStatement, poolMax, waitMs = queueLimits.waitMs } = settings;
  const url = settings.directUrl ?? settings.url;
  const { pooled, spread } = await kindOf(settings.url);
  if (pooled && !settings.directUrl) throw new PoolerError();
  if (spread && settings.replicaUrls?.length) throw new OperatorError(REPLICAS_MESSAGE);
  const orm = await MikroORM.init({ ...ormOptions, clientUrl: url, pool: { min: 0, max: 1 } });
  const poolOptions = (at: string, isPooler: boolean, ofReplica = false) => ({
    url: at,
    max: poolMax,
    waitMs,
    pooled: isPooler,
    spread,
    scope: scopeStatement(isPooler ? transactionSettings : {}, !isPooler, ofReplica),
    onError: settings.onError ?? (() => {}),
  });
  const options = poolOptions(settings.url, pooled);
  const pools = openPools(options);
  const probe = new Probe(settings.url);
  const people = openPeoplePool(settings.url);
  const names = new StatementNames(pooled);
  const begin = beginScoped(pooled ? transactionSettings : {}, spread);
  const nodes = spread ? new NodeByNode() : null;
  const rowsOn = (parts: Pick<PooledRowsParts, 'begin' | 'names' | 'pools' | 'scope'>) => {
    const statistics = new MerchantLimit({
      slots: queueLimits.merchantStatistics,
      waiting: queueLimits.merchantStatisticsWaiting,
      waitMs,
      message: 'Too many statistics of this merchant wait for each other. Try again shortly.',
    });
    return (turn: Turn) => new PooledRows({ ...parts, spread: nodes, statistics, listener, observe }, turn);
  };
  const rowsInTurn = rowsOn({ pools, names, scope: options.scope, begin });
  const transactInTurn = transactOn(orm, pools, transactionNames(names, pooled), begin, waitMs, {
    listener,
    observe,
  });
  const urgent = { rows: rowsInTurn('money'), transact: transactInTurn('money') };
  const inProgress = rowsInTurn('inProgress');
  // Few reads also write, such as fresh payment tokens.
  const transact = transactInTurn('write');
  const incoming = { write: rowsInTurn('write'), read: rowsInTurn('read') };
  const replicas = openReplicas(settings, url, pools.reads, (at, isPooler) => {
    const replicaOptions = poolOptions(at, isPooler, true);
    const opened = openReadPools(replicaOptions);
    const inTurn = rowsOn({
      pools: opened,
      names: new StatementNames(isPooler),
      scope: replicaOptions.scope,
      begin: beginScoped(isPooler ? transactionSettings : {}),
    });
    return { pools: opened, rows: { read: inTurn('read'), inProgress: inTurn('inProgress') } };
  });
  const first = replicas ? replicas.rows(incoming.read, 'read') : incoming.read;
  const others = replicas ? replicas.rows(inProgress, 'inProgress') : inProgress;
  return {
    orm,
    pool: pools.commands.pool,
    spread,
    url,
    ...urgent,
    requests: {
      money: { incoming: urgent.rows, rows: () => urgent.rows, transact: urgent.transact },
      write: { incoming: incoming.write, rows: () => new RequestRows(incoming.write, inProgress), transact },
      read: { incoming: incoming.read, rows: () => new RequestRows(first, others), transact },
    },
    expectedWaitMs: pools.expectedWaitMs,
    poolUsage: () => ({ ...pools.usage(), ...replicas?.poolUsage }),
    replicasUsage: () => replicas?.usage ?? null,
    people,
    openSession: () => openSession(url),
    ping: () => probe.ping(),
    heartbeats: probe,
    ask: probe.ask,
    close: async () =>
      void (await Promise.all([replicas?.end(), pools.end(), probe.end(), people.end(), orm.close(true)])),
  };
}

/** @param primaryUrl The primary's own, not a pooler's. */
function openReplicas(
  { onReplicaChange = () => {}, replicaUrls = [] }: DatabaseSettings,
  primaryUrl: string,
  primaryReads: QueuedPool,
  connect: (url: string, pooled: boolean) => ReplicaConnections,
): Replicas | null {
  if (replicaUrls.length === 0) return null;
  const index = new ReadIndex(primaryUrl);
  const replicas = replicaUrls.map(
    (url) =>
      new Replica({ url, index, connect: (pooled) => connect(url, pooled), onChange: onReplicaChange }),
  );
  return new Replicas(index, replicas, primaryReads);
}

/**
 * Connections of the sign-in library: opened on demand, and few, so that guessing passwords takes none from payments.
 */
const PEOPLE_MAX = 2;
const PEOPLE_STATEMENT_MS = 5_000;

/** Opens no connection before it is used. Its rows have dates in place of text, which the library expects. */
function openPeoplePool(url: string): Pool {
  const { types: _, ...options } = connectionOptions(url);
  const pool = new pg.Pool({
    ...options,
    max: PEOPLE_MAX,
    application_name: 'switchyard people',
    query_timeout: PEOPLE_STATEMENT_MS,
  });
  pool.on('error', () => {});
  return pool;
}

/** Timeout of a probe. */
const PROBE_MS = 2_000;

/**
 * Merchants of no account, for which a probe writes: on a cluster they are on different nodes, so that the loss of one
 * node is not taken for the loss of the database.
 */
const PROBED = Array.from({ length: 8 }, (_, i) => `readiness_probe_${i}`);

/** PostgreSQL's `lock_not_available`: a migration holds the table, and writes wait for it. */
const WAITS = '55P03';

/** A write of a merchant, which never commits. A cluster takes no write among several statements of one message. */
const probeTexts = (merchantId: string): readonly string[] => [
  `begin; set local lock_timeout = '300ms'; set local switchyard.merchant_id = '${merchantId}'`,
  `insert into updates (merchant_id, object_type, object_id, recorded_at)
   values ('${merchantId}', 'payment', 'readiness_probe', now())`,
  'rollback',
];

/** A time in SQL as Unix time in milliseconds, with a fraction. */
const unixMs = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;

/**
 * A dedicated connection for readiness probes and heartbeats: a busy pool must not make a healthy process look
 * unavailable or gone.
 */
class Probe implements HeartbeatStore {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      ...connectionOptions(url),
      max: 1,
      application_name: 'switchyard probe',
      query_timeout: PROBE_MS,
    });
    this.#pool.on('error', () => {});
  }

  async ping(): Promise<void> {
    let refused: unknown;
    for (const merchantId of PROBED) {
      const client = await this.#pool.connect();
      try {
        for (const text of probeTexts(merchantId)) await client.query(text);
        client.release();
        return;
      } catch (error) {
        // Its transaction is still open.
        client.release(true);
        if ((error as { code?: string }).code === WAITS) return;
        refused = error;
      }
    }
    throw refused;
  }

  async beat(processId: string, keyIds: readonly string[]): Promise<Beat> {
    const text = `insert into processes (process_id, key_id, known_key_ids, counts_objects, seen_at)
                  values ($1, $2, $3, true, now())
                  on conflict (process_id) do update set key_id = excluded.key_id,
                    known_key_ids = excluded.known_key_ids, seen_at = now()
                  returning array(select key_id from encryption_keys ${BY_USE}) as "keyIds", ${unixMs('seen_at')} as "atMs"`;
    const { rows } = await this.#pool.query<Beat>(text, [processId, keyIds[0], JSON.stringify(keyIds)]);
    return rows[0]!;
  }

  async time(): Promise<DatabaseTime> {
    const { rows } = await this.#pool.query<DatabaseTime>(`select ${unixMs('now()')} as "atMs"`);
    return rows[0]!;
  }

  readonly ask: AskDatabase = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await this.#pool.query(text, [...values])).rows as Row[];

  async leave(processId: string): Promise<void> {
    await this.#pool.query('delete from processes where process_id = $1', [processId]);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
