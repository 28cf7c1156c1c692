import { expect } from 'vitest';
import { EVIDENCE_FILE_MAX_BYTES } from '../../../../src/core/entities/evidence-file.ts';
import { expectContractResponse } from '../../../kit/contract.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { disputeOf } from '../../faces/write-objects.ts';

const beginnings = {
  'application/pdf': Buffer.from('%PDF-1.7\n'),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
} as const;
/** A file of a type and size. */
const fileOf = (size: number, type: keyof typeof beginnings = 'application/pdf') =>
  Buffer.concat([beginnings[type], Buffer.alloc(size - beginnings[type].length, 'e')]);

interface Sent {
  readonly body: Buffer | ReadableStream;
  readonly key?: string;
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

const test = base
  .extend('scripted', { scope: 'file' }, () => scriptedConnector())
  .extend('serviceOptions', { scope: 'file' }, ({ scripted }) => ({
    connectors: [
      {
        ...scripted.connector,
        disputes: {
          evidence: [{ name: 'receipt', about: 'The receipt.', takes: 'file' as const }],
          defenceReasons: [],
        },
      },
    ],
  }))
  .extend('merchant', ({ service }) => scriptedShop(service))
  .extend('disputeId', ({ merchant }) => disputeOf(merchant))
  .extend('upload', ({ disputeId, merchant, service }) => {
    return async (
      { body, headers = {}, key = merchant.key, query = 'name=receipt.pdf', type }: Sent,
      id = disputeId,
    ) => {
      const path = `/disputes/${id}/evidence-files?${query}`;
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: { 'api-key': key, ...(type ? { 'content-type': type } : {}), ...headers },
        body,
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      } as RequestInit);
      const text = await response.text();
      const { headers: answered, status } = response;
      expectContractResponse({ method: 'POST', path, status, headers: answered, text });
      return { status, headers: answered, body: JSON.parse(text) };
    };
  })
  .extend('contentsOf', ({ service }) => async (id: string) => {
    const text = 'select content from evidence_contents where dispute_id = $1';
    return service.database.rows.query<{ content: Buffer }>({ text, values: [id] }, null);
  });

test('A file of 5 MB is stored encrypted, shown with its dispute, and sent to the connector with the evidence', async ({
  client,
  contentsOf,
  disputeId,
  graphqlAs,
  merchant,
  scripted,
  upload,
}) => {
  const file = fileOf(EVIDENCE_FILE_MAX_BYTES);
  const { body: shown, status } = await upload({ body: file, type: 'application/pdf' });
  expect([status, shown]).toEqual([
    200,
    {
      file_id: expect.stringMatching(/^evf_/),
      name: 'receipt.pdf',
      content_type: 'application/pdf',
      size: 5_000_000,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: expect.any(String),
    },
  ]);
  const [stored] = await contentsOf(disputeId);
  // No shorter text: random bytes of this length contain those, too.
  for (const clear of [file.subarray(0, 300).toString('base64').slice(0, 40), 'eeeeeeee']) {
    expect(stored!.content.includes(clear)).toBe(false);
  }

  const { dispute } = await graphqlAs(merchant.key).data(
    `query ($id: ID!) { dispute(disputeId: $id) { evidenceFiles { fileId name contentType size sha256 createdAt } } }`,
    { id: disputeId },
  );
  expect(dispute.evidenceFiles).toMatchObject([
    { fileId: shown.file_id, size: 5_000_000, sha256: shown.sha256 },
  ]);
  const { body: overRest } = await client.get(`/disputes/${disputeId}`, { key: merchant.key });
  expect(overRest.evidence_files).toEqual([shown]);

  const evidence = {
    disputeId,
    evidence: 'The receipt shows the delivery.',
    evidenceFiles: [{ field: 'receipt', fileId: shown.file_id }],
  };
  const { payload, userErrors } = await graphqlAs(merchant.key).mutate(
    'challengeDispute',
    evidence,
    'dispute { disputeStatus }',
  );
  expect([userErrors, payload.dispute.disputeStatus]).toEqual([[], 'dispute_challenged']);
  const sent = scripted.requests.challenge!.at(-1)! as unknown as { files: { content: Buffer }[] };
  expect(sent.files).toMatchObject([
    { field: 'receipt', name: 'receipt.pdf', contentType: 'application/pdf' },
  ]);
  expect(sent.files[0]!.content.equals(file)).toBe(true);
});

test('A file one byte larger is refused, with or without its declared length', async ({
  contentsOf,
  disputeId,
  upload,
}) => {
  const file = fileOf(EVIDENCE_FILE_MAX_BYTES + 1);
  const streamed = new ReadableStream({
    start(controller) {
      controller.enqueue(file);
      controller.close();
    },
  });
  for (const body of [file, streamed]) {
    const { body: refused, status } = await upload({ body, type: 'application/pdf' });
    expect([status, refused.error.code]).toEqual([413, 'body_too_large']);
    expect(refused.error.message).toContain('5 MB');
  }
  expect(await contentsOf(disputeId)).toEqual([]);
});

test.for(Object.keys(beginnings) as (keyof typeof beginnings)[])(
  'A file of %s is recognized by its content, with or without a declared type',
  async (type, { upload }) => {
    for (const told of [type, 'application/octet-stream']) {
      const { body, status } = await upload({ body: fileOf(100, type), type: told });
      expect([status, body.content_type]).toEqual([200, type]);
    }
  },
);

test.for([
  ['a text', Buffer.from('GIF89a and so on'), 'application/pdf', 415, 'unsupported_media_type'],
  [
    'a page of HTML',
    Buffer.from('<html>%PDF-1.7</html>'),
    'application/octet-stream',
    415,
    'unsupported_media_type',
  ],
  ['a PDF that is told to be a picture', fileOf(50), 'image/png', 415, 'unsupported_media_type'],
  [
    'a compressed body',
    fileOf(50),
    'application/pdf',
    415,
    'unsupported_media_type',
    { 'content-encoding': 'gzip' },
  ],
  ['nothing', Buffer.alloc(0), 'application/pdf', 400, 'invalid_parameter'],
] as const)(
  '%s is refused',
  async ([_what, body, type, expected, code, headers = {}], { contentsOf, disputeId, upload }) => {
    const { body: refused, status } = await upload({ body, type, headers });
    expect([status, refused.error.code]).toEqual([expected, code]);
    expect(await contentsOf(disputeId)).toEqual([]);
  },
);

test.for([
  ['', 'missing_parameter', 'name'],
  ['name=', 'missing_parameter', 'name'],
  ['name=a%22b.pdf', 'invalid_parameter', 'name'],
  ['name=..%2Fa.pdf', 'invalid_parameter', 'name'],
  ['name=a%0D%0Ab.pdf', 'invalid_parameter', 'name'],
  [`name=${'x'.repeat(256)}`, 'invalid_parameter', 'name'],
  ['name=a.pdf&purpose=x', 'unknown_parameter', 'purpose'],
] as const)('An upload with the query %j is refused with %s', async ([query, code, param], { upload }) => {
  const { body, status } = await upload({ body: fileOf(50), type: 'application/pdf', query });
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

test("Files are uploaded only for the merchant's own disputes, and used only for the same dispute", async ({
  client,
  contentsOf,
  disputeId,
  merchant,
  otherShop,
  service,
  upload,
}) => {
  const file = { body: fileOf(50), type: 'application/pdf' };
  const codeOf = async (sent: Promise<{ status: number; body: { error?: { code: string } } }>) => {
    const { body, status } = await sent;
    return [status, body.error?.code];
  };
  expect(await codeOf(upload({ ...file, key: otherShop.key }))).toEqual([404, 'resource_not_found']);
  expect(
    await codeOf(
      upload({ ...file, key: otherShop.key, query: `name=a.pdf&merchant_id=${merchant.merchantId}` }),
    ),
  ).toEqual([404, 'resource_not_found']);
  expect(await codeOf(upload(file, 'dsp_none'))).toEqual([404, 'resource_not_found']);
  expect(await codeOf(upload({ ...file, key: merchant.publishableKey }))).toEqual([403, 'wrong_key_kind']);
  expect(await codeOf(upload({ ...file, key: 'sk_test_wrong' }))).toEqual([401, 'invalid_api_key']);
  const admin = { ...file, key: service.adminApiKey };
  expect(await codeOf(upload(admin))).toEqual([400, 'missing_parameter']);
  expect(await contentsOf(disputeId)).toEqual([]);
  const { body, status } = await upload({ ...admin, query: `name=a.pdf&merchant_id=${merchant.merchantId}` });
  expect(status).toBe(200);

  const another = await disputeOf(merchant);
  const evidence_files = [{ field: 'receipt', file_id: body.file_id }];
  const challenge = (given: object) =>
    client.post(`/disputes/${another}/evidence`, { key: merchant.key, body: { evidence: 'x', ...given } });
  expect((await challenge({ evidence_files })).body.error).toMatchObject({
    code: 'invalid_parameter',
    param: 'evidence_files',
  });
  const both = [{ ...evidence_files[0], name: 'a.pdf' }];
  expect((await challenge({ evidence_files: both })).body.error.code).toBe('parameters_exclusive');
  expect((await challenge({ evidence_files: [{ field: 'receipt' }] })).body.error.code).toBe(
    'missing_parameter',
  );
});

test('An upload repeated under its idempotency key has one effect, and another file under it none', async ({
  contentsOf,
  disputeId,
  upload,
}) => {
  const headers = { 'idempotency-key': 'once' };
  const [first, again] = [
    await upload({ body: fileOf(50), headers }),
    await upload({ body: fileOf(50), headers }),
  ];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await upload({ body: fileOf(51), headers })).body.error.code).toBe('idempotency_mismatch');
  expect(await contentsOf(disputeId)).toHaveLength(1);
});

test('A dispute accepts ten files, and none after its response', async ({
  client,
  disputeId,
  merchant,
  upload,
}) => {
  for (let count = 0; count < 10; count += 1) expect((await upload({ body: fileOf(50) })).status).toBe(200);
  expect((await upload({ body: fileOf(50) })).body.error.code).toBe('unexpected_state');
  const answered = await disputeOf(merchant);
  await client.post(`/disputes/${answered}/accept`, { key: merchant.key, body: {} });
  expect((await upload({ body: fileOf(50) }, answered)).body.error.code).toBe('unexpected_state');
  expect(
    (await client.get(`/disputes/${disputeId}`, { key: merchant.key })).body.evidence_files,
  ).toHaveLength(10);
});

test('A suspended merchant can upload evidence, and a key without disputes:write cannot', async ({
  client,
  merchant,
  service,
  upload,
}) => {
  const path = `/accounts/${merchant.merchantId}/suspend`;
  expect(
    (await client.post(path, { key: service.adminApiKey, body: { reason: 'Chargebacks.' } })).status,
  ).toBe(200);
  expect((await upload({ body: fileOf(50) })).status).toBe(200);

  const headers = { 'idempotency-key': 'upload-1' };
  expect((await upload({ body: fileOf(50), headers })).status).toBe(200);
  const key = await merchant.apiKey({ permissions: ['disputes:read'] });
  // Not even another key's upload.
  const refused = await upload({ key, body: fileOf(50), headers });
  expect(refused.status).toBe(403);
  expect(refused.body.error.code).toBe('not_permitted');
});

test("The audit log records an upload without the file's name", async ({
  client,
  disputeId,
  merchant,
  upload,
}) => {
  const { headers } = await upload({ body: fileOf(100), query: 'name=ann-example.pdf' });
  const { body } = await client.get(`/audit_log?object_id=${disputeId}`, { key: merchant.key });
  expect(body.data).toMatchObject([
    {
      action: 'uploadDisputeEvidence',
      actor_type: 'api_key',
      object_type: 'dispute',
      request_id: headers.get('x-request-id'),
    },
  ]);
  expect(JSON.stringify(body)).toContain('evf_');
  expect(JSON.stringify(body)).not.toContain('ann-example');
});
