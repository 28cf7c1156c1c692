import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ObjectStore } from '../../../src/core/foundation/ports/object-store.ts';
import { sweepEvidenceObjects } from '../../../src/core/maintenance/sweep-evidence-objects.ts';
import { sweep } from '../../../src/jobs/sweep.ts';
import { s3Store } from '../../../src/storage/s3.ts';
import { clientOf } from '../../kit/client.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { disputeOf } from '../faces/write-objects.ts';
import { openBucket } from './bucket.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = DAY_MS / 24;
const pdfOf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('bucket', { scope: 'file' }, async ({}, { onCleanup }) => {
    const bucket = await openBucket();
    onCleanup(() => bucket.close());
    return bucket;
  })
  .extend('scripted', { scope: 'file' }, () => scriptedConnector())
  /** A service that stores new evidence files in the bucket. */
  .extend(
    'serviceOptions',
    { scope: 'file' },
    ({ bucket, scripted }): TestServiceOptions => ({
      connectors: [
        {
          ...scripted.connector,
          disputes: {
            evidence: [{ name: 'receipt', about: 'The receipt.', takes: 'file' as const }],
            defenceReasons: [],
          },
        },
      ],
      evidenceObjects: { store: s3Store(bucket.settings), takesNew: true },
    }),
  )
  /** Another process of the service, on the same database, with different settings. */
  .extend('processWith', { scope: 'file' }, ({ serviceOptions, shared }, { onCleanup }) => {
    const closing: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const close of closing) await close();
    });
    return async (evidenceObjects: TestServiceOptions['evidenceObjects']) => {
      const { evidenceObjects: _, ...others } = serviceOptions;
      const own = evidenceObjects ? { evidenceObjects } : {};
      const service = await startTestService({ ...shared, ...others, ...own });
      closing.push(service.close);
      return service;
    };
  })
  .extend('merchant', ({ service }) => scriptedShop(service))
  .extend('disputeId', ({ merchant }) => disputeOf(merchant))
  .extend(
    'upload',
    ({ disputeId, merchant, service }) =>
      async (body: Buffer, at: Pick<TestService, 'url'> = service, idempotencyKey: string = randomUUID()) => {
        const response = await fetch(`${at.url}/disputes/${disputeId}/evidence-files?name=receipt.pdf`, {
          method: 'POST',
          headers: { 'api-key': merchant.key, 'idempotency-key': idempotencyKey },
          body: new Uint8Array(body),
        });
        const { headers, status } = response;
        // biome-ignore lint/suspicious/noExplicitAny: tests assert the body's content.
        return { status, headers, body: (await response.json()) as any };
      },
  )
  /** Challenges the dispute with files, and returns the result. */
  .extend(
    'challenge',
    ({ disputeId, merchant, service }) =>
      async (fileIds: readonly string[], at: TestService = service) => {
        const { body, status } = await clientOf(at).post(`/disputes/${disputeId}/evidence`, {
          key: merchant.key,
          body: {
            evidence: 'It was delivered.',
            evidence_files: fileIds.map((file_id) => ({ field: 'receipt', file_id })),
          },
        });
        return [status, body.dispute_status ?? body.error.code];
      },
  )
  .extend('rowsOf', ({ disputeId, service }) => async () => {
    const text = 'select * from evidence_contents where dispute_id = $1 order by file_id';
    return service.database.rows.query<Record<string, unknown>>({ text, values: [disputeId] }, null);
  })
  .extend('shownFiles', ({ disputeId, service }) => async (): Promise<string[]> => {
    const text = 'select evidence_files from disputes where dispute_id = $1';
    const [row] = await service.database.rows.query<{ evidence_files: { file_id: string }[] | null }>(
      { text, values: [disputeId] },
      null,
    );
    return (row!.evidence_files ?? []).map(({ file_id }) => file_id);
  })
  /** The connector's last request. */
  .extend('sentFiles', ({ scripted }) => () => {
    const { files } = scripted.requests.challenge!.at(-1)! as unknown as { files: { content: Buffer }[] };
    return files.map(({ content }) => content);
  })
  /** Runs the job as if some time had passed. */
  .extend('sweepAfter', ({ service }) => (ms: number, at: TestService = service) => {
    const ctx = at.contextFor({ kind: 'admin_key' }, 'req_test');
    return sweepEvidenceObjects({ ...ctx, ports: { ...ctx.ports, now: () => new Date(Date.now() + ms) } });
  });

test('A file is stored encrypted in the bucket under its merchant, and the connector gets the exact bytes', async ({
  bucket,
  challenge,
  merchant,
  rowsOf,
  sentFiles,
  shownFiles,
  upload,
}) => {
  const file = Buffer.concat([pdfOf(''), Buffer.alloc(4_999_000, 'secret evidence ')]);
  const { body: shown, status } = await upload(file);
  expect([status, shown.size]).toEqual([200, file.length]);
  expect(await shownFiles()).toEqual([shown.file_id]);

  const name = `${merchant.merchantId}/evidence/${shown.file_id}`;
  expect(await rowsOf()).toMatchObject([{ object_name: name, content: null, stored_at: expect.any(String) }]);
  const stored = (await bucket.objects()).get(name)!;
  expect(stored.length).toBeGreaterThan(file.length);
  for (const clear of ['%PDF', 'secret', file.subarray(0, 300).toString('base64').slice(0, 40)]) {
    expect(stored.includes(clear)).toBe(false);
  }
  expect(await challenge([shown.file_id])).toEqual([200, 'dispute_challenged']);
  expect(sentFiles()[0]!.equals(file)).toBe(true);
});

test('An upload repeated under its idempotency key stores one object', async ({
  bucket,
  rowsOf,
  service,
  upload,
}) => {
  const before = (await bucket.objects()).size;
  const [first, again] = [
    await upload(pdfOf('once'), service, 'key_1'),
    await upload(pdfOf('once'), service, 'key_1'),
  ];
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await rowsOf()).toHaveLength(1);
  expect((await bucket.objects()).size).toBe(before + 1);
});

test('While the bucket is down uploads get 503 and leave nothing visible; afterwards the same request succeeds', async ({
  bucket,
  rowsOf,
  shownFiles,
  service,
  sweepAfter,
  upload,
}) => {
  const send = () => upload(pdfOf('late'), service, 'key_2');
  const { body, headers, status } = await bucket.whileDown(send);
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'storage_unavailable', '10']);
  expect(await shownFiles()).toEqual([]);
  expect(await rowsOf()).toMatchObject([{ stored_at: null, content: null }]);

  const { body: shown, status: later } = await send();
  expect(later).toBe(200);
  expect(await shownFiles()).toEqual([shown.file_id]);
  expect(await rowsOf()).toHaveLength(2);
  await sweepAfter(2 * HOUR_MS);
  expect(await rowsOf()).toMatchObject([{ file_id: shown.file_id }]);
});

test('While the bucket is down a challenge gets 503 and changes nothing; afterwards it succeeds', async ({
  bucket,
  challenge,
  disputeId,
  client,
  merchant,
  scripted,
  sentFiles,
  upload,
}) => {
  const file = pdfOf('to be read later');
  const { body: shown } = await upload(file);
  const calls = scripted.requests.challenge?.length ?? 0;
  const refused = await bucket.whileDown(() => challenge([shown.file_id]));
  expect(refused).toEqual([503, 'storage_unavailable']);
  expect(scripted.requests.challenge?.length ?? 0).toBe(calls);
  const { body: dispute } = await client.get(`/disputes/${disputeId}`, { key: merchant.key });
  expect(dispute.dispute_status).toBe('dispute_opened');
  expect(await challenge([shown.file_id])).toEqual([200, 'dispute_challenged']);
  expect(sentFiles()).toEqual([file]);
});

test('With wrong credentials uploads get 503, and the log gives the reason without the secret', async ({
  bucket,
  processWith,
  shownFiles,
  upload,
}) => {
  const store = s3Store({ ...bucket.settings, secretAccessKey: 'not-the-secret' });
  const process = await processWith({ store, takesNew: true });
  const { body, status } = await upload(pdfOf('never stored'), process);
  expect([status, body.error.code]).toEqual([503, 'storage_unavailable']);
  expect(await shownFiles()).toEqual([]);
  const log = process.logs.join('');
  expect(log).toContain('SignatureDoesNotMatch');
  expect(log).not.toContain('not-the-secret');
});

test('Files in the database and in the bucket are both readable, wherever new ones are stored', async ({
  bucket,
  challenge,
  processWith,
  rowsOf,
  sentFiles,
  upload,
}) => {
  const files = [pdfOf('first'), pdfOf('second'), pdfOf('third')];
  const database = await processWith(undefined);
  const both = await processWith({ store: s3Store(bucket.settings), takesNew: false });
  const uploads = [await upload(files[0]!, database), await upload(files[1]!), await upload(files[2]!, both)];
  expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await rowsOf()).map(({ object_name }) => object_name !== null)).toEqual([false, true, false]);
  const fileIds = uploads.map(({ body }) => body.file_id as string);
  // Without the bucket's settings its contents are unreadable, and nothing is sent.
  expect(await challenge(fileIds, database)).toEqual([503, 'storage_unavailable']);
  expect(await challenge(fileIds, both)).toEqual([200, 'dispute_challenged']);
  expect(sentFiles()).toEqual(files);
});

test('A process that dies after storing an object leaves an invisible one, which is removed', async ({
  bucket,
  processWith,
  rowsOf,
  shownFiles,
  sweepAfter,
  upload,
}) => {
  const store: ObjectStore = {
    ...s3Store(bucket.settings),
    put: async (name, content) => {
      await s3Store(bucket.settings).put(name, content);
      throw new Error('The process dies here.');
    },
  };
  const dying = await processWith({ store, takesNew: true });
  expect((await upload(pdfOf('orphan'), dying)).status).toBe(500);
  const [{ object_name: name } = {}] = await rowsOf();
  expect((await bucket.objects()).has(name as string)).toBe(true);
  expect(await shownFiles()).toEqual([]);
  await sweepAfter(HOUR_MS / 2);
  expect(await rowsOf()).toHaveLength(1);
  await sweepAfter(HOUR_MS + 1_000);
  expect(await rowsOf()).toEqual([]);
  expect((await bucket.objects()).has(name as string)).toBe(false);
});

test('Objects are removed with their rows after their retention, but not while the bucket is down', async ({
  bucket,
  processWith,
  rowsOf,
  service,
  sweepAfter,
  upload,
}) => {
  await upload(pdfOf('old'));
  const [{ object_name: name } = {}] = await rowsOf();
  await sweepAfter(539 * DAY_MS);
  // The sweep of rows skips rows with an object.
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  await sweep({ ...ctx, ports: { ...ctx.ports, now: () => new Date(Date.now() + 541 * DAY_MS) } });
  await expect(bucket.whileDown(() => sweepAfter(541 * DAY_MS))).rejects.toMatchObject({
    code: 'storage_unavailable',
  });
  await expect(sweepAfter(541 * DAY_MS, await processWith(undefined))).rejects.toThrow(
    'EVIDENCE_S3_ENDPOINT',
  );
  expect(await rowsOf()).toHaveLength(1);
  expect((await bucket.objects()).has(name as string)).toBe(true);
  await sweepAfter(541 * DAY_MS);
  expect(await rowsOf()).toEqual([]);
  expect((await bucket.objects()).has(name as string)).toBe(false);
});
