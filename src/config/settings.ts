import { bool, str } from 'envalid';
import { strengthRule } from '../core/foundation/strength.ts';
import { limits } from './limits.ts';
import { REQUIRED, setting } from './setting.ts';
import {
  ADMIN_KEY_MIN,
  adminKey,
  approverDays,
  connectorBaseUrls,
  delayHours,
  encryptionKeys,
  headers,
  hosts,
  httpUrl,
  idleMinutes,
  type KeySource,
  keySources,
  oneOf,
  origins,
  PROXIES_MAX,
  poolSize,
  portOrZero,
  postgresUrl,
  postgresUrls,
  ratio,
  recipients,
  routingSeed,
  sender,
  smtpUrl,
  trustedProxies,
  workers,
} from './validators.ts';

const bucket = 'required with `EVIDENCE_S3_ENDPOINT`';
const provider = 'required with `OIDC_ISSUER`';

/** Whether the key-encrypting key is not in the environment. */
const hasOtherKeys = ({ ENCRYPTION_KEY_FILE: file, ENCRYPTION_KEY_SOURCE: source }: NodeJS.ProcessEnv) =>
  Boolean(file) || (Boolean(source) && source!.split(',').every((one) => one.trim() !== 'local'));

/**
 * Every setting, in the order of the table in docs/install.md, which a test holds to it. A setting is written here and
 * where it is used.
 */
export const settings = {
  port: setting('PORT', portOrZero, { or: 8080, about: 'Port to listen on; `0` takes any free one.' }),
  host: setting('HOST', str, {
    or: '127.0.0.1',
    inProduction: '0.0.0.0',
    shown: '`127.0.0.1`, in production `0.0.0.0`',
    about: 'Address to listen on.',
  }),
  workers: setting('WORKERS', workers, {
    or: 1,
    hint: 'auto for one process a core, or how many',
    about:
      'Processes behind the port: a number, or `auto` for one a core. Production only; see [Several processes](#several-processes).',
  }),
  role: setting('ROLE', oneOf(['all', 'web', 'jobs']), {
    or: 'all',
    hint: 'web, jobs or all',
    about:
      '`web` serves requests, `jobs` does [background work](run.md#background-work) and answers probes only, `all` does both.',
  }),
  metricsPort: setting('METRICS_PORT', portOrZero, {
    about: 'Port of the [metrics](run.md#metrics); without it there are none.',
  }),
  metricsHost: setting('METRICS_HOST', str, {
    shown: "the loopback address of `HOST`'s family",
    about: 'Address of the metrics: everybody who reaches it may read them.',
  }),
  traces: {
    endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl, {
      hint: 'such as http://127.0.0.1:4318',
      about: 'Where [traces](run.md#traces) are sent, by OTLP over HTTP: `http://collector:4318`.',
    }),
    headers: setting('OTEL_EXPORTER_OTLP_HEADERS', headers, {
      or: {},
      hint: 'name=value, separated by commas',
      shown: 'none',
      about: 'Headers for the collector: `name=value`, comma-separated.',
    }),
    serviceName: setting('OTEL_SERVICE_NAME', str, {
      or: 'switchyard',
      about: "The service's name in traces.",
    }),
    ratio: setting('OTEL_TRACES_SAMPLER_ARG', ratio, {
      or: 1,
      about: 'The share of traces that are recorded, from 0 to 1.',
    }),
  },
  databaseUrl: setting('DATABASE_URL', postgresUrl, {
    inProduction: REQUIRED,
    hint: 'such as postgres://user:password@host:5432/switchyard',
    shown: 'an embedded server',
    about:
      'PostgreSQL 15 or later, as the role that serves: `postgres://user:password@host:5432/name`, or with a Unix socket in place of the host: `@%2Fvar%2Frun%2Fpostgresql:5432`.',
  }),
  migrationDatabaseUrl: setting('MIGRATION_DATABASE_URL', postgresUrl, {
    hint: 'such as postgres://owner:password@host:5432/switchyard',
    shown: 'in development `DATABASE_URL`',
    about: "The same database as the tables' owner, for `npm run migrate`.",
  }),
  databaseDirectUrl: setting('DATABASE_DIRECT_URL', postgresUrl, {
    hint: 'such as postgres://user:password@host:5432/switchyard',
    shown: '–',
    about: 'The server behind `DATABASE_URL`, where that is a connection pooler.',
  }),
  databaseReplicaUrls: setting('DATABASE_REPLICA_URLS', postgresUrls, {
    or: [],
    hint: 'URLs separated by commas, such as postgres://user:password@replica:5432/switchyard',
    shown: 'none',
    about: '[Read replicas](#read-replicas) of the server, comma-separated, as the same role.',
  }),
  databasePoolMax: setting('DATABASE_POOL_MAX', poolSize, {
    or: 10,
    about:
      'Connections for requests: 6 for commands, 4 for reads. Others use four more, and two while people sign in.',
  }),
  dataDir: setting('DATA_DIR', str, {
    or: '.data',
    about: "Data of the embedded server, and development's keys.",
  }),
  adminApiKey: setting('ADMIN_API_KEY', adminKey, {
    inProduction: REQUIRED,
    hint: `a secret of ${strengthRule(ADMIN_KEY_MIN)}, such as from: openssl rand -base64 32`,
    shown: 'generated in development',
    about: "The operator's key for machines and emergencies, at least 24 characters, 8 of them different.",
  }),
  encryptionKeys: setting('ENCRYPTION_KEY', encryptionKeys, {
    inProduction: REQUIRED,
    hint: '32 bytes in base64, such as from: openssl rand -base64 32',
    shown: 'generated in development',
    unless: hasOtherKeys,
    about:
      'The [key-encrypting key](secure.md#encryption-keys), 32 bytes in Base64. For rotation several, comma-separated: the first wraps, all unwrap.',
  }),
  encryptionKeyFile: setting('ENCRYPTION_KEY_FILE', str, {
    about: 'A file with the same, in place of `ENCRYPTION_KEY`.',
  }),
  encryptionKeySources: setting('ENCRYPTION_KEY_SOURCE', keySources, {
    or: [{ kind: 'local' }] satisfies readonly KeySource[] as readonly KeySource[],
    hint: 'local, aws-kms:<key> or vault:<mount>/<key>, or several separated by commas',
    shown: '`local`',
    about:
      'Where the key-encrypting key is: `local`, `aws-kms:<key>` or `vault:<mount>/<key>`. Of several, comma-separated, the first wraps.',
  }),
  aws: {
    region: setting('AWS_REGION', str, { about: 'The region of AWS KMS, with `aws-kms:…`.' }),
    accessKeyId: setting('AWS_ACCESS_KEY_ID', str, {
      shown: "the container's role",
      about: 'Credentials for AWS KMS.',
    }),
    secretAccessKey: setting('AWS_SECRET_ACCESS_KEY', str, {
      about: "The access key's secret, for AWS KMS.",
    }),
    sessionToken: setting('AWS_SESSION_TOKEN', str, {
      about: 'The session token of temporary credentials for AWS KMS.',
    }),
    endpoint: setting('AWS_ENDPOINT_URL_KMS', httpUrl, {
      shown: 'that of the region',
      about: 'Another address of AWS KMS, such as of a VPC endpoint.',
    }),
    containerPath: setting('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', str),
    containerUri: setting('AWS_CONTAINER_CREDENTIALS_FULL_URI', httpUrl),
    containerTokenFile: setting('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', str),
  },
  vault: {
    address: setting('VAULT_ADDR', httpUrl, {
      hint: 'such as https://vault.example.com:8200',
      about: 'HashiCorp Vault, with `vault:…`: `https://vault.example.com:8200`.',
    }),
    token: setting('VAULT_TOKEN', str, { about: 'A token that may use the key, for `vault:…`.' }),
    tokenFile: setting('VAULT_TOKEN_FILE', str, {
      about: 'A file with the token, read for each request, in place of `VAULT_TOKEN`.',
    }),
    namespace: setting('VAULT_NAMESPACE', str, { about: 'The namespace, of Vault Enterprise.' }),
  },
  publicUrl: setting('PUBLIC_URL', httpUrl, {
    inProduction: REQUIRED,
    hint: 'such as https://pay.example.com',
    shown: 'where it listens; required in production',
    about: "The service's public URL, for redirects, connectors' webhooks, and where people sign in.",
  }),
  pagesUrl: setting('PAGES_URL', httpUrl, {
    hint: 'such as https://checkout.example.com, a host other than that of PUBLIC_URL',
    shown: '`PUBLIC_URL`',
    about:
      "Where customers' pages and the frames of forms are, at a host without the dashboard: see [An origin for customers' pages](secure.md#an-origin-for-customers-pages).",
  }),
  mail: {
    smtpUrl: setting('SMTP_URL', smtpUrl, {
      hint: 'the mail server, such as smtps://user:password@mail.example.com',
      shown: 'none; in development links are logged',
      about: 'The mail server: `smtps://user:password@mail.example.com`.',
    }),
    from: setting('MAIL_FROM', sender, {
      hint: 'the sender, such as Switchyard <payments@example.com>',
      shown: 'required with `SMTP_URL`',
      about: 'The sender of e-mail: `Switchyard <payments@example.com>`.',
    }),
  },
  oidc: {
    issuer: setting('OIDC_ISSUER', httpUrl, {
      about: 'An OpenID Connect provider that people may sign in with: `https://login.example.com`.',
    }),
    clientId: setting('OIDC_CLIENT_ID', str, {
      shown: provider,
      about: "The service's client at the provider; its redirect URI is `<PUBLIC_URL>/auth/callback/oidc`.",
    }),
    clientSecret: setting('OIDC_CLIENT_SECRET', str, { shown: provider, about: "The client's secret." }),
  },
  evidenceStorage: setting('EVIDENCE_STORAGE', oneOf(['database', 's3']), {
    hint: 'database or s3',
    shown: '`s3` with `EVIDENCE_S3_ENDPOINT`, else `database`',
    about: 'Where new [files of evidence](#files-of-evidence) are stored: `database` or `s3`.',
  }),
  evidenceBucket: {
    endpoint: setting('EVIDENCE_S3_ENDPOINT', httpUrl, {
      hint: 'such as https://s3.eu-central-1.amazonaws.com, without the bucket',
      about: 'An S3-compatible server, without the bucket: `https://s3.eu-central-1.amazonaws.com`.',
    }),
    bucket: setting('EVIDENCE_S3_BUCKET', str, { shown: bucket, about: 'The bucket. It must exist.' }),
    region: setting('EVIDENCE_S3_REGION', str, {
      shown: bucket,
      about: "The bucket's region, for signatures.",
    }),
    accessKeyId: setting('EVIDENCE_S3_ACCESS_KEY_ID', str, { shown: bucket, about: 'The access key.' }),
    secretAccessKey: setting('EVIDENCE_S3_SECRET_ACCESS_KEY', str, {
      shown: bucket,
      about: "The access key's secret.",
    }),
  },
  exportRules: {
    approverDays: setting('VAULT_APPROVER_DAYS', approverDays, {
      shown: '`7`; with `SWITCHYARD_ENV=test` `0`',
      about:
        'Days for which the people who approve an [export of cards](moving.md#export-cards) must have been owner or admin.',
    }),
    delayHours: setting('VAULT_EXPORT_DELAY_HOURS', delayHours, {
      shown: '`24`; with `SWITCHYARD_ENV=test` `0`',
      about:
        'Hours between the approval of an [export of cards](moving.md#export-cards) and its start, in which any owner can stop it.',
    }),
  },
  geoipDatabase: setting('GEOIP_DATABASE', str, {
    about:
      'File of a MaxMind database of countries or cities, for the fact `ip_country` of [rules](rules.md#conditions). Read at the start.',
  }),
  backupRecipients: setting('BACKUP_RECIPIENT', recipients, {
    or: [],
    hint: 'public keys separated by commas, as switchyard backup-key prints them: age1…',
    shown: 'none: in the clear',
    about:
      'Public key that [backups](recover.md#dumps) are encrypted for, `age1…`; of several, comma-separated, each opens them.',
  }),
  webhooksToLoopback: setting('WEBHOOKS_TO_LOOPBACK', bool, {
    or: true,
    inProduction: false,
    shown: '`true`, in production `false`',
    about: 'Whether webhooks may go to the local machine, over http too.',
  }),
  sessionIdleMs: setting('SESSION_IDLE_MINUTES', idleMinutes, {
    or: 15,
    convert: (minutes) => minutes * 60_000,
    about: 'How long a person who does nothing stays signed in: 5 to 720 minutes.',
  }),
  trustProxy: setting('TRUST_PROXY', trustedProxies, {
    or: 0,
    hint: `how many proxies are in front, at most ${PROXIES_MAX}, or their networks, such as 10.0.0.0/8,loopback`,
    about:
      "How many proxies are in front, or their networks: whose `X-Forwarded-For` gives a client's address.",
  }),
  serviceHosts: setting('SERVICE_HOSTS', hosts, {
    or: [],
    hint: 'host names separated by commas, such as pay.internal.example.com',
    shown: 'none',
    about:
      "Hosts besides that of `PUBLIC_URL` that serve every merchant's pages, comma-separated; see [Hosts](secure.md#hosts).",
  }),
  corsOrigins: setting('CORS_ORIGINS', origins, {
    or: [],
    hint: 'origins separated by commas, without paths, such as https://dashboard.example.com',
    shown: 'none',
    about: 'Origins whose pages may call everything, comma-separated. Publishable keys work from any page.',
  }),
  publicDocs: setting('PUBLIC_DOCS', bool, {
    or: true,
    about: 'Whether `/docs`, `/openapi.json`, `/graphiql` and introspection without a key are served.',
  }),
  requestLog: setting('REQUEST_LOG', oneOf(['off', 'writes', 'all']), {
    or: 'writes',
    hint: 'off, writes or all',
    about:
      "The [request log](run.md#request-log) for merchants' developers: `writes` and refused requests, `all`, or `off`.",
  }),
  logLevel: setting('LOG_LEVEL', oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    or: 'info',
    about: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  }),
  connectorBaseUrls: setting('CONNECTOR_BASE_URLS', connectorBaseUrls, {
    or: {},
    hint: 'addresses by connector as JSON, such as {"stripe":"http://127.0.0.1:9001"}',
    shown: 'none; refused in production',
    about: 'Stand-ins in place of vendors, by connector: `{"stripe":"http://127.0.0.1:9001"}`.',
  }),
  routingSeed: setting<number | null>('SWITCHYARD_ROUTING_SEED', routingSeed, {
    or: null,
    hint: 'a whole number from 0 to 4294967295',
    shown: 'none; refused in production',
    about: 'Makes the random choices of [routing](rules.md#routing-that-learns) repeatable.',
  }),
  environment: setting('SWITCHYARD_ENV', oneOf(['test', 'live']), {
    or: 'test',
    // Required in production: left out by mistake, the sandbox would take real orders.
    inProduction: REQUIRED,
    hint: 'test or live; test has the sandbox connector, which moves no money',
    shown: '`test`; required in production',
    about: '`test` or `live`: part of API keys; `test` has the sandbox connector.',
  }),
  ...limits,
};
