import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { parseEnv } from 'node:util';
import { ConfigError, incomplete } from './config-error.ts';
import { readEnvironment, together, type Values } from './setting.ts';
import { settings } from './settings.ts';

export { ConfigError };

/** All settings, typed and frozen; {@link settings} declares them. */
export type Config = ReturnType<typeof readConfig>;

/** Where containers on Amazon ECS get credentials: https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html. */
const CONTAINER_ADDRESS = 'http://169.254.170.2';

/**
 * The environment variables and, in development, those of a file such as `.env`. The environment takes precedence, also
 * in deciding on development: the file cannot turn it into production.
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
 * @param environment By default the process's, and in development `.env`.
 * @param program `needs`: the variables that it requires, among those of a serving process.
 * @throws {ConfigError} naming all settings that are missing, invalid or misspelt.
 */
export function readConfig(
  environment = withEnvironmentFile(process.env),
  { needs }: { readonly needs?: readonly string[] } = {},
) {
  const production = environment.NODE_ENV === 'production';
  const values = readEnvironment(settings, environment, production, needs);
  const { aws, evidenceBucket, evidenceStorage, rateLimits, rateLimitsOn, traces, ...rest } = values;
  requireFitting(values, production);
  return Object.freeze({
    ...rest,
    production,
    metricsHost: values.metricsHost ?? (isIPv6(values.host) ? '::1' : '127.0.0.1'),
    /** How AWS KMS is reached. */
    aws: {
      ...aws,
      containerUri: aws.containerPath ? `${CONTAINER_ADDRESS}${aws.containerPath}` : aws.containerUri,
    },
    /** Where traces are sent, and which; null sends none. */
    traces: traces.endpoint === null ? null : { ...traces, endpoint: traces.endpoint },
    exportRules: exportRulesOf(values),
    /** How e-mail is sent; null if no mail server is configured. */
    mail: together(settings.mail, values.mail),
    /** The OpenID Connect provider that people may sign in with; null for none. */
    oidc: together(settings.oidc, values.oidc),
    /** Where files of evidence are kept. */
    evidence: evidenceSettings(evidenceStorage, together(settings.evidenceBucket, evidenceBucket)),
    rateLimits: rateLimitsOn ? rateLimits : allZero(rateLimits),
    /** Where `pg_dump` and `pg_restore` are looked for: the variable `PATH`. */
    searchPath: environment.PATH ?? '',
  });
}

const HOUR_MS = 60 * 60_000;

/** In the test environment, where cards are not real, an export need not wait. */
function exportRulesOf({
  environment,
  exportRules,
}: Pick<Values<typeof settings>, 'environment' | 'exportRules'>) {
  const isLive = environment === 'live';
  return Object.freeze({
    approverMs: (exportRules.approverDays ?? (isLive ? 7 : 0)) * 24 * HOUR_MS,
    delayMs: (exportRules.delayHours ?? (isLive ? 24 : 0)) * HOUR_MS,
  });
}

/** @throws {ConfigError} for settings that do not fit together. */
function requireFitting(
  {
    aws,
    connectorBaseUrls,
    httpLimits,
    pagesUrl,
    publicUrl,
    routingSeed,
    vault,
    workers,
  }: Values<typeof settings>,
  production: boolean,
): void {
  if (httpLimits.headersMs > httpLimits.requestMs)
    throw incomplete('HEADERS_SECONDS must be at most REQUEST_SECONDS: headers are a part of a request');
  if (production && publicUrl !== null && !isSecure(publicUrl))
    throw incomplete('PUBLIC_URL must start with https:// in production, unless it is of this machine');
  if (pagesUrl !== null) requirePagesHost(pagesUrl, publicUrl, production);
  for (const [variable, url] of [
    ['VAULT_ADDR', vault.address],
    ['AWS_ENDPOINT_URL_KMS', aws.endpoint],
  ] as const)
    if (production && url !== null && !isSecure(url))
      throw incomplete(
        `${variable} must start with https:// in production, unless it is of this machine: keys pass`,
      );
  if (production && Object.keys(connectorBaseUrls).length > 0)
    throw incomplete('CONNECTOR_BASE_URLS must not be set in production: payments would go to a stand-in');
  if (production && routingSeed !== null)
    throw incomplete('SWITCHYARD_ROUTING_SEED must not be set in production: routing would be predictable');
  if (!production && workers > 1)
    throw incomplete('WORKERS is for production: development has one process, with its own demo data');
}

/** @throws {ConfigError} unless `PAGES_URL` is an origin at another host than `PUBLIC_URL`: cookies know no ports. */
function requirePagesHost(pagesUrl: string, publicUrl: string | null, production: boolean): void {
  const { hostname, origin } = new URL(pagesUrl);
  if (publicUrl === null) throw incomplete('PAGES_URL takes PUBLIC_URL, at another host');
  if (production && !isSecure(pagesUrl))
    throw incomplete('PAGES_URL must start with https:// in production, unless it is of this machine');
  if (origin !== pagesUrl) throw incomplete('PAGES_URL must be an origin, without a path');
  if (hostname === new URL(publicUrl).hostname)
    throw incomplete('PAGES_URL must be at another host than PUBLIC_URL: cookies do not keep ports apart');
}

/** Whether traffic to an address is encrypted, or does not leave the machine. */
function isSecure(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** @throws {ConfigError} if a bucket is named but not described. */
function evidenceSettings<Bucket>(storage: 'database' | 's3' | null, s3: Bucket | null) {
  if (storage === 's3' && s3 === null)
    throw incomplete('EVIDENCE_STORAGE=s3 takes EVIDENCE_S3_ENDPOINT and the other settings of a bucket');
  return Object.freeze({ storage: storage ?? (s3 ? 's3' : 'database'), s3 });
}

/** 0 switches a limit off. */
const allZero = <Limits extends object>(limits: Limits) =>
  Object.freeze(Object.fromEntries(Object.keys(limits).map((name) => [name, 0]))) as Record<keyof Limits, 0>;
