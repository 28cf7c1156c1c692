import pg from 'pg';
import type { Statement } from '../core/foundation/transaction.ts';

/** Runs a statement over all merchants. */
type RunStatement = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** For how long the nodes that are left are asked alone, before all of them are asked again. */
const LEFT_OUT_MS = 10_000;

/** The merchants of each node; `*` has what is of no merchant. */
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
 * Runs statements over all merchants of a cluster. Citus asks all nodes for one, and the loss of a node is an error for the whole
 * of it: then each node is asked for its merchants by a statement of its own, and the lost one is left out for ten seconds.
 */
export class NodeByNode {
  #left: { readonly merchants: Set<readonly string[]>; readonly untilMs: number } | undefined;

  /** Runs a statement of all merchants that has a text for some. Rejects if no node responds. */
  async query<Result extends object>(
    statement: Statement & { readonly ofSome: string },
    run: RunStatement,
  ): Promise<Result[]> {
    if (!this.#left || performance.now() > this.#left.untilMs) {
      try {
        const rows = await run<Result>(statement);
        this.#left = undefined;
        return rows;
      } catch (error) {
        if (!isLoss(error)) throw error;
        const nodes = await run<{ merchants: string[] }>(merchantsOfNodes);
        this.#left = {
          merchants: new Set(nodes.map(({ merchants }) => merchants)),
          untilMs: performance.now() + LEFT_OUT_MS,
        };
      }
    }
    return askEach(this.#left.merchants, statement, run);
  }
}

/** Asks each node for its merchants, and leaves out those that do not respond. */
async function askEach<Result extends object>(
  nodes: Set<readonly string[]>,
  statement: Statement & { readonly ofSome: string },
  run: RunStatement,
): Promise<Result[]> {
  const found: Result[] = [];
  let refused: unknown;
  for (const merchants of [...nodes]) {
    const values = [...statement.values, merchants];
    try {
      found.push(...(await run<Result>({ ...statement, text: statement.ofSome, values })));
    } catch (error) {
      if (!isLoss(error)) throw error;
      nodes.delete(merchants);
      refused = error;
    }
  }
  if (nodes.size === 0 && refused !== undefined) throw refused;
  return found;
}

/**
 * Whether the coordinator reports that a node is lost: a connection failed (class 08), the node shuts down or starts (57P), or it is
 * silent until the statement's time is over (57014).
 */
const isLoss = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(08|57P0[1-3]$|57014$)/.test(error.code ?? '');
