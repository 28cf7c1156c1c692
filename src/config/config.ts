import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { parseEnv } from 'node:util';
import { bool, cleanEnv, str, url, type ValidatorSpec } from 'envalid';
import type { TrustedProxies } from '../http/front-door/client-address.ts';
import type { OidcSettings } from '../people/auth.ts';
import type { MailSettings } from '../people/mail.ts';
import type { EvidenceSettings } from '../storage/evidence-objects.ts';
import { ConfigError, report, together } from './config-error.ts';
import { evidenceSettings } from './evidence.ts';
import { type LimitSettings, limitSettings, limitVariables } from './limits.ts';
import {
  adminKey,
  connectorBaseUrls,
  encryptionKeys,
  headers,
  httpUrl,
  origins,
  poolSize,
  portOrZero,
  postgresUrl,
  postgresUrls,
  ratio,
  sender,
  smtpUrl,
  trustedProxies,
  workers,
} from './validators.ts';

export { ConfigError };

/** All settings from the environment, typed and frozen. */
export interface Config extends LimitSettings {
  readonly production: boolean;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** How many processes serve at the port; above 1, this one only supervises them. */
  readonly workers: number;
  /** What this process does: serves requests, runs background jobs, or both. */
  readonly role: ProcessRole;
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
  /** Streaming replicas of the server, which reads may go to. */
  readonly databaseReplicaUrls: readonly string[];
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
  /** The proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: TrustedProxies;
  /** The OpenID Connect provider that people may sign in with; null for none. */
  readonly oidc: OidcSettings | null;
  /** How e-mail is sent; null if no mail server is configured. */
  readonly mail: MailSettings | null;
  /** Where files of evidence are kept. */
  readonly evidence: EvidenceSettings;
  /** Where connectors are reached in place of their vendors, by name: stand-ins, never in production. */
  readonly connectorBaseUrls: Readonly<Record<string, string>>;
  /** Where `pg_dump` and `pg_restore` are looked for: the variable `PATH`. */
  readonly searchPath: string;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const roles = ['all', 'web', 'jobs'] as const;
export type ProcessRole = (typeof roles)[number];

export type LogLevel = (typeof logLevels)[number];

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
      WORKERS: workers({ default: 1 }),
      ROLE: str({ choices: roles, default: 'all' }),
      METRICS_PORT: portOrZero({ default: undefined }),
      METRICS_HOST: str({ default: undefined }),
      OTEL_EXPORTER_OTLP_ENDPOINT: url({ default: undefined }),
      OTEL_EXPORTER_OTLP_HEADERS: headers({ default: {} }),
      OTEL_SERVICE_NAME: str({ default: 'switchyard' }),
      OTEL_TRACES_SAMPLER_ARG: ratio({ default: 1 }),
      DATABASE_URL: requiredInProduction(postgresUrl),
      DATABASE_DIRECT_URL: postgresUrl({ default: undefined }),
      DATABASE_REPLICA_URLS: postgresUrls({ default: [] }),
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
      OIDC_ISSUER: url({ default: undefined }),
      OIDC_CLIENT_ID: str({ default: undefined }),
      OIDC_CLIENT_SECRET: str({ default: undefined }),
      SMTP_URL: smtpUrl({ default: undefined }),
      MAIL_FROM: sender({ default: undefined }),
      EVIDENCE_STORAGE: str({ choices: ['database', 's3'] as const, default: undefined }),
      EVIDENCE_S3_ENDPOINT: httpUrl({ default: undefined }),
      EVIDENCE_S3_BUCKET: str({ default: undefined }),
      EVIDENCE_S3_REGION: str({ default: undefined }),
      EVIDENCE_S3_ACCESS_KEY_ID: str({ default: undefined }),
      EVIDENCE_S3_SECRET_ACCESS_KEY: str({ default: undefined }),
      SWITCHYARD_ENV: str({
        choices: ['test', 'live'] as const,
        // Production says it: left out by mistake, the sandbox would take real orders.
        ...(production ? {} : { default: 'test' as const }),
      }),
      CONNECTOR_BASE_URLS: connectorBaseUrls({ default: {} }),
      ...limitVariables,
    },
    { reporter: ({ errors }) => report(errors) },
  );

  if (production && Object.keys(values.CONNECTOR_BASE_URLS).length > 0) {
    throw new ConfigError(
      'The configuration is not complete:\n  CONNECTOR_BASE_URLS must not be set in production: payments would go to a stand-in',
    );
  }
  if (!production && values.WORKERS > 1) {
    throw new ConfigError(
      'The configuration is not complete:\n  WORKERS is for production: in development one process serves, with demo data of its own',
    );
  }
  const { MAIL_FROM, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER, SMTP_URL } = values;
  const mail = together({ SMTP_URL, MAIL_FROM });
  const oidc = together({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  return Object.freeze({
    production,
    port: values.PORT,
    host: values.HOST,
    workers: values.WORKERS,
    role: values.ROLE,
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
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
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
    ...limitSettings(values),
    oidc: oidc && {
      issuer: oidc.OIDC_ISSUER.replace(/\/+$/, ''),
      clientId: oidc.OIDC_CLIENT_ID,
      clientSecret: oidc.OIDC_CLIENT_SECRET,
    },
    evidence: evidenceSettings(values),
    mail: mail && { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
    connectorBaseUrls: values.CONNECTOR_BASE_URLS,
    searchPath: environment.PATH ?? '',
  });
}
