import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { RequestHandler } from 'express';
import type { KeyUse } from '../../src/core/access/authenticate.ts';
import type { Caller, Context } from '../../src/core/foundation/context.ts';
import type { ColumnEncryption } from '../../src/core/foundation/cryptography.ts';
import type { Connector } from '../../src/core/foundation/ports/connector.ts';
import type { EvidenceObjects } from '../../src/core/foundation/ports/object-store.ts';
import type { Observe } from '../../src/core/foundation/ports/observe.ts';
import type { TargetRules } from '../../src/core/foundation/ports/target-rules.ts';
import type { RowSource } from '../../src/core/foundation/transaction.ts';
import type { DispatcherOptions } from '../../src/core/webhooks/dispatcher.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import type { TrustedProxies } from '../../src/http/front-door/client-address.ts';
import type { Drain } from '../../src/http/front-door/drain.ts';
import { createLogger } from '../../src/http/front-door/logging.ts';
import { claimPort } from '../../src/http/front-door/port.ts';
import type { AdmissionLimits } from '../../src/http/load/admission.ts';
import type { HttpLimits } from '../../src/http/load/connection-limits.ts';
import type { SubscriptionLimits } from '../../src/http/load/live-connection-limits.ts';
import type { RateLimitSettings } from '../../src/http/load/rate-limits.ts';
import type { OidcSettings } from '../../src/people/auth.ts';
import type { DrainedMail } from '../../src/people/mail.ts';
import { createService, type Vitals } from '../../src/service/service.ts';
import type { Traces } from '../../src/telemetry/traces.ts';
import { createDatabase, type DatabaseAddress, pooledAddress } from './database.ts';
import { expectEventsMatchSchemas } from './events.ts';
import { expectInvariants } from './invariants.ts';

/** How long requests under way may take once the service stops. */
const STOP_MS = 2_000;

/** PostgreSQL's `invalid_catalog_name`: some tests drop their database. */
const DATABASE_DROPPED = '3D000';

/** A listening service and the internals that tests inspect. */
export interface TestService {
  readonly url: string;
  readonly adminApiKey: string;
  /** Statements on its rows make the service forget what it knows of settings: they may change them. */
  readonly database: Database;
  readonly encryption: ColumnEncryption;
  readonly keyUse: KeyUse;
  readonly drain: Drain;
  vitals(): Vitals;
  /** The statements sent so far, without those in the background: of a key's last use, and of failed attempts. */
  readonly statements: string[];
  /** The lines logged so far. */
  readonly logs: string[];
  contextFor(caller: Caller, requestId: string): Context;
  /** Stops the service, without a look at its database. */
  stop(): Promise<void>;
  /** Stops the service, then expects its database to satisfy every invariant and its events to match their schemas. */
  close(): Promise<void>;
}

/** The beginnings of statements that no request waits for. */
const background = /^\s*(update (api_keys|team_members) set last_|insert into attempt_counts)/;

/** A public address, which webhook targets may have. */
const PUBLIC_ADDRESS = '1.1.1.1';

/** Machines that run tests are busy. */
const PATIENT: AdmissionLimits = {
  readBurst: 64,
  readWaitMs: 120_000,
  writeWaitMs: 120_000,
  eventLoopPercent: 100,
};

/** All tests come from one address, so what is limited per address is not, unless a test asks for it. */
const FROM_ONE_ADDRESS: Partial<RateLimitSettings> = { refusedKeys: 0, signInsPerAddress: 0 };

export interface TestServiceOptions {
  /** Rules for webhook targets. By default loopback addresses are allowed. */
  readonly webhookTargets?: Partial<TargetRules>;
  /** Options of the webhook dispatcher; they need `doesJobs`. */
  readonly webhooks?: Partial<DispatcherOptions>;
  /** Routes in front of the service's own, to provoke what the service itself never does. */
  readonly routes?: RequestHandler;
  /** Connectors besides the sandbox. */
  readonly connectors?: readonly Connector[];
  /** Milliseconds before a connector call times out. */
  readonly connectorDeadlineMs?: number;
  /** A fresh database by default. */
  readonly databaseUrl?: string;
  /** The server behind `databaseUrl`, where that is a pooler's. */
  readonly directUrl?: string;
  /** Replicas that reads may go to; none unless given. */
  readonly replicaUrls?: readonly string[];
  /** What the service gets in place of the database that was opened. */
  readonly replaceDatabase?: (database: Database) => Database;
  /** A fresh key by default; two services on one database have to share it. */
  readonly encryptionKey?: Buffer;
  /** Several keys instead, the current one first. */
  readonly encryptionKeys?: readonly Buffer[];
  /** The system clock by default. */
  readonly now?: () => Date;
  /** Overrides of the limits on subscriptions. */
  readonly subscriptionLimits?: Partial<SubscriptionLimits>;
  /** Overrides of the limits on HTTP connections. */
  readonly httpLimits?: Partial<HttpLimits>;
  /** Overrides of the limits on load. By default they admit more than in operation. */
  readonly admissionLimits?: Partial<AdmissionLimits>;
  /** The proxies whose `X-Forwarded-For` is believed; none unless given. */
  readonly trustProxy?: TrustedProxies;
  /** Overrides of the limits on requests and attempts. */
  readonly rateLimits?: Partial<RateLimitSettings>;
  /** Whether the documents without a key are served, as by default. */
  readonly publicDocs?: boolean;
  /** Whether the GraphQL API can be part of a supergraph; not by default. */
  readonly graphqlSubgraph?: boolean;
  /** Origins whose pages may call everything; none unless given. */
  readonly corsOrigins?: readonly string[];
  /** Observes steps; nothing is observed by default. */
  readonly observe?: Observe;
  /** Traces; there are none by default. */
  readonly traces?: Pick<Traces, 'observeStatement' | 'traceparent' | 'traceId'>;
  /** The OpenID Connect provider that people may sign in with; none unless given. */
  readonly oidc?: OidcSettings;
  /** Sends e-mail to people; by default none is sent. */
  readonly mail?: DrainedMail;
  /** The object store of files of evidence; by default they are in the database. */
  readonly evidenceObjects?: EvidenceObjects;
  /** Whether the service runs background jobs. By default it does not, so that tests can count statements. */
  readonly doesJobs?: boolean;
}

/** Starts the service on its own port, by default on its own database. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { databaseUrl: url = await createDatabase(), directUrl } = options;
  return startServiceOn(directUrl ? { url, directUrl } : pooledAddress(url), options);
}

/** Starts the service on a database. It needs nothing of a test run, so benchmarks use it too. */
export async function startServiceOn(
  address: DatabaseAddress,
  options: Omit<TestServiceOptions, 'databaseUrl' | 'directUrl'> = {},
): Promise<TestService> {
  const statements: string[] = [];
  const logs: string[] = [];
  const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
  const database = await openDatabase({
    ...address,
    poolMax: 5,
    replicaUrls: options.replicaUrls ?? [],
    observe: options.traces?.observeStatement,
    listener: (text) => background.test(text) || statements.push(text),
  });
  const destination = new Writable({
    write: (line, _encoding, done) => {
      logs.push(`${line}`);
      done();
    },
  });
  const { contextFor, drain, keyUse, listen, stop, encryption, vitals } = await createService({
    database: options.replaceDatabase?.(database) ?? database,
    adminApiKey,
    environment: 'test',
    encryptionKeys: options.encryptionKeys ?? [options.encryptionKey ?? randomBytes(32)],
    logger: createLogger('trace', destination, options.traces?.traceId),
    ...(options.routes ? { routes: options.routes } : {}),
    ...(options.now ? { now: options.now } : {}),
    ...(options.webhooks ? { webhooks: options.webhooks } : {}),
    ...(options.subscriptionLimits ? { subscriptionLimits: options.subscriptionLimits } : {}),
    admissionLimits: { ...PATIENT, ...options.admissionLimits },
    ...(options.httpLimits ? { httpLimits: options.httpLimits } : {}),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    rateLimits: { ...FROM_ONE_ADDRESS, ...options.rateLimits },
    ...(options.publicDocs === undefined ? {} : { publicDocs: options.publicDocs }),
    ...(options.graphqlSubgraph === undefined ? {} : { graphqlSubgraph: options.graphqlSubgraph }),
    ...(options.corsOrigins ? { corsOrigins: options.corsOrigins } : {}),
    ...(options.observe ? { observe: options.observe } : {}),
    traceparent: options.traces?.traceparent,
    ...(options.oidc ? { oidc: options.oidc } : {}),
    ...(options.mail ? { mail: options.mail } : {}),
    ...(options.evidenceObjects ? { evidenceObjects: options.evidenceObjects } : {}),
    ...(options.connectors ? { connectors: options.connectors } : {}),
    doesJobs: options.doesJobs ?? false,
    // Tests do not query DNS: by default every host resolves to a public address.
    webhookTargets: { allowLoopback: true, resolve: async () => [PUBLIC_ADDRESS], ...options.webhookTargets },
    ...(options.connectorDeadlineMs === undefined
      ? {}
      : { connectorDeadlineMs: options.connectorDeadlineMs }),
  });
  const server = await listen(await claimPort(0, '127.0.0.1'));
  const { settings } = contextFor({ kind: 'admin_key' }, 'test').ports;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    adminApiKey,
    database: { ...database, rows: afterwards(database.rows, () => settings.forget(null)) },
    encryption,
    keyUse,
    drain,
    vitals,
    statements,
    logs,
    contextFor,
    stop: async () => {
      await stop(STOP_MS);
      await database.close();
    },
    close: async () => {
      await stop(STOP_MS);
      try {
        await expectInvariants(database);
        await expectEventsMatchSchemas(database);
      } catch (error) {
        if ((error as { code?: unknown }).code !== DATABASE_DROPPED) throw error;
      } finally {
        await database.close();
      }
    },
  };
}

/** Rows whose statements have a consequence: a test's own notify nobody of what they change. */
function afterwards(rows: RowSource, then: () => void): RowSource {
  return {
    query: async <Result extends object>(...statement: Parameters<RowSource['query']>) => {
      const found = await rows.query<Result>(...statement);
      then();
      return found;
    },
  };
}
