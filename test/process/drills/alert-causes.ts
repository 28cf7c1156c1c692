import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { KnownIdentity } from '../../../src/service/service.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { serveMetrics } from '../../../src/telemetry/metrics-server.ts';
import { clientOf } from '../../kit/client.ts';
import { createDatabase, ownerUrl } from '../../kit/database.ts';
import { freePort } from '../../kit/free-port.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { cardOf, cards, type SandboxShop, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../kit/service.ts';
import type { WebhookReceiver } from '../../kit/webhook-receiver.ts';
import { startProcess } from '../../shared/reliability/process.ts';
import { heapAlert } from './heap-alert.ts';
import type { Prometheus } from './prometheus.ts';

/** The environment of the causes: services with metrics, and Prometheus. */
export interface World {
  readonly prometheus: Prometheus;
  /** Serves requests, and runs no jobs. */
  readonly web: Measured;
  /** Runs jobs. */
  readonly jobs: Measured;
  readonly receiver: WebhookReceiver;
}

/** Repeats the cause until the alert fires, at least once. */
type Until = (drive: () => unknown) => Promise<void>;

export type Causes = Readonly<Record<string, (until: Until) => Promise<void>>>;

export interface Measured {
  readonly service: TestService;
  readonly shop: SandboxShop;
  readonly target: string;
  /** The identity of its database. */
  readonly identity: { off: KnownIdentity['off'] } & KnownIdentity;
  /** How far its host's clock is ahead. */
  readonly host: { aheadMs: number };
  /** Runs a statement as the tables' owner, across all merchants. */
  ask(text: string, values?: unknown[]): Promise<unknown>;
}

/** A service in this process, with metrics. */
export async function measured(
  options: TestServiceOptions,
  values: Parameters<typeof sandboxShop>[1] = {},
): Promise<Measured & { stop(): Promise<void> }> {
  const databaseUrl = await createDatabase();
  const metrics = createMetrics();
  const identity: Measured['identity'] = { off: null, places: [], refresh: async () => false };
  const host = { aheadMs: 0 };
  const service = await startTestService({
    ...options,
    databaseUrl,
    identity,
    observe: metrics.observe,
    processClock: { now: () => Date.now() + host.aheadMs, monotonic: () => performance.now() },
  });
  const rows = service.database.requests.read.incoming;
  metrics.measure({ vitals: service.vitals, rows, now: () => new Date() });
  const { contentType } = metrics.registry;
  const server = await serveMetrics(0, '127.0.0.1', { contentType, read: () => metrics.registry.metrics() });
  const owner = new pg.Client({ connectionString: ownerUrl(databaseUrl) });
  await owner.connect();
  await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
  return {
    service,
    identity,
    shop: await sandboxShop(service, values),
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    host,
    ask: (text, parameters = []) => owner.query(text, parameters),
    stop: async () => {
      server.close();
      await owner.end();
      await service.stop();
    },
  };
}

/** How often an alert is checked. */
export const PAUSE_MS = 100;

const many = <T>(count: number, one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one));

/** The cause of each alert, created in the service or in the series that Prometheus sees. */
export function causesIn(world: World): Causes {
  const { jobs, prometheus, receiver, web } = world;
  const targets = [web.target, jobs.target];
  const api = clientOf(web.service);
  const { key, merchantId } = web.shop;
  const graphql = graphqlClient(web.service, key);
  const list = () => api.get('/refunds/list', { key });
  /** Runs work while a table is missing. */
  const without = async ({ ask }: Measured, table: string, work: () => Promise<void>) => {
    await ask(`alter table ${table} rename to gone`);
    await work().finally(() => ask(`alter table gone rename to ${table}`));
  };
  /** Runs work while reads of refunds are blocked. */
  const whileLocked = async (work: () => Promise<void>) => {
    await web.ask('begin; lock table refunds in access exclusive mode');
    await work().finally(() => web.ask('rollback'));
  };
  /** Waits while a host's clock is ahead. */
  const whileAhead = async (ms: number, until: Until) => {
    web.host.aheadMs = ms;
    await until(() => {}).finally(() => {
      web.host.aheadMs = 0;
    });
  };
  /** Reads continuously from more callers than there are connections for reads. */
  const flood = async (until: Until) => {
    let isOver = false;
    const callers = many(12, async () => {
      while (!isOver) {
        await list();
        await sleep(PAUSE_MS / 10);
      }
    });
    await until(() => {}).finally(() => {
      isOver = true;
    });
    await callers;
  };
  const pay = async ({ service, shop }: Measured, card: string) => {
    const body = { confirm: true, payment_method: 'card', payment_method_data: { card: cardOf(card) } };
    return clientOf(service).post(`/payments/${await shop.open()}`, { key: shop.key, body });
  };
  const addCall = (dueAgo: string, age: string, outcome: object) =>
    web.ask(
      `insert into connector_calls (merchant_id, call_id, flow, operation, object_id, merchant_connector_id,
       connector, status, request, outcome, look_up_at, created_at)
     values ($1, gen_random_uuid(), 'payment', 'authorize', 'pay_1', 'mca_1', 'sandbox', 'intended', '', $2::jsonb,
       now() - $3::interval, now() - $4::interval)`,
      [merchantId, JSON.stringify(outcome), dueAgo, age],
    );

  const causes: Causes = {
    SwitchyardDown: async (until) => {
      await prometheus.point([...targets, `127.0.0.1:${await freePort()}`]);
      await until(() => {});
    },
    SwitchyardGone: async (until) => {
      await prometheus.point([]);
      await until(() => {});
    },
    SwitchyardRequestsFail: (until) => without(web, 'refunds', () => until(list)),
    SwitchyardOperationsFail: (until) =>
      without(web, 'refunds', () => until(() => graphql.run('{ refunds { nodes { refundId } } }'))),
    SwitchyardSubscriptionsFail: (until) =>
      without(web, 'refunds', async () => {
        const leaving = new AbortController();
        const stream = await fetch(`${web.service.url}/graphql`, {
          method: 'POST',
          headers: { 'api-key': key, 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify({
            query: 'subscription { paymentUpdated { payment { paymentId refunds { refundId } } } }',
          }),
          signal: leaving.signal,
        });
        expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
        await until(() => pay(web, cards.good));
        leaving.abort();
      }),
    SwitchyardPagesReported: (until) =>
      until(async () => {
        const report = {
          'effective-directive': 'script-src',
          'blocked-uri': 'https://elsewhere.example/x.js',
        };
        await fetch(`${web.service.url}/csp_reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/csp-report' },
          body: JSON.stringify({ 'csp-report': report }),
        });
      }),
    SwitchyardClockOff: (until) => whileAhead(3_000, until),
    SwitchyardBackgroundWorkOff: (until) => whileAhead(60_000, until),
    SwitchyardReadsSlow: (until) => until(() => whileLocked(async () => void (await list()))),
    SwitchyardRefusesForLoad: (until) => whileLocked(() => flood(until)),
    SwitchyardPoolExhausted: (until) => whileLocked(() => flood(until)),
    SwitchyardReplicaUnused: (until) => until(() => {}),
    SwitchyardConnectorUnanswered: (until) => until(() => pay(web, cards.silent)),
    SwitchyardCircuitOpen: (until) => until(() => pay(web, cards.silent)),
    SwitchyardOutcomesUnknown: async (until) => {
      await addCall('-1 hour', '2 hours', { kind: 'unknown', reason: 'timed_out' });
      await until(() => {});
    },
    SwitchyardLookUpsLate: async (until) => {
      await addCall('10 minutes', '20 minutes', { kind: 'pending' });
      await until(() => {});
    },
    SwitchyardWebhooksLate: async (until) => {
      await pay(web, cards.good);
      const { shop } = web;
      await web.ask(
        `with made as (
         insert into events (merchant_id, event_id, event_type, object_type, object_id, profile_id, body, created_at)
         values ($1, 'evt_late', 'payment_succeeded', 'payment', 'pay_1', $2, '{}', now()) returning sequence)
       insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
         next_attempt_at, created_at, event_sequence)
       select $1, 'whd_late', 'evt_late', 'payment_succeeded', 'pay_1', $2, $2, 'pending', now() - interval '10 minutes',
         now(), sequence from made`,
        [merchantId, shop.profileId],
      );
      await until(() => {});
    },
    // The first has to fire: an endpoint that responds 410 is disabled.
    SwitchyardWebhooksFail: async (until) => {
      receiver.react(() => ({ status: 410 }));
      await pay(jobs, cards.good);
      await until(() => {});
    },
    SwitchyardJobsLate: async (until) => {
      await web.ask(
        `insert into scheduled_tasks (task, due_at) values ('sweep', now() - interval '10 minutes')
       on conflict (task) do update set due_at = excluded.due_at, process_id = null`,
      );
      await until(() => {});
    },
    SwitchyardDerivedRowsLate: async (until) => {
      await web.ask(
        `insert into search_changes (merchant_id, object_table, object_id, changed_at)
         values ($1, 'payments', 'pay_late', now() - interval '10 minutes')`,
        [web.shop.merchantId],
      );
      await until(() => {});
    },
    SwitchyardDatabaseUndecided: async (until) => {
      web.identity.off = 'undecided';
      await until(() => {}).finally(() => {
        web.identity.off = null;
      });
    },
    SwitchyardJobsFail: (until) =>
      without(jobs, 'stats_changes', () =>
        until(() =>
          jobs.ask(
            `update scheduled_tasks set due_at = now() where task = 'fold_stats' and process_id is null`,
          ),
        ),
      ),
    SwitchyardQueuesUncounted: (until) => without(web, 'scheduled_tasks', () => until(() => {})),
    SwitchyardWorkersDie: (until) =>
      withWorkers(world, (pids) =>
        until(async () => {
          const running = pids();
          process.kill(running.at(-1)!, 'SIGKILL');
          await vi.waitUntil(() => pids().length > running.length, { timeout: 120_000 });
        }),
      ),
    SwitchyardWorkerSilent: (until) =>
      withWorkers(world, async (pids) => {
        const [stopped] = pids();
        process.kill(stopped!, 'SIGSTOP');
        await until(() => {}).finally(() => process.kill(stopped!, 'SIGKILL'));
      }),
    SwitchyardEventLoopSlow: (until) =>
      until(() => {
        // Has the effect of a large response, on this process's event loop, which serves the requests.
        const end = performance.now() + 800;
        while (performance.now() < end);
      }),
    // An 800 MB heap is too large for a test: Prometheus receives the service's own series, scaled up.
    SwitchyardMemoryHigh: async () => {
      const text = await (await fetch(`http://${web.target}/metrics`)).text();
      heapAlert(/^(nodejs_heap_size_used_bytes)(?:\{.*\})? \d/m.exec(text)![1]!);
    },
    SwitchyardKeysGuessed: (until) =>
      until(() =>
        many(10, () => api.get('/payments/list', { key: `sk_test_${randomBytes(20).toString('hex')}` })),
      ),
    SwitchyardSecurityChanged: async (until) => {
      const { body: created } = await api.post(`/api_keys/${merchantId}`, {
        key: web.service.adminApiKey,
        body: { name: 'bound', allowed_addresses: ['127.0.0.1'] },
      });
      const change = (allowed_addresses: string[]) =>
        api.post(`/api_keys/${merchantId}/${created.key_id}`, {
          key: web.service.adminApiKey,
          body: { allowed_addresses },
        });
      await until(async () => {
        await change([]);
        await change(['127.0.0.1']);
      });
    },
  };

  return causes;
}

/** Two production workers, as a target next to the others. */
async function withWorkers(
  { prometheus }: World,
  work: (pids: () => number[]) => Promise<void>,
): Promise<void> {
  const child = await startProcess({
    NODE_ENV: 'production',
    SWITCHYARD_ENV: 'test',
    ADMIN_API_KEY: randomBytes(24).toString('base64'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: await createDatabase(),
    WORKERS: '2',
    METRICS_PORT: '0',
  });
  const pids = () =>
    child.lines
      .filter((line) => line.includes('"msg":"worker ready"'))
      .map((line) => JSON.parse(line).pid as number);
  const url = child.lines.map((line) => /"url":"([^"]+)\/metrics"/.exec(line)?.[1]).find(Boolean)!;
  const before = await prometheus.up();
  await prometheus.point(null, [new URL(url).host]);
  await vi.waitUntil(async () => (await prometheus.up()) > before, { timeout: 60_000 });
  try {
    await work(pids);
  } finally {
    await prometheus.point(null, []);
    child.child.kill('SIGTERM');
    await child.ended;
  }
}
