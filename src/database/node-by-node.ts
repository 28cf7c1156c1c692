import pg from 'pg';
import type { Statement } from '../core/foundation/transaction.ts';

/** Runs a statement of a merchant, or of all of them if null. */
type RunStatement = <Row extends object>(statement: Statement, merchantId: string | null) => Promise<Row[]>;

/** How long only the remaining nodes are queried, before all nodes are queried again. */
const LEFT_OUT_MS = 10_000;

/** The merchants of each node; `*` has the rows without a merchant. */
const merchantsOfNodes: Statement = {
  text: `
    select array_agg(m.merchant_id) as merchants
    from (select merchant_id from merchant_accounts union all select '*') m
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('business_profiles', m.merchant_id)
    group by p.groupid`,
  values: [],
  touches: { reads: ['merchant_accounts'] },
};

/**
 * Runs statements over all merchants of a cluster. Citus queries all nodes for such a statement, and fails if one node is
 * lost. Then each node is queried for its merchants by a separate statement, and the lost node is left out for ten seconds.
 */
export class NodeByNode {
  #left: { readonly merchants: Set<readonly string[]>; readonly untilMs: number } | undefined;

  /** Runs a statement of all merchants that has a text for some, or for each. Rejects if no node responds. */
  async query<Result extends object>(statement: Statement, run: RunStatement): Promise<Result[]> {
    const { ofEach, values } = statement;
    if (!ofEach) return this.#ofSome(statement, run);
    const found: Result[] = [];
    for (const { merchant_id: id } of await this.#ofSome<{ merchant_id: string }>(ofEach.merchants, run)) {
      const asked = { ...statement, text: ofEach.text, values: [...values, id] };
      found.push(...(await unlessLost(run<Result>(asked, id))).rows);
    }
    return found;
  }

  async #ofSome<Result extends object>(statement: Statement, run: RunStatement): Promise<Result[]> {
    if (!this.#left || performance.now() > this.#left.untilMs) {
      const { lost, rows } = await unlessLost(run<Result>(statement, null));
      this.#left = undefined;
      if (lost === undefined) return rows;
      const nodes = await run<{ merchants: string[] }>(merchantsOfNodes, null);
      this.#left = {
        merchants: new Set(nodes.map(({ merchants }) => merchants)),
        untilMs: performance.now() + LEFT_OUT_MS,
      };
    }
    return askEach(this.#left.merchants, statement, run);
  }
}

/** Queries each node for its merchants, and leaves out nodes that do not respond. */
async function askEach<Result extends object>(
  nodes: Set<readonly string[]>,
  statement: Statement,
  run: RunStatement,
): Promise<Result[]> {
  const found: Result[] = [];
  let refused: unknown;
  for (const merchants of [...nodes]) {
    const asked = { ...statement, text: statement.ofSome!, values: [...statement.values, merchants] };
    const { lost, rows } = await unlessLost(run<Result>(asked, null));
    found.push(...rows);
    if (lost === undefined) continue;
    nodes.delete(merchants);
    refused = lost;
  }
  if (nodes.size === 0 && refused !== undefined) throw refused;
  return found;
}

/** The rows of a statement, or the error if a node is lost. */
async function unlessLost<Row>(
  asked: Promise<Row[]>,
): Promise<{ readonly rows: Row[]; readonly lost?: unknown }> {
  try {
    return { rows: await asked };
  } catch (error) {
    if (!isLoss(error)) throw error;
    return { rows: [], lost: error };
  }
}

/**
 * Whether the coordinator reports that a node is lost: a connection failed (class 08), the node shuts down or starts (57P), or it is
 * silent until the statement's time is over (57014).
 */
const isLoss = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(08|57P0[1-3]$|57014$)/.test(error.code ?? '');
