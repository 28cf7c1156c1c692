import { bool, cleanEnv, makeValidator, port, str, url, type ValidatorSpec } from 'envalid';

/** A setting is missing or wrong. The message names every one that is, and says how to mend it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Everything that can be set from outside, typed and frozen. */
export interface Config {
  readonly production: boolean;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** A PostgreSQL server of one's own; null starts the embedded one. */
  readonly databaseUrl: string | null;
  readonly databasePoolMax: number;
  /** Where the embedded server and development's own keys are kept. */
  readonly dataDir: string;
  /** Null in development, which makes its own and keeps it in `dataDir`. */
  readonly adminApiKey: string | null;
  /** The keys that sealed columns are sealed with, the current one first; null in development, likewise. */
  readonly encryptionKeys: readonly Buffer[] | null;
  /** Where the service is reached from outside, without a slash at the end. */
  readonly publicUrl: string | null;
  readonly logLevel: LogLevel;
  /** `test` or `live`: the middle of keys, and whether the sandbox connector is offered. */
  readonly environment: 'test' | 'live';
  /** Whether webhooks may go to this machine itself, for trying them out. */
  readonly webhooksToLoopback: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const ADMIN_KEY_MIN = 24;

const postgresUrl = makeValidator((text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must start with postgres:// or postgresql://');
  return text;
});

const poolSize = makeValidator((text) => {
  const size = Number(text);
  if (!Number.isInteger(size) || size < 1 || size > 1000)
    throw new Error('must be a whole number from 1 to 1000');
  return size;
});

const adminKey = makeValidator((text) => {
  if (text.length < ADMIN_KEY_MIN) throw new Error(`must have at least ${ADMIN_KEY_MIN} characters`);
  return text;
});

const encryptionKeys = makeValidator((text) =>
  text.split(',').map((encoded) => {
    const key = Buffer.from(encoded.trim(), 'base64');
    if (key.length !== 32) throw new Error('must be 32 bytes in base64, or several such joined by commas');
    return key;
  }),
);

/**
 * Reads the environment, the one place that does.
 *
 * @throws {ConfigError} naming every setting that is missing or wrong, at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const production = environment.NODE_ENV === 'production';
  const needed = <T>(validator: (spec: object) => ValidatorSpec<T>) =>
    validator(production ? {} : { default: undefined }) as ValidatorSpec<T | undefined>;

  const values = cleanEnv(
    // An empty setting is one that was left out: `PORT= npm start` means the default.
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
    {
      NODE_ENV: str({ default: 'development' }),
      PORT: portOrAny(),
      HOST: str({ default: production ? '0.0.0.0' : '127.0.0.1' }),
      DATABASE_URL: needed(postgresUrl),
      DATABASE_POOL_MAX: poolSize({ default: 10 }),
      DATA_DIR: str({ default: '.data' }),
      ADMIN_API_KEY: needed(adminKey),
      ENCRYPTION_KEY: needed(encryptionKeys),
      PUBLIC_URL: url({ default: undefined }),
      LOG_LEVEL: str({ choices: logLevels, default: 'info' }),
      WEBHOOKS_TO_LOOPBACK: bool({ default: !production }),
      SWITCHYARD_ENV: str({ choices: ['test', 'live'] as const, default: 'test' }),
    },
    { reporter: ({ errors }) => report(errors) },
  );

  return Object.freeze({
    production,
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolMax: values.DATABASE_POOL_MAX,
    dataDir: values.DATA_DIR,
    adminApiKey: values.ADMIN_API_KEY ?? null,
    encryptionKeys: values.ENCRYPTION_KEY ?? null,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    logLevel: values.LOG_LEVEL,
    environment: values.SWITCHYARD_ENV,
    webhooksToLoopback: values.WEBHOOKS_TO_LOOPBACK,
  });
}

function portOrAny() {
  const anyOrPort = makeValidator((text) => (text === '0' ? 0 : (port()._parse(text) as number)));
  return anyOrPort({ default: 8080 });
}

const hints: Record<string, string> = {
  DATABASE_URL: 'such as postgres://user:password@host:5432/switchyard',
  ADMIN_API_KEY: `a secret of at least ${ADMIN_KEY_MIN} characters, such as from: openssl rand -base64 32`,
  ENCRYPTION_KEY: '32 bytes in base64, such as from: openssl rand -base64 32',
};

function report(errors: Partial<Record<string, Error>>): void {
  const lines = Object.entries(errors).map(([name, error]) => {
    // Only our own messages are shown: a validator's may repeat the value, which may be a secret.
    const missing = error?.constructor.name === 'EnvMissingError';
    const hint = hints[name] ? ` (${hints[name]})` : '';
    return missing ? `  ${name} is not set${hint}` : `  ${name} is wrong${hint || `: ${error?.message}`}`;
  });
  if (lines.length > 0) throw new ConfigError(`The configuration is not complete:\n${lines.join('\n')}`);
}
