import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withEnvironmentFile } from '../../../src/config/config.ts';
import { createDatabase } from '../../kit/database.ts';
import { isFullRun } from '../../kit/figure.ts';
import { startTestService } from '../../kit/service.ts';
import { startProcess } from '../../shared/reliability/process.ts';

let folder: string;
let taken: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-start-'));
  taken = await new Promise((listening) => {
    const server = createServer().listen(0, '127.0.0.1', () => listening(server));
  });
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

const portOf = (server: Server) => (server.address() as { port: number }).port;

/** Starts the service in a failing configuration; returns its output and exit. */
function failedStart(environment: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ...environment };
  return new Promise((ended) => {
    execFile(process.execPath, ['dist/main.js'], { env }, (error, _stdout, stderr) =>
      ended({ code: error?.code, stderr }),
    );
  });
}

test('A port in use is reported before anything is created', async () => {
  const { code, stderr } = await failedStart({ PORT: `${portOf(taken)}` });
  expect([code, stderr]).toEqual([
    1,
    `Port ${portOf(taken)} is taken. Choose another: PORT=8081 npm start\n`,
  ]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('A DATABASE_URL without a listening server is reported in one sentence', async () => {
  const { code, stderr } = await failedStart({ DATABASE_URL: 'postgres://role:secret@127.0.0.1:1/payments' });
  expect([code, stderr]).toEqual([
    1,
    'DATABASE_URL: no server listens at 127.0.0.1:1. Start PostgreSQL there, or correct the host and port.\n',
  ]);
});

test.runIf(isFullRun)('Start detects an ENCRYPTION_KEY that does not decrypt the database', async () => {
  const url = await createDatabase();
  const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'keys') };
  await (await startTestService({ databaseUrl: url, encryptionKey: Buffer.alloc(32, 1) })).stop();
  const { code, stderr } = await failedStart({ ...settings, ENCRYPTION_KEY: keyOf(2) });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The database holds values.*local:\w{8} opens: a key that ENCRYPTION_KEY does not name/,
    ),
  ]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test.runIf(isFullRun)('Start reports an empty database', async () => {
  const service = await startProcess({
    DATABASE_URL: await createDatabase(),
    DATA_DIR: join(folder, 'empty'),
  });
  const banner = async () => {
    while (!service.lines.includes('  Ctrl-C stops it.')) await new Promise((again) => setTimeout(again, 20));
    return service.lines.join('\n');
  };
  expect(await banner()).toContain('The database is empty. Create a merchant and an API key for it:');
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('Development reads .env, without overriding the environment; production does not', async () => {
  const file = resolve(folder, '.env');
  await writeFile(file, 'PORT=9001\nLOG_LEVEL="warn"\nNODE_ENV=production\n');
  expect(withEnvironmentFile({ PORT: '9002' }, file)).toEqual({ PORT: '9002', LOG_LEVEL: 'warn' });
  expect(withEnvironmentFile({ NODE_ENV: 'production' }, file)).toEqual({ NODE_ENV: 'production' });
  expect(withEnvironmentFile({}, join(folder, 'none'))).toEqual({});
});
