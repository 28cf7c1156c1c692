import pg from 'pg';
import { expect, inject } from 'vitest';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { at, ownerUrl } from './database.ts';

/** Few, since each test database copies all of them. */
const SHARDS = 4;

/** The nodes of a Citus cluster, and the template of test databases. */
export interface SpreadTemplate {
  readonly templateUrl: string;
  readonly servingUrl: string;
  /** Every node as its superuser, the coordinator first. */
  readonly nodeUrls: readonly string[];
}

/**
 * Creates a migrated, distributed database on a cluster.
 *
 * @param coordinatorUrl A database of the coordinator, as superuser, to which the workers are added. Its nodes trust
 * each
 * other and the test runner.
 */
export async function spreadTemplate(coordinatorUrl: string): Promise<SpreadTemplate> {
  const { rows: nodes } = await run<{ nodename: string; nodeport: number }>(
    coordinatorUrl,
    'select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid',
  );
  if (nodes.length < 2) throw new Error('Add two workers to the cluster of TEST_CITUS_URL: citus_add_node.');
  const coordinator = new URL(coordinatorUrl);
  const workers = nodes.map(({ nodename, nodeport }) => {
    const url = new URL(coordinatorUrl);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url.href;
  });
  const nodeUrls = [coordinatorUrl, ...workers];
  for (const node of nodeUrls) await makeDatabase(node);
  const template = at(coordinator, 'template');
  await run(
    template,
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port || 5432})`,
  );
  for (const { nodename, nodeport } of nodes)
    await run(template, `select citus_add_node('${nodename}', ${nodeport})`);
  await run(template, `alter database template set citus.shard_count = ${SHARDS}`);
  const [templateUrl, servingUrl] = ['switchyard', 'switchyard_service'].map((role) => {
    const url = new URL(template);
    url.username = role;
    return url.href;
  }) as [string, string];
  await migrateDatabase({ ownerUrl: templateUrl, servingUrl });
  // A database can be cloned only without connections, including Citus's own.
  for (const node of nodeUrls) {
    await run(node, 'alter database template allow_connections false');
    await run(
      node,
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'template'",
    );
  }
  return { templateUrl, servingUrl, nodeUrls };
}

/** The server with a merchant's rows, as superuser: on a cluster, one of its nodes. */
export async function nodeOf(databaseUrl: string, merchantId: string): Promise<string> {
  const nodes = inject('nodeUrls');
  if (!nodes) return inject('superuserUrl');
  const { rows } = await run<{ address: string }>(
    ownerUrl(databaseUrl),
    `select nodename || ':' || nodeport as address from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column('payments', '${merchantId}')`,
  );
  return nodes.find((node) => addressOf(node) === rows[0]!.address)!;
}

/** The database on each server, as superuser: on a cluster every node, the coordinator first. */
export const serversOf = (databaseUrl: string): string[] =>
  (inject('nodeUrls') ?? [inject('superuserUrl')]).map((server) =>
    at(new URL(server), new URL(databaseUrl).pathname.slice(1)),
  );

/** Expects the rows of each reference table to be equal on every node; does nothing without a cluster. */
export async function expectSameCopies(databaseUrl: string): Promise<void> {
  if (!process.env.TEST_CITUS_URL) return;
  const [coordinator] = inject('nodeUrls')!;
  const text = `
    select d.logicalrelid::text as name, c.result from pg_dist_partition d, run_command_on_placements(d.logicalrelid,
      $$ select md5(string_agg(t::text, ';' order by t::text)) from %s t $$) c where d.partmethod = 'n'`;
  const { rows } = await run<{ name: string; result: string }>(
    at(new URL(coordinator!), new URL(databaseUrl).pathname.slice(1)),
    text,
  );
  for (const [name, copies] of Map.groupBy(rows, (row) => row.name))
    expect(new Set(copies.map(({ result }) => result)).size, `Copies of ${name} differ.`).toBe(1);
}

/** A statement that counts the sessions of a database waiting for locks; on a cluster they wait on its nodes. */
export const countsWaiting = (): string =>
  inject('nodeUrls')
    ? 'select count(*)::int as count from citus_lock_waits'
    : `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`;

/** A node's host and port in the coordinator's spelling. */
export function addressOf(nodeUrl: string): string {
  const { hostname, port } = new URL(nodeUrl);
  return `${hostname}:${port || 5432}`;
}

async function makeDatabase(node: string): Promise<void> {
  await run(node, 'drop database if exists template with (force)');
  for (const role of ['switchyard', 'switchyard_service']) {
    const { rows } = await run(node, `select from pg_roles where rolname = '${role}'`);
    if (rows.length === 0) await run(node, `create role ${role} login`);
  }
  await run(node, 'create database template owner switchyard');
  await run(at(new URL(node), 'template'), 'create extension citus');
}

async function run<Row extends object>(url: string, text: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(text);
  } finally {
    await client.end();
  }
}
