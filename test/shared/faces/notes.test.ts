import { expect } from 'vitest';
import type { Role } from '../../../src/core/foundation/permissions.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { appoint, type Browser, test as base, signIn } from '../people/people.ts';

const ofPayment = `query ($paymentId: ID!) {
  notes(filter: { paymentId: { eq: $paymentId } }) { nodes { noteId text authorType authorId authorName } }
  paymentActivity(paymentId: $paymentId) { action objectType actorType actorName }
}`;
const create = `mutation ($input: CreateNoteInput!) { createNote(input: $input) {
  note { noteId authorId authorName } userErrors { code message param } } }`;
const remove = `mutation ($input: DeleteNoteInput!) { deleteNote(input: $input) { note { text } userErrors { code } } }`;

const test = base
  .extend('merchant', ({ service }) => scriptedShop(service))
  .extend('person', ({ merchant, service }) => async (role: Role) => {
    const { email, personId } = await appoint(service, merchant.merchantId, role);
    const { browser } = await signIn(service, email);
    return { browser, personId };
  });

const write = async (browser: Browser, paymentId: string, text: string) => {
  const { data, errors } = await browser.graphql(create, {}, { input: { paymentId, text } });
  return { ...data?.createNote, errors };
};
const removeAs = async (browser: Browser, noteId: string) =>
  (await browser.graphql(remove, {}, { input: { noteId } })).data.deleteNote;

test('Notes show their author, over both APIs, and are masked like other personal data', async ({
  client,
  merchant,
  person,
}) => {
  const paymentId = await merchant.payment();
  const { browser, personId } = await person('operator');
  const { errors, note } = await write(browser, paymentId, '  Ada called.\nThe parcel came. ');
  expect([errors, note]).toEqual([
    undefined,
    { noteId: expect.stringMatching(/^note_/), authorId: personId, authorName: 'Test Person' },
  ]);
  const { body } = await client.post(`/payments/${paymentId}/notes`, {
    key: merchant.key,
    body: { text: 'From the shop.' },
  });
  expect(body).toMatchObject({ author_type: 'api_key', author_id: merchant.keyId, author_name: 'test' });
  await merchant.note(await merchant.payment());
  const listed = await client.get(`/notes?payment_id=${paymentId}`, { key: merchant.key });
  expect(listed.body.data.map(({ text }: { text: string }) => text)).toEqual([
    'From the shop.',
    'Ada called.\nThe parcel came.',
  ]);
  const analyst = await person('analyst');
  const { notes } = (await analyst.browser.graphql(ofPayment, {}, { paymentId })).data;
  expect(notes.nodes.map((one: object) => Object.values(one).slice(-1)[0])).toEqual(['t•••', 'T••• P•••']);
  expect(JSON.stringify(notes)).not.toMatch(/Ada|parcel|shop/);
  expect((await write(analyst.browser, paymentId, 'I see.')).errors[0].extensions.code).toBe('not_permitted');
});

test('The author, an owner or an admin can delete a note', async ({ client, merchant, person }) => {
  const paymentId = await merchant.payment();
  const [one, other, admin] = [await person('operator'), await person('operator'), await person('admin')];
  const { note } = await write(one.browser, paymentId, 'Mine.');
  const refused = await other.browser.graphql(remove, {}, { input: { noteId: note.noteId } });
  expect(refused.errors[0].extensions.code).toBe('not_permitted');
  const byKey = await client.request('DELETE', `/notes/${note.noteId}`, { key: merchant.key });
  expect([byKey.status, byKey.body.error.code]).toEqual([403, 'not_permitted']);
  expect(await removeAs(one.browser, note.noteId)).toEqual({ note: { text: 'Mine.' }, userErrors: [] });
  const kept = await merchant.note(paymentId);
  expect((await removeAs(admin.browser, kept)).note).toEqual({ text: 'The customer called.' });
  expect((await client.get('/notes', { key: merchant.key })).body.data).toEqual([]);
});

test('The activity of a payment shows who did what with it and its refunds', async ({
  client,
  merchant,
  person,
}) => {
  const { paymentId } = await merchant.paidPayment();
  const { browser } = await person('operator');
  const refund = `mutation ($input: CreateRefundInput!) { createRefund(input: $input) { userErrors { message } } }`;
  const refunded = await browser.graphql(refund, {}, { input: { paymentId, amount: 100 } });
  expect(refunded.data.createRefund.userErrors).toEqual([]);
  const byKey = await client.post(`/payments/${paymentId}/cancel`, { key: merchant.key, body: {} });
  expect(byKey.body.error.code).toBe('unexpected_state');
  const more = { payment_id: paymentId, amount: 50 };
  expect((await client.post('/refunds', { key: merchant.key, body: more })).status).toBe(200);
  const shown = (await browser.graphql(ofPayment, {}, { paymentId })).data.paymentActivity;
  expect(shown).toEqual([
    { action: 'createRefund', objectType: 'refund', actorType: 'person', actorName: 'Test Person' },
    { action: 'createRefund', objectType: 'refund', actorType: 'api_key', actorName: 'test' },
  ]);
  const rest = await client.get(`/payments/${paymentId}/activity`, { key: merchant.key });
  expect(rest.body.map(({ action, actor_name }: Record<string, string>) => [action, actor_name])).toEqual([
    ['createRefund', 'Test Person'],
    ['createRefund', 'test'],
  ]);
  const onlyPayments = await merchant.apiKey({ permissions: ['payments:read'] });
  const masked = await client.get(`/payments/${paymentId}/activity`, { key: onlyPayments });
  expect(masked.body).toEqual([]);
  const none = await client.get('/payments/pay_none/activity', { key: merchant.key });
  expect(none.status).toBe(404);
});

test('Deleting a customer empties the notes on their payments, and no replay repeats one', async ({
  client,
  merchant,
}) => {
  const customer_id = await merchant.customer();
  const paymentId = await merchant.payment({ customer_id });
  const request = {
    key: merchant.key,
    headers: { 'idempotency-key': 'once' },
    body: { text: 'Ada moved to Turin.' },
  };
  const path = `/payments/${paymentId}/notes`;
  const { body } = await client.post(path, request);
  await merchant.note(await merchant.payment());
  await client.request('DELETE', `/customers/${customer_id}`, { key: merchant.key });
  const listed = await client.get('/notes', { key: merchant.key });
  const texts = listed.body.data.map(({ text }: { text: string | null }) => text);
  expect(texts.sort()).toEqual(['The customer called.', null]);
  const again = await client.post(path, request);
  expect([again.body.note_id, again.body.text]).toEqual([body.note_id, null]);
});
