import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { closeGracefully, Drain, trackConnections } from '../../src/http/drain.ts';
import { healthRouter } from '../../src/http/health.ts';
import { clientOf } from '../kit/client.ts';
import { createDatabase, dropDatabase } from '../kit/database.ts';
import { startTestService } from '../kit/service.ts';

describe('health', () => {
  it('is live always and ready until draining begins', async () => {
    const service = await startTestService();
    const client = clientOf(service);
    expect((await client.get('/health/ready')).body).toEqual({ status: 'ready' });
    service.drain.begin();
    const ready = await client.get('/health/ready');
    expect([ready.status, ready.body]).toEqual([503, { status: 'draining' }]);
    expect(ready.headers.get('connection')).toBe('close');
    expect((await client.get('/health/live')).body).toEqual({ status: 'live' });
    expect((await client.post('/health/live', { body: {} })).status).toBe(405);
    await service.close();
  });

  it('is not ready without a database, and says so within its deadline', async () => {
    const databaseUrl = await createDatabase();
    const service = await startTestService({ databaseUrl });
    const client = clientOf(service);
    expect((await client.get('/health/ready')).status).toBe(200);
    await dropDatabase(databaseUrl);
    const ready = await client.get('/health/ready');
    expect([ready.status, ready.body]).toEqual([503, { status: 'database_unavailable' }]);
    const list = await client.get('/payments/list', { key: 'sk_test_any' });
    expect([list.status, list.body.error.code]).toEqual([503, 'database_unavailable']);
    await service.close();
  });

  it('asks a database that hangs only once at a time', async () => {
    let pings = 0;
    const hanging = () => {
      pings++;
      return new Promise<void>(() => {});
    };
    const app = express().use(healthRouter({ ping: hanging, drain: new Drain() }));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = clientOf({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const started = Date.now();
    const answers = await Promise.all([1, 2, 3].map(() => client.get('/health/ready')));
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(pings).toBe(1);
    await closeGracefully(server, 100);
  });
});

describe('closing a server', () => {
  const start = async (answerAfterMs: number) => {
    const server = createServer((_req, res) => {
      setTimeout(() => res.end('done'), answerAfterMs);
    });
    trackConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  };

  it('lets what is being worked on finish and waits for no idle connection', async () => {
    const { server, port } = await start(300);
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const answer = fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
    await sleep(50);
    const started = Date.now();
    await closeGracefully(server, 5_000);
    expect(Date.now() - started).toBeLessThan(1_000);
    expect(await answer).toBe('done');
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    idle.destroy();
  });

  it('cuts off what does not finish in time', async () => {
    const { server, port } = await start(60_000);
    const answer = fetch(`http://127.0.0.1:${port}`);
    const refused = expect(answer).rejects.toThrow();
    await sleep(50);
    const started = Date.now();
    await closeGracefully(server, 200);
    expect(Date.now() - started).toBeLessThan(1_000);
    await refused;
  });
});
