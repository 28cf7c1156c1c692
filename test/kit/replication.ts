import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { run } from '../../src/dev/embedded/processes.ts';
import { type DebianServer, findInstalled, startDebianServer } from './debian-server.ts';
import type { TestService } from './service.ts';
import { test as base } from './test.ts';

const DATABASE = 'replicated';
const SERVING = 'serving';

const bin = findInstalled(['initdb', 'pg_ctl', 'pg_basebackup']);

/** Whether the distribution's server is not installed: `apt install postgresql`. */
export const isMissing = bin === '';

/** A server of a cluster. */
export interface ClusterServer extends DebianServer {
  /** Its database as the role that serves. */
  readonly url: string;
  /** How often statements with a text ran there since the last {@link forgetStatements}. */
  countStatements(like: string): Promise<number>;
  forgetStatements(): Promise<void>;
  /** Runs a statement in the service's database as the superuser. */
  queryDatabase<Row extends object>(text: string): Promise<Row[]>;
}

const ofCluster = (server: DebianServer): ClusterServer => ({
  ...server,
  url: server.urlOf(SERVING, DATABASE),
  countStatements: async (like) => {
    const text = `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query ilike '${like}'`;
    return (await server.query<{ calls: number }>(text))[0]!.calls;
  },
  forgetStatements: async () => {
    await server.query('select pg_stat_statements_reset()');
  },
  queryDatabase: (text) => server.query(text, DATABASE),
});

/** Waits until a service reads from all of its replicas. */
export const untilUsed = (service: Pick<TestService, 'vitals'>): Promise<void> =>
  vi.waitFor(
    () => {
      const states = service.vitals().replicas!.servers.map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['used']));
    },
    { timeout: 30_000, interval: 50 },
  );

/**
 * Tests with PostgreSQL's streaming replication: a primary and two replicas, and a service that reads from them. Skip
 * them where servers are missing, with {@link isMissing}.
 */
export const test = base
  .extend(
    'cluster',
    { scope: 'file' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
    async ({}, { onCleanup }) => {
      const parent = await mkdtemp(path.join(tmpdir(), 'switchyard-replication-'));
      await chmod(parent, 0o711);
      const settings = { shared_preload_libraries: 'pg_stat_statements', max_connections: '200' };
      const running: DebianServer[] = [];
      onCleanup(async () => {
        // A test may have stopped one.
        for (const server of running.reverse()) await server.kill().catch(() => {});
        await rm(parent, { recursive: true, force: true });
      });
      const primary = await startDebianServer({ bin, parent, settings });
      running.push(primary);
      await primary.query(`create role owning login; create role ${SERVING} login`);
      await primary.query(`create database ${DATABASE} owner owning`);
      await primary.query('create extension pg_stat_statements');
      const ownerUrl = primary.urlOf('owning', DATABASE);
      await migrateDatabase({ ownerUrl, servingUrl: primary.urlOf(SERVING, DATABASE) });
      const replicas: ClusterServer[] = [];
      for (let count = 0; count < 2; count += 1) {
        const replica = await startDebianServer({
          bin,
          parent,
          settings,
          fill: (data, account) =>
            run(
              path.join(bin, 'pg_basebackup'),
              ['-D', data, '-R', '-c', 'fast', '-d', primary.urlOf('postgres', '')],
              { account },
            ),
        });
        running.push(replica);
        replicas.push(ofCluster(replica));
      }
      return { primary: ofCluster(primary), replicas: replicas as [ClusterServer, ClusterServer], ownerUrl };
    },
  )
  .extend('shared', { scope: 'file' }, ({ cluster }) => ({
    databaseUrl: cluster.primary.url,
    // Never through the pooler of the run, which is another server's.
    directUrl: cluster.primary.url,
    encryptionKey: randomBytes(32),
  }))
  .extend('serviceOptions', { scope: 'file' }, ({ cluster }) => ({
    replicaUrls: cluster.replicas.map(({ url }) => url),
  }));
