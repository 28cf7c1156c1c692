import { OperatorError } from '../core/foundation/operator-error.ts';
import { strengthRule } from '../core/foundation/strength.ts';
import { ADMIN_KEY_MIN, PROXIES_MAX } from './validators.ts';

/** Thrown for missing or invalid settings. The message names all of them and says how to fix each. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

/**
 * Settings of which one is of no use without the others.
 *
 * @returns Null if none is set.
 * @throws {ConfigError} if some are.
 */
export function together<Name extends string>(
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

/** How to fix a setting, where its validator's own message would not do. */
const hints: Record<string, string> = {
  DATABASE_URL: 'such as postgres://user:password@host:5432/switchyard',
  DATABASE_DIRECT_URL: 'such as postgres://user:password@host:5432/switchyard',
  DATABASE_REPLICA_URLS: 'URLs separated by commas, such as postgres://user:password@replica:5432/switchyard',
  ADMIN_API_KEY: `a secret of ${strengthRule(ADMIN_KEY_MIN)}, such as from: openssl rand -base64 32`,
  MIGRATION_DATABASE_URL: 'such as postgres://owner:password@host:5432/switchyard',
  CORS_ORIGINS: 'origins separated by commas, without paths, such as https://dashboard.example.com',
  SMTP_URL: 'the mail server, such as smtps://user:password@mail.example.com',
  MAIL_FROM: 'the sender, such as Switchyard <payments@example.com>',
  EVIDENCE_STORAGE: 'database or s3',
  EVIDENCE_S3_ENDPOINT: 'such as https://s3.eu-central-1.amazonaws.com, without the bucket',
  TRUST_PROXY: `how many proxies are in front, at most ${PROXIES_MAX}, or their networks, such as 10.0.0.0/8,loopback`,
  SWITCHYARD_ENV: 'test or live; test has the sandbox connector, which moves no money',
  CONNECTOR_BASE_URLS: 'addresses by connector as JSON, such as {"stripe":"http://127.0.0.1:9001"}',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'such as http://127.0.0.1:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'name=value, separated by commas',
  ROLE: 'web, jobs or all',
  WORKERS: 'auto for one process a core, or how many',
  ENCRYPTION_KEY: '32 bytes in base64, such as from: openssl rand -base64 32',
};

/**
 * Reports every setting that is missing or wrong at once.
 *
 * @throws {ConfigError} if there is one.
 */
export function report(errors: Partial<Record<string, Error>>): void {
  const lines = Object.entries(errors).map(([name, error]) => {
    // A library's message may repeat the value, which may be a secret: show our own messages only.
    const missing = error?.constructor.name === 'EnvMissingError';
    const hint = hints[name] ? ` (${hints[name]})` : '';
    return missing ? `  ${name} is not set${hint}` : `  ${name} is wrong${hint || `: ${error?.message}`}`;
  });
  if (lines.length > 0) throw new ConfigError(`The configuration is not complete:\n${lines.join('\n')}`);
}
