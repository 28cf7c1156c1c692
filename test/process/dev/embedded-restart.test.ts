import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedServer } from '../../../src/dev/embedded/server.ts';
import { figure } from '../../kit/figure.ts';

// Creating a cluster flushes it to disk, which takes half a minute on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const settings = { fsync: 'off', shared_buffers: '16MB' };

test('A dead embedded server restarts at the same address with its data', async ({ task }) => {
  const downMs: number[] = [];
  const dataDir = await mkdtemp(path.join(tmpdir(), 'switchyard-restart-'));
  await chmod(dataDir, 0o755);
  const lines: string[] = [];
  const server = await startEmbeddedServer({ dataDir, settings, log: (line) => lines.push(line) });
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: server.ownerUrl });
    client.on('error', () => {});
    await client.connect();
    return client.query(text).finally(() => client.end());
  };
  await ask('create table kept as select 42 as answer');
  for (let death = 1; death <= 2; death += 1) {
    const pidFile = await readFile(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    const killed = performance.now();
    const answer = () => ask('select answer from kept').then(({ rows }) => rows, String);
    await expect.poll(answer, { timeout: 60_000, interval: 200 }).toEqual([{ answer: 42 }]);
    downMs.push(Math.round(performance.now() - killed));
    expect(lines.filter((line) => line.includes('ended unexpectedly (signal SIGKILL)'))).toHaveLength(death);
  }
  figure(task, `killed ${downMs.length} times, away ${downMs.join(' and ')} ms`);
  await server.stop();
  await expect(ask('select 1')).rejects.toThrow('ECONNREFUSED');
});
