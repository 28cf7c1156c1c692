import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { rateLimits } from '../../src/config/limit-defaults.ts';

const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://switchyard@db/switchyard',
  ADMIN_API_KEY: 'Zm9yLXRoZS10ZXN0LW9ubHkhISE',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  SWITCHYARD_ENV: 'live',
  PUBLIC_URL: 'https://pay.example.com',
};

test('Production starts with all settings', () => {
  expect(readConfig(complete)).toMatchObject({ production: true, environment: 'live' });
});

test('Production requires a choice of test or live', () => {
  const { SWITCHYARD_ENV: _, ...rest } = complete;
  expect(() => readConfig(rest)).toThrow(/SWITCHYARD_ENV is not set \(test or live/);
  expect(readConfig({}).environment).toBe('test');
});

test.for(['a'.repeat(24), 'abcabcabcabcabcabcabcabcabc', 'short-Key-1'])(
  'A weak admin key is refused',
  (key) => {
    expect(() => readConfig({ ...complete, ADMIN_API_KEY: key })).toThrow(
      /ADMIN_API_KEY is wrong \(a secret of at least 24 characters, 8 of them different/,
    );
  },
);

test('Rate limits are settings, and can be disabled one by one or together', () => {
  expect(readConfig({}).rateLimits).toEqual(rateLimits);
  const some = readConfig({ RATE_LIMIT_READS: '6000', RATE_LIMIT_CLIENT_SECRETS: '0' });
  expect(some.rateLimits).toEqual({ ...rateLimits, reads: 6_000, clientSecrets: 0 });
  const off = readConfig({ RATE_LIMITS: 'false', RATE_LIMIT_READS: '6000' });
  expect(new Set(Object.values(off.rateLimits))).toEqual(new Set([0]));
  expect(() => readConfig({ RATE_LIMIT_MONEY: '-1' })).toThrow(/RATE_LIMIT_MONEY is wrong/);
});

test('Read replicas are comma-separated URLs, with hidden passwords', () => {
  expect(readConfig({}).databaseReplicaUrls).toEqual([]);
  const urls = ['postgres://service:secret@one:5432/switchyard', 'postgresql://service@two/switchyard'];
  expect(readConfig({ DATABASE_REPLICA_URLS: urls.join(', ') }).databaseReplicaUrls).toEqual(urls);
  for (const wrong of [
    `${urls[0]},`,
    'one:5432',
    'postgres://a:hush/b@one/switchyard',
    urls.concat(Array(15).fill(urls[0])).join(),
  ]) {
    const read = () => readConfig({ DATABASE_REPLICA_URLS: wrong });
    expect(read).toThrow(/DATABASE_REPLICA_URLS is wrong \(URLs separated by commas/);
    expect(read).not.toThrow(/secret|hush/);
  }
});

test('Evidence files are stored in the database unless a bucket is fully configured', () => {
  const bucket = {
    EVIDENCE_S3_ENDPOINT: 'https://s3.example.com/',
    EVIDENCE_S3_BUCKET: 'evidence',
    EVIDENCE_S3_REGION: 'eu-central-1',
    EVIDENCE_S3_ACCESS_KEY_ID: 'id',
    EVIDENCE_S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readConfig({}).evidence).toEqual({ storage: 'database', s3: null });
  expect(readConfig(bucket).evidence).toEqual({
    storage: 's3',
    s3: {
      endpoint: 'https://s3.example.com',
      bucket: 'evidence',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
  });
  expect(readConfig({ ...bucket, EVIDENCE_STORAGE: 'database' }).evidence).toMatchObject({
    storage: 'database',
    s3: { bucket: 'evidence' },
  });
  for (const name of Object.keys(bucket)) {
    const partial = Object.fromEntries(Object.entries(bucket).filter(([other]) => other !== name));
    expect(() => readConfig(partial)).toThrow(new RegExp(`${name} is not set`));
  }
  expect(() => readConfig({ EVIDENCE_STORAGE: 's3' })).toThrow(
    /EVIDENCE_STORAGE=s3 takes EVIDENCE_S3_ENDPOINT/,
  );
  expect(() => readConfig({ EVIDENCE_STORAGE: 'disk' })).toThrow(
    /EVIDENCE_STORAGE is wrong \(database or s3\)/,
  );
  expect(() => readConfig({ ...bucket, EVIDENCE_S3_ENDPOINT: 'ftp://s3' })).toThrow(
    /EVIDENCE_S3_ENDPOINT is wrong/,
  );
});

test('Vendor stand-ins are configured by connector, and never in production', () => {
  const CONNECTOR_BASE_URLS = '{"stripe":"http://127.0.0.1:9001/"}';
  expect(readConfig({}).connectorBaseUrls).toEqual({});
  expect(readConfig({ CONNECTOR_BASE_URLS }).connectorBaseUrls).toEqual({ stripe: 'http://127.0.0.1:9001' });
  for (const wrong of ['stripe', '[]', '{"stripe":"127.0.0.1:9001"}', '{"stripe":1}', 'null']) {
    expect(() => readConfig({ CONNECTOR_BASE_URLS: wrong })).toThrow(
      /CONNECTOR_BASE_URLS is wrong \(addresses/,
    );
  }
  expect(() => readConfig({ ...complete, CONNECTOR_BASE_URLS })).toThrow(
    /CONNECTOR_BASE_URLS must not be set in production/,
  );
});

test("Traces are off without an endpoint, and follow OpenTelemetry's variables", () => {
  expect(readConfig({}).traces).toBeNull();
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  expect(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, a=b' })
      .traces,
  ).toEqual({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: { authorization: 'Bearer x', a: 'b' },
    serviceName: 'switchyard',
    ratio: 1,
  });
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(/OTEL_TRACES_SAMPLER_ARG is wrong/);
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'token' })).toThrow(
    /OTEL_EXPORTER_OTLP_HEADERS is wrong \(name=value/,
  );
});

test('Production requires an https address for customers and vendors', () => {
  const { PUBLIC_URL: _, ...rest } = complete;
  expect(() => readConfig(rest)).toThrow(/PUBLIC_URL is not set \(such as https:/);
  expect(() => readConfig({ ...complete, PUBLIC_URL: 'http://pay.example.com' })).toThrow(
    /PUBLIC_URL must start with https:/,
  );
  for (const own of ['http://localhost:8080', 'http://127.0.0.1:8080/', 'http://[::1]:8080'])
    expect(readConfig({ ...complete, PUBLIC_URL: own }).publicUrl).toBe(own.replace(/\/$/, ''));
  expect(readConfig({}).publicUrl).toBeNull();
  const pagesUrl = (PAGES_URL: string) => readConfig({ ...complete, PAGES_URL }).pagesUrl;
  expect(pagesUrl('https://checkout.example.com/')).toBe('https://checkout.example.com');
  expect(pagesUrl('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
  expect(readConfig(complete).pagesUrl).toBeNull();
  expect(() => pagesUrl('http://checkout.example.com')).toThrow(/PAGES_URL must start with https:/);
  expect(() => pagesUrl('https://checkout.example.com/x')).toThrow(/PAGES_URL must be an origin/);
  expect(() => pagesUrl('https://pay.example.com:8443')).toThrow(/another host than PUBLIC_URL/);
  expect(() => readConfig({ PAGES_URL: 'http://127.0.0.1:1' })).toThrow(/PAGES_URL takes PUBLIC_URL/);
});

test('A program reads only the settings that it uses', () => {
  const { DATABASE_URL, NODE_ENV } = complete;
  expect(() => readConfig({ NODE_ENV, DATABASE_URL })).toThrow(/ADMIN_API_KEY.*ENCRYPTION_KEY/s);
  const needs = ['DATABASE_URL'];
  expect(() => readConfig({ NODE_ENV }, { needs })).toThrow(/DATABASE_URL is not set/);
  expect(readConfig({ NODE_ENV, DATABASE_URL }, { needs })).toMatchObject({
    databaseUrl: DATABASE_URL,
    encryptionKeys: null,
  });
  // Given values must still be valid.
  expect(() => readConfig({ NODE_ENV, DATABASE_URL, PUBLIC_URL: 'x' }, { needs })).toThrow(/PUBLIC_URL/);
});

test.for(['collector:4318', 'grpc://collector:4317', 'collector'])(
  'Traces are not sent to %s, which is no HTTP address',
  (endpoint) => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toThrow(
      /OTEL_EXPORTER_OTLP_ENDPOINT is wrong \(such as http:/,
    );
  },
);

test('The headers of a request may take no longer than the request', () => {
  expect(() => readConfig({ HEADERS_SECONDS: '90' })).toThrow(
    /HEADERS_SECONDS must be at most REQUEST_SECONDS/,
  );
  expect(readConfig({ HEADERS_SECONDS: '90', REQUEST_SECONDS: '90' }).httpLimits.headersMs).toBe(90_000);
});

test.for([
  ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URLS'],
  ['WORKER', 'WORKERS'],
  ['RATE_LIMIT_WRITE', 'RATE_LIMIT_WRITES'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['ENCRPTION_KEY', 'ENCRYPTION_KEY'],
  ['METRICS_PORTS', 'METRICS_PORT'],
] as const)('%s is reported as a misspelling of %s', ([wrong, right]) => {
  expect(() => readConfig({ [wrong]: '1' })).toThrow(`${wrong} is not a setting; ${right} is`);
});

test('Variables of other programs are ignored', () => {
  const others = {
    HOSTS: 'a',
    PORTS: '1',
    SWITCHYARD_PORT: 'tcp://10.0.0.1:80',
    PATH: '/bin',
    LOG_LEVELS2: 'x',
  };
  expect(readConfig(others).port).toBe(8080);
  const both = { DATABASE_URL: 'postgres://a@b/c', DATABASE_URI: 'postgres://d@e/f' };
  expect(readConfig(both).databaseUrl).toBe(both.DATABASE_URL);
});

test('A misspelt setting is reported together with missing and wrong ones', () => {
  const { ENCRYPTION_KEY, ...rest } = complete;
  const wrong = { ...rest, ENCRPTION_KEY: ENCRYPTION_KEY, PORT: 'x' };
  expect(() => readConfig(wrong)).toThrow(
    /ENCRPTION_KEY is not a setting; ENCRYPTION_KEY is.*PORT is wrong/s,
  );
  expect(() => readConfig(wrong)).toThrow(/ENCRYPTION_KEY is not set/);
});
