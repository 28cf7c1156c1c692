import { expect } from 'vitest';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { appoint, test as base, signIn } from '../people/people.ts';
import { disputeOf } from './write-objects.ts';

const test = base
  .extend('scripted', { scope: 'file' }, () => scriptedConnector())
  .extend('serviceOptions', { scope: 'file' }, ({ scripted }) => ({
    connectors: [
      {
        ...scripted.connector,
        disputes: {
          evidence: [
            { name: 'receipt', about: 'The receipt.', takes: 'file' as const },
            { name: 'tracking', about: 'The number of the parcel.', takes: 'text' as const },
          ],
          defenceReasons: [],
          files: { 'application/pdf': 5_000_000 },
        },
      },
    ],
  }))
  .extend('merchant', ({ service }) => scriptedShop(service))
  .extend('upload', ({ merchant, service }) => async (disputeId: string) => {
    const response = await fetch(`${service.url}/disputes/${disputeId}/evidence-files?name=receipt.pdf`, {
      method: 'POST',
      headers: { 'api-key': merchant.key, 'content-type': 'application/pdf' },
      body: '%PDF-1.7 …',
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { file_id: string }).file_id;
  });

const read = `query ($disputeId: ID!) { disputeEvidence(disputeId: $disputeId) {
  disputeId
  answers { disputeStage action evidence evidenceFields defenceReason authorType authorName sentAt
    evidenceFiles { field fileId name contentType size } }
  draft { evidence evidenceFields evidenceFiles { field fileId } authorName savedAt }
} }`;

test('Evidence is drafted, submitted and read with its author, over both APIs', async ({
  client,
  merchant,
  service,
  upload,
}) => {
  const disputeId = await disputeOf(merchant);
  const at = { key: merchant.key };
  const { email, personId } = await appoint(service, merchant.merchantId, 'operator');
  const { browser } = await signIn(service, email);
  const show = async () => (await browser.graphql(read, {}, { disputeId })).data.disputeEvidence;
  expect(await show()).toEqual({ disputeId, answers: [], draft: null });

  const fileId = await upload(disputeId);
  const drafted = {
    evidence: 'The cardholder signed for it.',
    evidenceFields: { tracking: 'DE4711' },
    evidenceFiles: [{ field: 'receipt', fileId }],
  };
  const save = `mutation ($input: SaveEvidenceDraftInput!) { saveEvidenceDraft(input: $input) {
    dispute { disputeStatus } userErrors { code message } } }`;
  const saved = await browser.graphql(save, {}, { input: { disputeId, ...drafted } });
  expect(saved.data.saveEvidenceDraft).toEqual({
    dispute: { disputeStatus: 'dispute_opened' },
    userErrors: [],
  });
  expect((await show()).draft).toEqual({
    ...drafted,
    authorName: 'Test Person',
    savedAt: expect.any(String),
  });
  const { rows } = service.database;
  const text = 'select evidence_draft from disputes where dispute_id = $1';
  const [stored] = await rows.query<{ evidence_draft: Buffer }>({ text, values: [disputeId] }, null);
  expect(stored!.evidence_draft.includes('signed')).toBe(false);

  const challenge = `mutation ($input: ChallengeDisputeInput!) { challengeDispute(input: $input) {
    dispute { disputeStatus } userErrors { code message } } }`;
  const small = {
    field: 'receipt',
    name: 'small.pdf',
    contentType: 'application/pdf',
    content: btoa('%PDF-'),
  };
  const input = { disputeId, ...drafted, evidenceFiles: [...drafted.evidenceFiles, small] };
  const challenged = await browser.graphql(challenge, {}, { input });
  expect(challenged.data.challengeDispute.userErrors).toEqual([]);
  const { answers, draft } = await show();
  expect(draft).toBeNull();
  expect(answers).toEqual([
    {
      ...{ disputeStage: 'dispute', action: 'challenge', evidence: drafted.evidence, defenceReason: null },
      evidenceFields: drafted.evidenceFields,
      ...{ authorType: 'person', authorName: 'Test Person', sentAt: expect.any(String) },
      evidenceFiles: [
        { field: 'receipt', fileId: null, name: 'small.pdf', contentType: 'application/pdf', size: 5 },
        { field: 'receipt', fileId, name: 'receipt.pdf', contentType: 'application/pdf', size: 12 },
      ],
    },
  ]);
  const rest = await client.get(`/disputes/${disputeId}/evidence`, at);
  expect(rest.body).toMatchObject({
    dispute_id: disputeId,
    answers: [{ evidence: drafted.evidence, author_id: personId, evidence_fields: { tracking: 'DE4711' } }],
    draft: null,
  });
  expect((await client.get('/disputes/dsp_none/evidence', at)).status).toBe(404);

  const analyst = await appoint(service, merchant.merchantId, 'analyst');
  const reader = await signIn(service, analyst.email);
  const masked = (await reader.browser.graphql(read, {}, { disputeId })).data.disputeEvidence;
  expect(masked.answers[0]).toMatchObject({
    ...{ evidence: 'T••• c••• s•••', evidenceFields: null, authorName: 'T••• P•••' },
  });
});

test('An accepted dispute shows its author; an empty draft counts as none', async ({ client, merchant }) => {
  const disputeId = await disputeOf(merchant);
  const at = { key: merchant.key };
  const path = `/disputes/${disputeId}/evidence`;
  const write = (body: object) => client.post(`${path}/draft`, { ...at, body });
  const draft = async () => (await client.get(path, at)).body.draft;
  await write({ evidence: 'Delivered.' });
  expect(await draft()).toMatchObject({
    evidence: 'Delivered.',
    author_type: 'api_key',
    author_name: 'test',
  });
  expect((await write({ evidence: ' ' })).status).toBe(200);
  expect(await draft()).toBeNull();
  await write({ evidence: 'Delivered.' });
  expect((await client.post(`/disputes/${disputeId}/accept`, { ...at, body: {} })).status).toBe(200);
  const { body } = await client.get(path, at);
  expect(body).toMatchObject({
    answers: [{ action: 'accept', evidence: null, evidence_files: [], author_id: merchant.keyId }],
    draft: null,
  });
  expect((await write({ evidence: 'Too late.' })).body.error.code).toBe('unexpected_state');
  const log = await client.get(`/audit_log?object_id=${disputeId}`, at);
  expect(log.body.data.map(({ action }: { action: string }) => action)).toContain('saveEvidenceDraft');
});
