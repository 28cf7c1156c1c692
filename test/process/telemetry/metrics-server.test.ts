import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { createDatabase } from '../../kit/database.ts';
import { startProcess } from '../../shared/reliability/process.ts';
import { sumOf } from '../../shared/telemetry/exposition.ts';

const environment = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-metrics-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { DATABASE_URL: await createDatabase(), DATA_DIR: folder };
};

test('A process with METRICS_PORT serves metrics on a separate port, and nothing else there', async () => {
  const service = await startProcess({ ...(await environment()), METRICS_PORT: '0' });
  try {
    const url = service.lines.map((line) => /"url":"([^"]+\/metrics)"/.exec(line)?.[1]).find(Boolean)!;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const text = await response.text();
    const requests = sumOf(text, 'switchyard_http_request_duration_seconds_count', { status: '404' });
    expect([requests, sumOf(text, 'switchyard_database_pool_size') > 0]).toEqual([1, true]);
    expect(sumOf(text, 'switchyard_queue_count_failures_total')).toBe(0);
    const others = await Promise.all([
      fetch(new URL('/payments/list', url)),
      fetch(url, { method: 'POST', body: '{}' }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([404, 404]);
  } finally {
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  }
});

test('A METRICS_PORT in use is reported in one sentence', async () => {
  const taken = await new Promise<Server>((listening) => {
    const server = createServer().listen(0, '127.0.0.1', () => listening(server));
  });
  const { port } = taken.address() as { port: number };
  const started = startProcess({ ...(await environment()), METRICS_PORT: String(port) });
  await expect(started).rejects.toThrow(
    `METRICS_PORT ${port} of 127.0.0.1 cannot be listened on (EADDRINUSE).`,
  );
  taken.close();
});

test('Metrics are off by default and served locally when enabled', () => {
  const { metricsHost, metricsPort } = readConfig({});
  expect([metricsHost, metricsPort]).toEqual(['127.0.0.1', null]);
  expect(readConfig({ HOST: '::', METRICS_PORT: '9464' })).toMatchObject({
    metricsHost: '::1',
    metricsPort: 9464,
  });
  expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metricsHost).toBe('0.0.0.0');
  expect(() => readConfig({ METRICS_PORT: 'x' })).toThrow(/METRICS_PORT is wrong/);
});
