import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { type ClusterServer, startReplicatedCluster } from './replicated-cluster.ts';
import type { TestService } from './service.ts';
import { test as base } from './test.ts';

/** A server of a cluster with counted statements. */
export interface CountedServer extends ClusterServer {
  /** How often statements with this text have run there since the last {@link forgetStatements}. */
  countStatements(like: string): Promise<number>;
  forgetStatements(): Promise<void>;
  /** Runs a statement in the service's database as the superuser. */
  queryDatabase<Row extends object>(text: string): Promise<Row[]>;
}

const counted = (server: ClusterServer): CountedServer => ({
  ...server,
  countStatements: async (like) => {
    const text = `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query ilike '${like}'`;
    return (await server.query<{ calls: number }>(text))[0]!.calls;
  },
  forgetStatements: async () => {
    await server.query('select pg_stat_statements_reset()');
  },
  queryDatabase: (text) => server.query(text, new URL(server.url).pathname.slice(1)),
});

/** Waits until a service reads from all of its replicas. */
export const untilUsed = (service: Pick<TestService, 'vitals'>): Promise<void> =>
  vi.waitFor(
    () => {
      const states = service.vitals().replicas!.servers.map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['used']));
    },
    { timeout: 60_000, interval: 50 },
  );

/**
 * Tests with PostgreSQL's streaming replication: a primary, two replicas, and a service that reads from them. Skip them
 * with `isMissing` if servers are not installed.
 */
export const test = base
  .extend(
    'cluster',
    { scope: 'file' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
    async ({}, { onCleanup }) => {
      const settings = { shared_preload_libraries: 'pg_stat_statements', max_connections: '200' };
      const cluster = await startReplicatedCluster(settings);
      onCleanup(cluster.close);
      const replicas = cluster.replicas.map(counted) as [CountedServer, CountedServer];
      return { primary: counted(cluster.primary), replicas, ownerUrl: cluster.ownerUrl };
    },
  )
  .extend('shared', { scope: 'file' }, ({ cluster }) => ({
    databaseUrl: cluster.primary.url,
    // Never through the run's pooler, which belongs to another server.
    directUrl: cluster.primary.url,
    encryptionKey: randomBytes(32),
  }))
  .extend('serviceOptions', { scope: 'file' }, ({ cluster }) => ({
    replicaUrls: cluster.replicas.map(({ url }) => url),
  }));
