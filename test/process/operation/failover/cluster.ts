import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '../../../../src/database/migrate.ts';
import { accountFor } from '../../../../src/dev/embedded/account.ts';
import { findInstalled } from '../../../kit/debian-server.ts';
import { startEtcd } from './etcd.ts';
import { makeNode, type PatroniNode } from './patroni.ts';
import { until } from './program.ts';
import { startLeaderProxy } from './proxy.ts';

const DATABASE = 'switchyard';
const [OWNING, SERVING] = ['owning', 'serving'];

/** The folder of the distribution's PostgreSQL; empty if it is not installed. */
export const bin = findInstalled(['initdb', 'pg_ctl', 'pg_basebackup', 'pg_rewind']);

/** A node as Patroni reports it. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline: number;
}

/** Three servers under Patroni, etcd, and HAProxy in front. */
export interface FailoverCluster {
  /** The database through HAProxy, as the serving role. */
  readonly url: string;
  /** The database at each node, leader or not. */
  readonly nodeUrls: readonly string[];
  members(): Promise<Member[]>;
  leader(): Promise<PatroniNode>;
  /** Waits until one node leads and the others follow, one of them synchronously. */
  untilWhole(): Promise<void>;
}

/** Runs some work on a cluster with a migrated database, and removes it afterwards. */
export async function withFailoverCluster<T>(work: (cluster: FailoverCluster) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-failover-'));
  const running: { kill(): Promise<void> }[] = [];
  try {
    // Under root, PostgreSQL and its parent processes run as another user.
    const account = await accountFor(path.join(folder, 'none'));
    if (account) await chown(folder, account.uid, account.gid);
    await chmod(folder, 0o755);
    const etcd = await startEtcd(folder, account);
    running.push(etcd);
    const place = { folder, account, bin, etcd: etcd.address };
    const nodes = [
      await makeNode(place, 'node1'),
      await makeNode(place, 'node2'),
      await makeNode(place, 'node3'),
    ];
    running.push(...nodes);
    for (const node of nodes) node.start();
    const proxy = await startLeaderProxy(folder, nodes);
    running.push(proxy);
    const cluster = clusterOf(nodes, proxy.port);
    await cluster.untilWhole();
    await until('HAProxy reaches the leader', async () => {
      await execute(urlAt(proxy.port, 'postgres', 'postgres'), 'select 1');
      return true;
    });
    await makeDatabase(proxy.port);
    return await work(cluster);
  } finally {
    for (const program of running.reverse()) await program.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeDatabase(port: number): Promise<void> {
  await execute(
    urlAt(port, 'postgres', 'postgres'),
    `create role ${OWNING} login`,
    `create role ${SERVING} login`,
    `create database ${DATABASE} owner ${OWNING}`,
  );
  await migrateDatabase({ ownerUrl: urlAt(port, OWNING), servingUrl: urlAt(port) });
}

const urlAt = (port: number, role = SERVING, database = DATABASE) =>
  `postgres://${role}@127.0.0.1:${port}/${database}`;

function clusterOf(nodes: readonly PatroniNode[], port: number): FailoverCluster {
  const members = async () => {
    // Any node that responds: the killed one does not.
    const answer = await Promise.any(
      nodes.map((node) =>
        fetch(`http://127.0.0.1:${node.restPort}/cluster`, { signal: AbortSignal.timeout(2_000) }),
      ),
    );
    return ((await answer.json()) as { members: Member[] }).members;
  };
  return {
    url: urlAt(port),
    nodeUrls: nodes.map((node) => urlAt(node.port)),
    members,
    leader: async () => {
      const name = (await members()).find(({ role }) => role === 'leader')?.name;
      const node = nodes.find((each) => each.name === name);
      if (!node) throw new Error('No node leads.');
      return node;
    },
    untilWhole: () => until('the cluster is whole', async () => isWhole(await members(), nodes.length)),
  };
}

/** Later versions of Patroni report a standby as `streaming`. */
const serving = new Set(['running', 'streaming']);

function isWhole(members: readonly Member[], size: number): boolean {
  const leader = members.find(({ role }) => role === 'leader');
  return (
    members.length === size &&
    members.some(({ role }) => role === 'sync_standby') &&
    members.every(({ state, timeline }) => serving.has(state) && timeline === leader?.timeline)
  );
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
