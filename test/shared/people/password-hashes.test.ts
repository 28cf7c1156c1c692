import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword as betterAuthsHash, verifyPassword as betterAuthVerifies } from 'better-auth/crypto';
import { expect } from 'vitest';
import { hashLimits, hashPassword, verifyPassword } from '../../../src/people/password-hashes.ts';
import { appoint, PASSWORD, signIn, test } from './people.ts';

/** The libuv threads shared by files, compression and DNS look-ups. */
const SHARED_THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

test('A password is hashed even while the shared thread pool is exhausted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-'));
  const pipes = Array.from({ length: SHARED_THREADS }, (_, i) => join(folder, String(i)));
  execFileSync('mkfifo', pipes);
  // Opening a pipe blocks its thread until a writer opens it.
  const readers = pipes.map((pipe) => open(pipe, 'r'));
  try {
    const hash = await hashPassword(PASSWORD);
    expect(await verifyPassword(PASSWORD, hash)).toBe(true);
    expect(await verifyPassword(`${PASSWORD}!`, hash)).toBe(false);
  } finally {
    const writers = pipes.map((pipe) => openSync(pipe, 'r+'));
    for (const reader of await Promise.all(readers)) await reader.close();
    for (const writer of writers) closeSync(writer);
    rmSync(folder, { recursive: true });
  }
});

test("Hashes use better-auth's format, so older ones still verify", async () => {
  // Composed and decomposed, it is the same password.
  const [composed, decomposed] = ['caf\u00e9 with a long name', 'cafe\u0301 with a long name'];
  expect(await betterAuthVerifies({ hash: await hashPassword(composed), password: decomposed })).toBe(true);
  expect(await verifyPassword(composed, await betterAuthsHash(decomposed))).toBe(true);
  for (const malformed of ['', 'no colon', ':'])
    expect(await verifyPassword(PASSWORD, malformed)).toBe(false);
});

test('Passwords beyond the queue are refused with 503, and no other request waits for hashing', async ({
  client,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'analyst');
  let isBusy = true;
  // As soon as one is hashed the next waits, so that there is never room for another.
  const hashing = Array.from({ length: hashLimits.atOnce + hashLimits.waiting }, async () => {
    while (isBusy) await hashPassword(PASSWORD).catch(() => {});
  });
  try {
    // For a password that is not cached.
    const { answer } = await signIn(service, email, 'nobody has had this one');
    expect([answer.status, answer.body.code]).toEqual([503, 'OVERLOADED']);
    expect(answer.headers.get('retry-after')).toBe('1');
    await expect(hashPassword(PASSWORD)).rejects.toMatchObject({ code: 'overloaded' });
    const headers = { 'accept-encoding': 'gzip' };
    expect((await client.get('/payments/list', { key: shop.key, headers })).status).toBe(200);
  } finally {
    isBusy = false;
    await Promise.all(hashing);
  }
  expect((await signIn(service, email)).answer.status).toBe(200);
});
