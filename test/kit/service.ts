import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { RequestHandler } from 'express';
import type { KeyUse } from '../../src/core/access/authenticate.ts';
import type { Connector } from '../../src/core/foundation/connector.ts';
import type { Caller, Context, TargetRules } from '../../src/core/foundation/context.ts';
import type { ColumnEncryption } from '../../src/core/foundation/cryptography.ts';
import type { DispatcherOptions } from '../../src/core/webhooks/dispatcher.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import type { SubscriptionLimits } from '../../src/graphql/subscriptions/admission.ts';
import type { Drain } from '../../src/http/drain.ts';
import { createLogger } from '../../src/http/logging.ts';
import { createService } from '../../src/service.ts';
import { createDatabase } from './database.ts';
import { expectEventsAsDescribed } from './events.ts';
import { expectInvariants } from './invariants.ts';

/** PostgreSQL's code for a database that is not there: some tests take theirs away. */
const DATABASE_GONE = '3D000';

/** A service that listens, and what a test may look at behind it. */
export interface TestService {
  readonly url: string;
  readonly adminApiKey: string;
  readonly database: Database;
  readonly encryption: ColumnEncryption;
  readonly keyUse: KeyUse;
  readonly drain: Drain;
  /** The statements sent so far, without the background updates of `api_keys.last_used_at`. */
  readonly statements: string[];
  /** The lines logged so far. */
  readonly logs: string[];
  contextFor(caller: Caller, requestId: string): Context;
  /** Stops the service. What must hold of every database is held against this one. */
  close(): Promise<void>;
}

/** An address that webhooks may go to, as far as its kind is concerned. */
const PUBLIC_ADDRESS = '1.1.1.1';

export interface TestServiceOptions {
  /** Where webhooks may go: to this machine too, unless told otherwise. */
  readonly webhookTargets?: Partial<TargetRules>;
  /** How webhooks are delivered, by a service that does jobs. */
  readonly webhooks?: Partial<DispatcherOptions>;
  /** An application's own routes, in front of the service's: for what the service itself never does. */
  readonly routes?: RequestHandler;
  /** The connectors there are; none unless given. */
  readonly connectors?: readonly Connector[];
  /** How long a connector may take to answer. */
  readonly connectorDeadlineMs?: number;
  /** Another database than a fresh one. */
  readonly databaseUrl?: string;
  /** Another encryption key than a fresh one: for two services on one database. */
  readonly encryptionKey?: Buffer;
  /** Another clock than the machine's. */
  readonly now?: () => Date;
  /** Other limits on live subscriptions than the usual. */
  readonly subscriptionLimits?: Partial<SubscriptionLimits>;
  /** Whether it does background jobs. It does not unless told to: a test counts the statements of its own. */
  readonly doesJobs?: boolean;
}

/** Starts the service on a database and a port of its own. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const statements: string[] = [];
  const logs: string[] = [];
  const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
  const database = await openDatabase({
    url: options.databaseUrl ?? (await createDatabase()),
    poolMax: 5,
    listener: (text) => text.startsWith('update api_keys') || statements.push(text),
  });
  const destination = new Writable({
    write: (line, _encoding, done) => {
      logs.push(`${line}`);
      done();
    },
  });
  const { contextFor, drain, keyUse, listen, stop, encryption } = await createService({
    database,
    adminApiKey,
    environment: 'test',
    encryptionKeys: [options.encryptionKey ?? randomBytes(32)],
    logger: createLogger('debug', destination),
    ...(options.routes ? { routes: options.routes } : {}),
    ...(options.now ? { now: options.now } : {}),
    ...(options.webhooks ? { webhooks: options.webhooks } : {}),
    ...(options.subscriptionLimits ? { subscriptionLimits: options.subscriptionLimits } : {}),
    ...(options.connectors ? { connectors: options.connectors } : {}),
    doesJobs: options.doesJobs ?? false,
    // No test asks the network for a name: each is somewhere public unless a test says otherwise.
    webhookTargets: { allowLoopback: true, resolve: async () => [PUBLIC_ADDRESS], ...options.webhookTargets },
    ...(options.connectorDeadlineMs === undefined
      ? {}
      : { connectorDeadlineMs: options.connectorDeadlineMs }),
  });
  const server = await listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    adminApiKey,
    database,
    encryption,
    keyUse,
    drain,
    statements,
    logs,
    contextFor,
    close: async () => {
      await stop(2_000);
      try {
        await expectInvariants(database);
        await expectEventsAsDescribed(database);
      } catch (error) {
        if ((error as { code?: unknown }).code !== DATABASE_GONE) throw error;
      } finally {
        await database.close();
      }
    },
  };
}
