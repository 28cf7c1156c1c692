import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { test as base, expect } from 'vitest';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { openEvidenceObjects, s3Store } from '../../../src/storage/s3.ts';
import { openBucket } from '../../shared/storage/bucket.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('bucket', { scope: 'file' }, async ({}, { onCleanup }) => {
    const bucket = await openBucket();
    onCleanup(() => bucket.close());
    return bucket;
  })
  /** A store at a server that responds with the given statuses in turn, and never after the last. */
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('answering', ({}, { onCleanup }) => {
    const statuses: number[] = [];
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      const status = statuses.shift();
      request.resume();
      if (status !== undefined) response.writeHead(status).end();
    });
    onCleanup(() => {
      server.closeAllConnections();
      server.close();
    });
    return async (...answers: number[]) => {
      statuses.push(...answers);
      await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
      const { port } = server.address() as AddressInfo;
      const settings = { bucket: 'b', region: 'r', accessKeyId: 'id', secretAccessKey: 'secret' };
      const store = s3Store({ endpoint: `http://127.0.0.1:${port}`, ...settings }, { tryMs: 500 });
      return { seen, store };
    };
  });

const content = Buffer.from([0, 1, 2, 253, 254, 255]);
const names = ['mer_1/evidence/evf_1', "a merchant/evidence/ä+b=c&d%2F(é)!*'~", 'mer_1/evidence/empty'];

test.for(names)('An object named %s is stored, read, replaced and removed', async (name, { bucket }) => {
  const store = s3Store(bucket.settings);
  expect(await store.get(name)).toBe(null);
  await store.put(name, content);
  expect(await store.get(name)).toEqual(content);
  await store.put(name, Buffer.from('another'));
  expect(String(await store.get(name))).toBe('another');
  await store.remove(name);
  await store.remove(name);
  expect(await store.get(name)).toBe(null);
});

test.for([
  ['another secret', { secretAccessKey: 'wrong' }, '403 SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'UNKNOWN' }, '403 InvalidAccessKeyId'],
  ['a bucket that does not exist', { bucket: 'missing' }, '404 NoSuchBucket'],
] as const)('A store with %s reports that in its check and in use', async ([, wrong, answer], { bucket }) => {
  await expect(s3Store(bucket.settings).check()).resolves.toBe(undefined);
  const store = s3Store({ ...bucket.settings, ...wrong });
  const refused = {
    code: 'storage_unavailable',
    status: 503,
    cause: { message: expect.stringContaining(answer) },
  };
  await expect(store.check()).rejects.toMatchObject(refused);
  await expect(store.put('name', content)).rejects.toMatchObject(refused);
  await expect(store.get('name')).rejects.toMatchObject(refused);
});

test('At the start the log reports a refusing bucket and the reason, without the secret', async ({
  bucket,
}) => {
  const lines: string[] = [];
  const logger = createLogger(
    'info',
    new Writable({
      write: (line, _encoding, done) => {
        lines.push(`${line}`);
        done();
      },
    }),
  );
  openEvidenceObjects({ storage: 's3', s3: bucket.settings }, logger);
  const wrong = { ...bucket.settings, secretAccessKey: 'not-the-secret' };
  const opened = openEvidenceObjects({ storage: 'database', s3: wrong }, logger);
  expect(opened?.takesNew).toBe(false);
  await expect.poll(() => lines.join(''), { timeout: 60_000 }).toContain('SignatureDoesNotMatch');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('EVIDENCE_S3_ENDPOINT');
  expect(lines[0]).not.toContain('not-the-secret');
  expect(openEvidenceObjects({ storage: 'database', s3: null }, logger)).toBe(null);
});

test('A temporary error is retried once, and a refusal is not', async ({ answering }) => {
  const { seen, store } = await answering(503, 200, 500, 429, 403);
  await store.put('name', content);
  expect(seen.splice(0)).toEqual(['PUT /b/name', 'PUT /b/name']);
  await expect(store.put('name', content)).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(seen.splice(0)).toHaveLength(2);
  await expect(store.put('name', content)).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(seen).toHaveLength(1);
});

test('A store that never responds is abandoned after two tries', async ({ answering }) => {
  const { seen, store } = await answering();
  await expect(store.get('name')).rejects.toMatchObject({
    code: 'storage_unavailable',
    retryAfterS: 10,
    cause: { name: 'TimeoutError' },
  });
  expect(seen).toEqual(['GET /b/name', 'GET /b/name']);
});
