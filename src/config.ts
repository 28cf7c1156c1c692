import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { parseEnv } from 'node:util';
import { bool, cleanEnv, makeValidator, port, str, url, type ValidatorSpec } from 'envalid';
import { OperatorError } from './core/foundation/operator-error.ts';
import { isWeakSecret, strengthRule } from './core/foundation/strength.ts';
import { AUDIT_LOG_DAYS_MIN, type Retention, retentionDefaults } from './core/maintenance/retention.ts';
import { type AdmissionLimits, admissionLimits } from './http/admission.ts';
import { clientAddressBehind, type TrustedProxies } from './http/client-address.ts';
import { type HttpLimits, httpLimits } from './http/connection-limits.ts';
import { type RateLimitSettings, rateLimits } from './http/rate-limits.ts';
import type { OidcSettings } from './people/auth.ts';
import type { MailSettings } from './people/mail.ts';

/** Thrown for missing or invalid settings. The message names all of them and says how to fix each. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

/** All settings from the environment, typed and frozen. */
export interface Config {
  readonly production: boolean;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Port of the metrics for Prometheus; null serves none, 0 takes any free one. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Where traces are sent by OTLP over HTTP, and which; null sends none. */
  readonly traces: {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly serviceName: string;
    /** The share of traces that are recorded. */
    readonly ratio: number;
  } | null;
  /** An external PostgreSQL server; null starts the embedded one. */
  readonly databaseUrl: string | null;
  /** The server itself, where `databaseUrl` is a connection pooler. */
  readonly databaseDirectUrl: string | null;
  /** The tables' owner, who migrates; null if the service is to migrate nothing, or in development as itself. */
  readonly migrationDatabaseUrl: string | null;
  readonly databasePoolMax: number;
  /** Where the embedded server's data and the development secrets are kept. */
  readonly dataDir: string;
  /** Null in development: it is generated then and kept in `dataDir`. */
  readonly adminApiKey: string | null;
  /** The keys of encrypted columns, the current one first. Null in development: one is generated and kept in `dataDir`. */
  readonly encryptionKeys: readonly Buffer[] | null;
  /** The service's public base URL, without a trailing slash. */
  readonly publicUrl: string | null;
  /** Origins whose pages may call everything; pages of other origins may use publishable keys only. */
  readonly corsOrigins: readonly string[];
  readonly logLevel: LogLevel;
  /** `test` or `live`: part of every API key; the sandbox connector exists in `test` only. */
  readonly environment: 'test' | 'live';
  /** Whether webhooks may be sent to loopback addresses, to try them out locally. */
  readonly webhooksToLoopback: boolean;
  /** Whether `/docs`, `/openapi.json`, `/graphiql` and introspection without a key are served. */
  readonly publicDocs: boolean;
  /** Whether the GraphQL API can be part of a supergraph of Apollo Federation. */
  readonly graphqlSubgraph: boolean;
  readonly admissionLimits: AdmissionLimits;
  readonly httpLimits: HttpLimits;
  readonly rateLimits: RateLimitSettings;
  /** The proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: TrustedProxies;
  readonly retention: Retention;
  /** The OpenID Connect provider that people may sign in with; null for none. */
  readonly oidc: OidcSettings | null;
  /** How e-mail is sent; null if no mail server is configured. */
  readonly mail: MailSettings | null;
  /** Where connectors are reached in place of their vendors, by name: stand-ins, never in production. */
  readonly connectorBaseUrls: Readonly<Record<string, string>>;
  /** Where `pg_dump` and `pg_restore` are looked for: the variable `PATH`. */
  readonly searchPath: string;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const ADMIN_KEY_MIN = 24;

const portOrZero = makeValidator((text) => (text === '0' ? 0 : (port()._parse(text) as number)));

const postgresUrl = makeValidator((text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must start with postgres:// or postgresql://');
  return text;
});

const wholeNumber = (max: number, min = 1) =>
  makeValidator((text) => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  });
const poolSize = wholeNumber(1000);
const waitMs = wholeNumber(30_000);
const percent = wholeNumber(100);
const count = wholeNumber(1_000_000);
/** 0 switches a limit off. */
const rate = wholeNumber(1_000_000_000, 0);
const seconds = wholeNumber(3_600);
const days = wholeNumber(36_500);
const auditLogDays = wholeNumber(36_500, AUDIT_LOG_DAYS_MIN);

const ratio = makeValidator((text) => {
  const number = Number(text);
  if (!(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
});

/** As OpenTelemetry writes them: `name=value`, separated by commas, with values percent-encoded. */
const headers = makeValidator(
  (text): Readonly<Record<string, string>> =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
        if (name === undefined || value === undefined)
          throw new Error('must be name=value, separated by commas');
        return [name, decodeURIComponent(value)];
      }),
    ),
);

const adminKey = makeValidator((text) => {
  if (isWeakSecret(text, ADMIN_KEY_MIN)) throw new Error(`must have ${strengthRule(ADMIN_KEY_MIN)}`);
  return text;
});

const encryptionKeys = makeValidator((text) =>
  text.split(',').map((encoded) => {
    const key = Buffer.from(encoded.trim(), 'base64');
    if (key.length !== 32)
      throw new Error('must be 32 bytes in base64, or several such keys separated by commas');
    return key;
  }),
);

const origins = makeValidator((text) =>
  text.split(',').map((part) => {
    const origin = part.trim();
    const isWeb = /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isWeb) throw new Error('must be origins separated by commas');
    return origin;
  }),
);

const smtpUrl = makeValidator((text) => {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw new Error('must start with smtp:// or smtps://');
  return text;
});

const sender = makeValidator((text) => {
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(text)) throw new Error('must be an e-mail address');
  return text;
});

const connectorBaseUrls = makeValidator((text): Readonly<Record<string, string>> => {
  const urls: unknown = JSON.parse(text);
  const isObject = typeof urls === 'object' && urls !== null && !Array.isArray(urls);
  const entries = isObject ? Object.entries(urls) : [];
  const isWeb = (url: unknown) => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url);
  if (!isObject || !entries.every(([, url]) => isWeb(url)))
    throw new Error('must be a JSON object of addresses');
  return Object.fromEntries(entries.map(([name, url]) => [name, String(url).replace(/\/+$/, '')]));
});

/** More proxies than anyone has in a row: a larger number is a mistake. */
const PROXIES_MAX = 10;

const trustedProxies = makeValidator((text): TrustedProxies => {
  if (text === 'false') return 0;
  if (/^\d+$/.test(text)) {
    if (Number(text) > PROXIES_MAX) throw new Error(`must be at most ${PROXIES_MAX}`);
    return Number(text);
  }
  const networks = text.split(',').map((network) => network.trim());
  clientAddressBehind(networks);
  return networks;
});

/**
 * The variables of the environment and, in development, those of a file such as `.env`. A variable of the environment
 * takes precedence, and so does being in development: the file cannot turn it into production.
 */
export function withEnvironmentFile(environment: NodeJS.ProcessEnv, file = '.env'): NodeJS.ProcessEnv {
  if (environment.NODE_ENV === 'production') return environment;
  try {
    const { NODE_ENV: _, ...variables } = parseEnv(readFileSync(file, 'utf8'));
    return { ...variables, ...environment };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return environment;
    throw error;
  }
}

/**
 * Reads the configuration from environment variables. Nothing else in the service reads them.
 *
 * @param environment The process's own, with those of `.env` in development, unless given.
 * @throws {ConfigError} naming all settings that are missing or invalid.
 */
export function readConfig(environment = withEnvironmentFile(process.env)): Config {
  const production = environment.NODE_ENV === 'production';
  const requiredInProduction = <T>(validator: (spec: object) => ValidatorSpec<T>) =>
    validator(production ? {} : { default: undefined }) as ValidatorSpec<T | undefined>;

  const values = cleanEnv(
    // An empty variable counts as unset: `PORT= npm start` uses the default.
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
    {
      NODE_ENV: str({ default: 'development' }),
      PORT: portOrZero({ default: 8080 }),
      HOST: str({ default: production ? '0.0.0.0' : '127.0.0.1' }),
      METRICS_PORT: portOrZero({ default: undefined }),
      METRICS_HOST: str({ default: undefined }),
      OTEL_EXPORTER_OTLP_ENDPOINT: url({ default: undefined }),
      OTEL_EXPORTER_OTLP_HEADERS: headers({ default: {} }),
      OTEL_SERVICE_NAME: str({ default: 'switchyard' }),
      OTEL_TRACES_SAMPLER_ARG: ratio({ default: 1 }),
      DATABASE_URL: requiredInProduction(postgresUrl),
      DATABASE_DIRECT_URL: postgresUrl({ default: undefined }),
      MIGRATION_DATABASE_URL: postgresUrl({ default: undefined }),
      DATABASE_POOL_MAX: poolSize({ default: 10 }),
      DATA_DIR: str({ default: '.data' }),
      ADMIN_API_KEY: requiredInProduction(adminKey),
      ENCRYPTION_KEY: requiredInProduction(encryptionKeys),
      PUBLIC_URL: url({ default: undefined }),
      CORS_ORIGINS: origins({ default: [] }),
      LOG_LEVEL: str({ choices: logLevels, default: 'info' }),
      WEBHOOKS_TO_LOOPBACK: bool({ default: !production }),
      TRUST_PROXY: trustedProxies({ default: 0 }),
      PUBLIC_DOCS: bool({ default: true }),
      GRAPHQL_SUBGRAPH: bool({ default: false }),
      READ_WAIT_MS: waitMs({ default: admissionLimits.readWaitMs }),
      WRITE_WAIT_MS: waitMs({ default: admissionLimits.writeWaitMs }),
      EVENT_LOOP_PERCENT: percent({ default: admissionLimits.eventLoopPercent }),
      MAX_CONNECTIONS: count({ default: httpLimits.connections }),
      MAX_REQUESTS_PER_CONNECTION: count({ default: httpLimits.requestsPerConnection }),
      MAX_REQUESTS_IN_FLIGHT: count({ default: httpLimits.requestsInFlight }),
      MAX_REQUESTS_WAITING: count({ default: httpLimits.requestsWaiting }),
      RATE_LIMITS: bool({ default: true }),
      RATE_LIMIT_READS: rate({ default: rateLimits.reads }),
      RATE_LIMIT_WRITES: rate({ default: rateLimits.writes }),
      RATE_LIMIT_MONEY: rate({ default: rateLimits.money }),
      RATE_LIMIT_GRAPHQL: rate({ default: rateLimits.graphql }),
      RATE_LIMIT_REFUSED_KEYS: rate({ default: rateLimits.refusedKeys }),
      RATE_LIMIT_CLIENT_SECRETS: rate({ default: rateLimits.clientSecrets }),
      RATE_LIMIT_SIGN_INS: rate({ default: rateLimits.signIns }),
      RATE_LIMIT_PASSWORD_RESETS: rate({ default: rateLimits.passwordResets }),
      RATE_LIMIT_SIGN_INS_PER_ADDRESS: rate({ default: rateLimits.signInsPerAddress }),
      RATE_LIMIT_TEST_WEBHOOKS: rate({ default: rateLimits.testWebhooks }),
      OIDC_ISSUER: url({ default: undefined }),
      OIDC_CLIENT_ID: str({ default: undefined }),
      OIDC_CLIENT_SECRET: str({ default: undefined }),
      SMTP_URL: smtpUrl({ default: undefined }),
      MAIL_FROM: sender({ default: undefined }),
      HEADERS_SECONDS: seconds({ default: httpLimits.headersMs / 1000 }),
      REQUEST_SECONDS: seconds({ default: httpLimits.requestMs / 1000 }),
      ANSWER_READ_SECONDS: seconds({ default: httpLimits.answerReadMs / 1000 }),
      ANSWER_READ_BYTES_PER_SECOND: count({ default: httpLimits.answerReadRate }),
      SWITCHYARD_ENV: str({
        choices: ['test', 'live'] as const,
        // Production says it: left out by mistake, the sandbox would take real orders.
        ...(production ? {} : { default: 'test' as const }),
      }),
      CONNECTOR_BASE_URLS: connectorBaseUrls({ default: {} }),
      CONNECTOR_CALLS_KEPT_DAYS: days({ default: retentionDefaults.connectorCallsDays }),
      EVENTS_KEPT_DAYS: days({ default: retentionDefaults.eventsDays }),
      EVIDENCE_FILES_KEPT_DAYS: days({ default: retentionDefaults.evidenceFilesDays }),
      SANDBOX_KEPT_DAYS: days({ default: retentionDefaults.sandboxDays }),
      AUDIT_LOG_KEPT_DAYS: auditLogDays({ default: retentionDefaults.auditLogDays }),
    },
    { reporter: ({ errors }) => report(errors) },
  );

  if (production && Object.keys(values.CONNECTOR_BASE_URLS).length > 0) {
    throw new ConfigError(
      'The configuration is not complete:\n  CONNECTOR_BASE_URLS must not be set in production: payments would go to a stand-in',
    );
  }
  const { MAIL_FROM, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER, SMTP_URL } = values;
  const mail = together({ SMTP_URL, MAIL_FROM });
  const oidc = together({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  const limit = (setting: number) => (values.RATE_LIMITS ? setting : 0);
  return Object.freeze({
    production,
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST ?? (isIPv6(values.HOST) ? '::1' : '127.0.0.1'),
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : Object.freeze({
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: values.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: values.OTEL_SERVICE_NAME,
            ratio: values.OTEL_TRACES_SAMPLER_ARG,
          }),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL ?? null,
    databasePoolMax: values.DATABASE_POOL_MAX,
    dataDir: values.DATA_DIR,
    adminApiKey: values.ADMIN_API_KEY ?? null,
    encryptionKeys: values.ENCRYPTION_KEY ?? null,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    corsOrigins: values.CORS_ORIGINS,
    logLevel: values.LOG_LEVEL,
    environment: values.SWITCHYARD_ENV,
    webhooksToLoopback: values.WEBHOOKS_TO_LOOPBACK,
    trustProxy: values.TRUST_PROXY,
    publicDocs: values.PUBLIC_DOCS,
    graphqlSubgraph: values.GRAPHQL_SUBGRAPH,
    admissionLimits: Object.freeze({
      readWaitMs: values.READ_WAIT_MS,
      writeWaitMs: values.WRITE_WAIT_MS,
      eventLoopPercent: values.EVENT_LOOP_PERCENT,
    }),
    httpLimits: Object.freeze({
      connections: values.MAX_CONNECTIONS,
      requestsPerConnection: values.MAX_REQUESTS_PER_CONNECTION,
      requestsInFlight: values.MAX_REQUESTS_IN_FLIGHT,
      requestsWaiting: values.MAX_REQUESTS_WAITING,
      headersMs: values.HEADERS_SECONDS * 1000,
      requestMs: values.REQUEST_SECONDS * 1000,
      answerReadMs: values.ANSWER_READ_SECONDS * 1000,
      answerReadRate: values.ANSWER_READ_BYTES_PER_SECOND,
    }),
    rateLimits: Object.freeze({
      reads: limit(values.RATE_LIMIT_READS),
      writes: limit(values.RATE_LIMIT_WRITES),
      money: limit(values.RATE_LIMIT_MONEY),
      graphql: limit(values.RATE_LIMIT_GRAPHQL),
      refusedKeys: limit(values.RATE_LIMIT_REFUSED_KEYS),
      clientSecrets: limit(values.RATE_LIMIT_CLIENT_SECRETS),
      signIns: limit(values.RATE_LIMIT_SIGN_INS),
      passwordResets: limit(values.RATE_LIMIT_PASSWORD_RESETS),
      signInsPerAddress: limit(values.RATE_LIMIT_SIGN_INS_PER_ADDRESS),
      testWebhooks: limit(values.RATE_LIMIT_TEST_WEBHOOKS),
    }),
    retention: Object.freeze({
      connectorCallsDays: values.CONNECTOR_CALLS_KEPT_DAYS,
      eventsDays: values.EVENTS_KEPT_DAYS,
      evidenceFilesDays: values.EVIDENCE_FILES_KEPT_DAYS,
      sandboxDays: values.SANDBOX_KEPT_DAYS,
      auditLogDays: values.AUDIT_LOG_KEPT_DAYS,
    }),
    oidc: oidc && {
      issuer: oidc.OIDC_ISSUER.replace(/\/+$/, ''),
      clientId: oidc.OIDC_CLIENT_ID,
      clientSecret: oidc.OIDC_CLIENT_SECRET,
    },
    mail: mail && { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
    connectorBaseUrls: values.CONNECTOR_BASE_URLS,
    searchPath: environment.PATH ?? '',
  });
}

/**
 * Settings of which one is of no use without the others.
 *
 * @returns Null if none is set.
 * @throws {ConfigError} if some are.
 */
function together<Name extends string>(
  settings: Readonly<Record<Name, string | undefined>>,
): Readonly<Record<Name, string>> | null {
  const names = Object.keys(settings) as Name[];
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length === 0) return settings as Record<Name, string>;
  throw new ConfigError(
    `The configuration is not complete:\n  ${names.join(' and ')} go together: ${missing.join(' and ')} is not set`,
  );
}

const hints: Record<string, string> = {
  DATABASE_URL: 'such as postgres://user:password@host:5432/switchyard',
  DATABASE_DIRECT_URL: 'such as postgres://user:password@host:5432/switchyard',
  ADMIN_API_KEY: `a secret of ${strengthRule(ADMIN_KEY_MIN)}, such as from: openssl rand -base64 32`,
  MIGRATION_DATABASE_URL: 'such as postgres://owner:password@host:5432/switchyard',
  CORS_ORIGINS: 'origins separated by commas, without paths, such as https://dashboard.example.com',
  SMTP_URL: 'the mail server, such as smtps://user:password@mail.example.com',
  MAIL_FROM: 'the sender, such as Switchyard <payments@example.com>',
  TRUST_PROXY: `how many proxies are in front, at most ${PROXIES_MAX}, or their networks, such as 10.0.0.0/8,loopback`,
  SWITCHYARD_ENV: 'test or live; test has the sandbox connector, which moves no money',
  CONNECTOR_BASE_URLS: 'addresses by connector as JSON, such as {"stripe":"http://127.0.0.1:9001"}',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'such as http://127.0.0.1:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'name=value, separated by commas',
  ENCRYPTION_KEY: '32 bytes in base64, such as from: openssl rand -base64 32',
};

function report(errors: Partial<Record<string, Error>>): void {
  const lines = Object.entries(errors).map(([name, error]) => {
    // A library's message may repeat the value, which may be a secret: show our own messages only.
    const missing = error?.constructor.name === 'EnvMissingError';
    const hint = hints[name] ? ` (${hints[name]})` : '';
    return missing ? `  ${name} is not set${hint}` : `  ${name} is wrong${hint || `: ${error?.message}`}`;
  });
  if (lines.length > 0) throw new ConfigError(`The configuration is not complete:\n${lines.join('\n')}`);
}
