import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { rateLimits } from '../src/http/rate-limits.ts';

const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://switchyard@db/switchyard',
  ADMIN_API_KEY: 'Zm9yLXRoZS10ZXN0LW9ubHkhISE',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  SWITCHYARD_ENV: 'live',
};

test('Production starts with all settings', () => {
  expect(readConfig(complete)).toMatchObject({ production: true, environment: 'live' });
});

test('Production must say whether it is test or live', () => {
  const { SWITCHYARD_ENV: _, ...rest } = complete;
  expect(() => readConfig(rest)).toThrow(/SWITCHYARD_ENV is not set \(test or live/);
  expect(readConfig({}).environment).toBe('test');
});

test.for(['a'.repeat(24), 'abcabcabcabcabcabcabcabcabc', 'short-Key-1'])(
  'An admin key of no strength is refused',
  (key) => {
    expect(() => readConfig({ ...complete, ADMIN_API_KEY: key })).toThrow(
      /ADMIN_API_KEY is wrong \(a secret of at least 24 characters, 8 of them different/,
    );
  },
);

test('Rate limits are settings, and are switched off one by one or together', () => {
  expect(readConfig({}).rateLimits).toEqual(rateLimits);
  const some = readConfig({ RATE_LIMIT_READS: '6000', RATE_LIMIT_CLIENT_SECRETS: '0' });
  expect(some.rateLimits).toEqual({ ...rateLimits, reads: 6_000, clientSecrets: 0 });
  const off = readConfig({ RATE_LIMITS: 'false', RATE_LIMIT_READS: '6000' });
  expect(new Set(Object.values(off.rateLimits))).toEqual(new Set([0]));
  expect(() => readConfig({ RATE_LIMIT_MONEY: '-1' })).toThrow(/RATE_LIMIT_MONEY is wrong/);
});

test('Stand-ins for vendors are given as addresses by connector, and never in production', () => {
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

test('Traces are off unless an endpoint is given, and read the variables of OpenTelemetry', () => {
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
