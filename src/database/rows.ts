import { createHash } from 'node:crypto';
import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { Problem } from '../core/foundation/errors.ts';
import {
  ANYWHERE,
  type Row,
  type RowSource,
  type Statement,
  type Touches,
} from '../core/foundation/transaction.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { queryUntilAborted } from './cancel.ts';
import type { NodeByNode } from './node-by-node.ts';
import { expectReplicated, type Pools } from './pools.ts';
import {
  type OnPosition,
  queryScoped,
  type ScopeStatement,
  setScope,
  withinTransaction,
} from './scoped-query.ts';
import type { MerchantLimit, QueuedPool, Turn } from './slot-queue.ts';

/** Maximum number of named statements, each with a plan on every connection. Real clients need far fewer. */
const NAMED_STATEMENTS_MAX = 500;

/** A statement for the driver. With a name it is parsed and planned once per connection. */
export type NamedText = { readonly name?: string; readonly text: string };

/** SQLSTATE of a cached plan whose column types have changed. */
const STALE_PLAN = '0A000';

/** Names statements: the same text has the same name on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #max: number;

  /**
   * @param pooled Behind a pooler no statement has a name: the session that knows it may be another request's.
   * @param max Maximum number of statements that get one.
   */
  constructor(pooled = false, max = NAMED_STATEMENTS_MAX) {
    this.#max = pooled ? 0 : max;
  }

  named(text: string): NamedText {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < this.#max) {
      name = nameOf(text);
      this.#names.set(text, name);
    }
    return name === undefined ? { text } : { name, text };
  }

  /**
   * Renames a statement that failed because a migration changed its columns' types, so that every connection plans it
   * anew: the connection returns to its pool, where the stale plan would fail every later use of the name.
   */
  renewIfStale(error: unknown, { name, text }: NamedText): void {
    const isStale = error instanceof pg.DatabaseError && error.code === STALE_PLAN;
    if (isStale && name !== undefined && this.#names.get(text) === name) this.#names.set(text, nameOf(name));
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32);

/** Called with the text of each statement, without its values, and its tables, before it is sent. */
export type StatementListener = (text: string, touches: Touches) => void;

/** Runs a statement and observes it by its text, which may hold values. */
export type ObserveStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>;

/** Runs statements without observing them. */
export const unobservedStatement: ObserveStatement = (_text, run) => run();

/** Makes the messages that open a transaction for a merchant, or for all of them if null. */
export type BeginScoped = (merchantId: string | null) => readonly string[];

/**
 * The statements that open a transaction scoped to a merchant's rows, as one message: if `begin` fails, nothing
 * after it runs. The scope ends with the transaction, so it is right behind a transaction-pooling proxy too.
 *
 * @param settings Further settings, until the transaction ends.
 * @param spread Whether the merchants are spread over the nodes of a cluster. Citus passes the message of a SET LOCAL on
 *   to the nodes, so it must hold nothing else.
 */
export function beginScoped(settings: Readonly<Record<string, string>> = {}, spread = false): BeginScoped {
  const further = Object.entries(settings);
  const setLocal = further.map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`);
  // `pg_stat_statements` has one entry for all calls of a function, and one for each text of a SET.
  const call = (name: string, value: string) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`;
  const calls = further.map(([name, value]) => `, ${call(name, value)}`).join('');
  return (merchantId) => {
    if (spread) return ['begin', setScope(merchantId ?? ALL_MERCHANTS), ...setLocal];
    return [`begin; select ${call(TENANCY_SETTING, merchantId ?? ALL_MERCHANTS)}${calls}`];
  };
}

/** The connections and observers that statements run with. */
export interface PooledRowsParts {
  /** Without commands' of a replica. */
  readonly pools: Pick<Pools, 'reads' | 'statistics'> & Partial<Pick<Pools, 'commands'>>;
  readonly names: StatementNames;
  readonly scope: ScopeStatement;
  readonly begin: BeginScoped;
  /** On a cluster, over whose nodes the merchants are spread. */
  readonly spread: NodeByNode | null;
  /** One for all urgencies. */
  readonly statistics: MerchantLimit;
  readonly listener?: StatementListener | undefined;
  readonly observe: ObserveStatement;
}

/**
 * Runs single statements, each in its own transaction scoped to a merchant's rows. Everything a statement needs is sent
 * at once, so it takes one round trip. Statements are named, so that PostgreSQL parses and plans each text once per
 * connection.
 */
export class PooledRows implements RowSource {
  readonly #parts: PooledRowsParts;
  readonly #turn: Turn;

  /** @param turn How urgent the statements are. */
  constructor(parts: PooledRowsParts, turn: Turn) {
    this.#parts = parts;
    this.#turn = turn;
  }

  async query<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]> {
    const { spread } = this.#parts;
    if (spread && (statement.ofSome !== undefined || statement.ofEach))
      return spread.query<Result>(statement, (asked, of) => this.queryScoped(asked, of));
    if (merchantId !== ANYWHERE) return this.queryScoped<Result>(statement, merchantId);
    // The scope that a look-up function sets stays on the coordinator.
    if (spread) return this.queryScoped<Result>(statement, null);
    return this.#on(this.#pool, statement, (client, named) => client.query(named));
  }

  /**
   * Runs a statement that sees the rows of a merchant, or of all merchants if null.
   *
   * @param onPosition For a replica: receives its position before the statement read anything.
   */
  async queryScoped<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null,
    onPosition?: OnPosition,
  ): Promise<Result[]> {
    const { begin, pools, scope, spread, statistics } = this.#parts;
    const merchant = merchantId ?? ALL_MERCHANTS;
    if (!statement.heavy) {
      return this.#on(this.#pool, statement, (client, named) => {
        const run = () =>
          queryScoped(client, scope, merchant, { ...named, asTexts: statement.asTexts }, onPosition);
        return spread ? withinTransaction(client, begin(merchantId), run) : run();
      });
    }
    return statistics.run(merchant, this.#turn, () => {
      if (statement.signal?.aborted) throw new Problem('overloaded', 'The client has hung up.');
      return this.#on(pools.statistics, statement, (client, named) =>
        queryUntilAborted(client, begin(merchantId), named, pools.reads.pool, statement.signal, onPosition),
      );
    });
  }

  /** Payments do not wait until a read returns its connection. */
  get #pool(): QueuedPool {
    const { commands, reads } = this.#parts.pools;
    return this.#turn === 'money' && commands ? commands : reads;
  }

  /** Runs a statement on a connection of a pool. */
  async #on<Result extends object>(
    pool: QueuedPool,
    statement: Statement,
    run: (client: PoolClient, named: QueryConfig) => Promise<Pick<QueryResult, 'rows'>>,
  ): Promise<Result[]> {
    const { listener, names, observe } = this.#parts;
    const { client, release } = await pool.connect(this.#turn);
    const { text, unprepared } = statement;
    const named = { ...(unprepared ? { text } : names.named(text)), values: [...statement.values] };
    let broken: Error | undefined;
    try {
      listener?.(statement.text, statement.touches);
      const { rows } = await observe(text, () => run(client, named));
      expectReplicated(client);
      return rows as Result[];
    } catch (error) {
      names.renewIfStale(error, named);
      if (!leavesSession(error)) broken = error as Error;
      throw error;
    } finally {
      release(broken);
    }
  }
}

/**
 * Whether a connection can be used after an error. An error reported by the server leaves it usable, unless the server
 * ended the session: shutdown, termination, or a transaction that was idle or open for too long. A cluster's coordinator also
 * reports connections to its nodes that failed, and goes on. After any other error a response may still be in transit.
 */
const leavesSession = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (/^08/.test(error.code ?? '') ? error.severity === 'ERROR' : !/^(57P|25P0[34])/.test(error.code ?? ''));

/** The rows of one request: its first statement queues, later ones go before incoming requests. */
export class RequestRows implements RowSource {
  readonly #incoming: RowSource;
  readonly #inProgress: RowSource;
  #isInProgress = false;

  constructor(incoming: RowSource, inProgress: RowSource) {
    this.#incoming = incoming;
    this.#inProgress = inProgress;
  }

  query<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]> {
    const source = this.#isInProgress ? this.#inProgress : this.#incoming;
    this.#isInProgress = true;
    return source.query<Result>(statement, merchantId);
  }
}
