import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { AdmissionLimits } from '../../src/config/limit-defaults.ts';
import type { KeyUse } from '../../src/core/access/authenticate.ts';
import { openKeyring } from '../../src/core/access/keyring.ts';
import type { Caller, Context } from '../../src/core/foundation/context.ts';
import type { KeyedEncryption } from '../../src/core/foundation/cryptography.ts';
import type { KeyEncryptingKey } from '../../src/core/foundation/ports/key-encrypting-key.ts';
import type { Row, RowSource, Statement } from '../../src/core/foundation/transaction.ts';
import type { RequestLog } from '../../src/core/request-log/log-requests.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { DatabaseIdentity } from '../../src/database/identity.ts';
import { claimPort } from '../../src/http/front-door/port.ts';
import type { Drain } from '../../src/http/requests/drain.ts';
import { createLogger } from '../../src/http/requests/logging.ts';
import { localKey } from '../../src/service/keys/local-keys.ts';
import { createService, type KnownIdentity, type ServicePorts } from '../../src/service/service.ts';
import type { Traces } from '../../src/telemetry/traces.ts';
import type { Vitals } from '../../src/telemetry/vitals.ts';
import { type CheckingSession, openChecks } from './checking-session.ts';
import { expectSameCopies } from './citus.ts';
import { createDatabase, type DatabaseAddress, pooledAddress } from './database.ts';
import { domainNames } from './domain-names.ts';
import { expectEventsMatchSchemas } from './events.ts';
import { expectInvariants } from './invariants.ts';
import { Declarations } from './touches.ts';

/** How long running requests may take once the service stops. */
const STOP_MS = 2_000;

/** PostgreSQL's `invalid_catalog_name`: some tests drop their database. */
const DATABASE_DROPPED = '3D000';

/** A listening service and the internals that tests inspect. */
export interface TestService {
  readonly url: string;
  readonly adminApiKey: string;
  /** Statements on its rows clear the service's cached settings, which they may change. */
  readonly database: Database & { readonly rows: TestRows };
  readonly encryption: KeyedEncryption;
  /** Its key-encrypting keys. */
  readonly keks: readonly KeyEncryptingKey[];
  readonly keyUse: KeyUse;
  readonly requestLog: RequestLog;
  readonly drain: Drain;
  vitals(): Vitals;
  /** The statements sent so far, without background ones: keys' last use, failed attempts, the request log. */
  readonly statements: string[];
  /** The lines logged so far. */
  readonly logs: string[];
  contextFor(caller: Caller, requestId: string): Context;
  /** Expects the statements sent so far to touch only declared tables, on a session for checks. */
  expectDeclared(checks: CheckingSession): Promise<void>;
  /** Stops the service without checking its database. */
  stop(): Promise<void>;
  /**
   * Stops the service, then expects its statements to touch only declared tables, its database to satisfy every
   * invariant and its events to match their schemas.
   */
  close(): Promise<void>;
}

/** The prefixes of background statements. */
const background =
  /^\s*(update (?:api|admin)_keys set last_|with session as|insert into attempt_counts|insert into request_log)/;

/** A public address, valid for webhook targets. */
const PUBLIC_ADDRESS = '1.1.1.1';

/** Machines that run tests are busy. */
const PATIENT: AdmissionLimits = {
  readBurst: 64,
  readWaitMs: 120_000,
  writeWaitMs: 120_000,
  eventLoopPercent: 100,
};

/** All tests come from one address, so limits per address are off unless a test sets them. */
const FROM_ONE_ADDRESS: Partial<Config['rateLimits']> = {
  refusedKeys: 0,
  introspections: 0,
  signInsPerAddress: 0,
};

/** The groups of settings that options may set in part. */
type Grouped = 'admissionLimits' | 'httpLimits' | 'rateLimits';

/** Settings that differ from the defaults. The database and the mail server are not set here. */
type SettingOptions = Partial<
  Omit<Config, Grouped | 'databaseUrl' | 'encryptionKeys' | 'mail' | 'role' | 'traces'>
> & {
  readonly [Name in Grouped]?: Partial<Config[Name]>;
};

/** Rows for a test's own statements, which need not declare their tables. */
export interface TestRows extends RowSource {
  query<Result extends object = Row>(
    statement: TestStatement,
    merchantId: Parameters<RowSource['query']>[1],
  ): Promise<Result[]>;
}

type TestStatement = Omit<Statement, 'touches'> & Partial<Statement>;

export interface TestServiceOptions extends SettingOptions, Omit<ServicePorts, 'traceparent'> {
  /** A fresh database by default. */
  readonly databaseUrl?: string;
  /** The server behind `databaseUrl` if that is a pooler's. */
  readonly directUrl?: string;
  /** Replicas for reads; none by default. */
  readonly replicaUrls?: readonly string[];
  /** Replaces the opened database in the service. */
  readonly replaceDatabase?: (database: Database) => Database;
  /** The key-encrypting key: by default a new one; two services on one database must share it. */
  readonly encryptionKey?: Buffer;
  /** Other key-encrypting keys instead, the wrapping one first. */
  readonly keks?: readonly KeyEncryptingKey[];
  /** Traces; none by default. */
  readonly traces?: Pick<Traces, 'observeStatement' | 'traceparent' | 'traceId'>;
  /** The database's identity; the original by default, as test databases are clones of a template. */
  readonly identity?: KnownIdentity;
  /** Or its addresses, to be compared with those in the database as a process does. */
  readonly places?: readonly string[];
  /** Whether the service runs background jobs. By default it does not, so that tests can count statements. */
  readonly doesJobs?: boolean;
}

const defaults = readConfig({});

function settingsFor({
  admissionLimits,
  databaseUrl: _,
  doesJobs = false,
  keks: __,
  httpLimits,
  identity: _____,
  mail: ___,
  places: ______,
  rateLimits,
  traces: ____,
  ...settings
}: TestServiceOptions): Config {
  return {
    ...defaults,
    // It writes while no test waits for it.
    requestLog: 'off',
    ...settings,
    role: doesJobs ? 'all' : 'web',
    admissionLimits: { ...PATIENT, ...admissionLimits },
    httpLimits: { ...defaults.httpLimits, ...httpLimits },
    rateLimits: { ...defaults.rateLimits, ...FROM_ONE_ADDRESS, ...rateLimits },
  };
}

/** Starts the service on a free port, by default on its own database. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { databaseUrl: url = await createDatabase(), directUrl } = options;
  return startServiceOn(directUrl ? { url, directUrl } : pooledAddress(url), options);
}

/** Starts the service on a database. It depends on no test run, so benchmarks use it too. */
export async function startServiceOn(
  address: DatabaseAddress,
  options: Omit<TestServiceOptions, 'databaseUrl' | 'directUrl'> = {},
): Promise<TestService> {
  const statements: string[] = [];
  const declarations = new Declarations();
  const logs: string[] = [];
  const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
  const database = await openDatabase({
    ...address,
    poolMax: 5,
    // Other programs may keep the machine busy: nothing is refused for that.
    waitMs: 120_000,
    replicaUrls: options.replicaUrls ?? [],
    observe: options.traces?.observeStatement,
    listener: (text, touches) => {
      declarations.add(text, touches);
      if (!background.test(text)) statements.push(text);
    },
  });
  const expectDeclared = ({ session }: CheckingSession) => declarations.expectTrue(session);
  const destination = new Writable({
    write: (line, _encoding, done) => {
      logs.push(`${line}`);
      done();
    },
  });
  const keks = options.keks ?? [localKey(options.encryptionKey ?? randomBytes(32))];
  const keyring = await openKeyring({ transact: database.transact, keks });
  const { contextFor, drain, keyUse, listen, requestLog, stop, vitals } = await createService({
    database: options.replaceDatabase?.(database) ?? database,
    secrets: {
      adminApiKey,
      keyring,
    },
    settings: settingsFor(options),
    logger: createLogger('trace', destination, options.traces?.traceId),
    identity: options.places ? await DatabaseIdentity.open(database.ask, options.places) : options.identity,
    ports: {
      // As in development: links are returned as well.
      mail: { isLogged: true, post: () => {}, drain: async () => {} },
      ...options,
      traceparent: options.traces?.traceparent,
      // Tests do not query DNS: by default every host resolves to a public address.
      webhookTargets: { resolve: async () => [PUBLIC_ADDRESS], ...options.webhookTargets },
      domainLookups: options.domainLookups ?? domainNames(),
    },
  });
  const server = await listen(await claimPort(0, '127.0.0.1'));
  const { settings } = contextFor({ kind: 'admin_key' }, 'test').ports;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    adminApiKey,
    database: { ...database, rows: afterwards(database.rows, () => settings.forget(null)) },
    encryption: keyring.encryption,
    keks,
    keyUse,
    requestLog,
    drain,
    vitals,
    statements,
    logs,
    contextFor,
    expectDeclared,
    stop: async () => {
      await stop(STOP_MS);
      await database.close();
    },
    close: async () => {
      await stop(STOP_MS);
      try {
        const checks = await openChecks(database);
        try {
          await expectDeclared(checks);
          await expectInvariants(checks);
          await expectSameCopies(database.url);
          await expectEventsMatchSchemas(checks);
        } finally {
          await checks.session.end();
        }
      } catch (error) {
        if ((error as { code?: unknown }).code !== DATABASE_DROPPED) throw error;
      } finally {
        await database.close();
      }
    },
  };
}

/** Rows whose statements clear caches: a test's own statements notify nobody of their changes. */
function afterwards(rows: RowSource, then: () => void): TestRows {
  return {
    query: async <Result extends object>(...[statement, merchantId]: Parameters<TestRows['query']>) => {
      const found = await rows.query<Result>({ touches: 'everything', ...statement }, merchantId);
      then();
      return found;
    },
  };
}
