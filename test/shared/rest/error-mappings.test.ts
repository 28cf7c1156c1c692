import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { testApart as base } from '../../kit/test.ts';
import { namesOf } from './fields.ts';

const record = {
  connector: 'sandbox',
  flow: 'payment',
  sub_flow: 'authorize',
  code: 'card_declined',
  message: '',
  status: 'Failure',
  decision: 'retry',
  step_up_possible: true,
  clear_pan_possible: false,
};

const test = base.extend(
  'create',
  ({ client, service }) =>
    (body: object) =>
      client.post('/gsm', { key: service.adminApiKey, body }),
);

test('POST /gsm returns exactly the fields of the specification and accepts an empty message', async ({
  create,
}) => {
  const { status, body } = await create(record);
  expect(status).toBe(200);
  const unset = { router_error: null, unified_code: null, unified_message: null, error_category: null };
  expect(body).toEqual({ ...record, ...unset });
  expect(namesOf(body)).toHaveLength(13);
  const optional = {
    code: 'full',
    router_error: 'R_1',
    unified_code: 'UE_1',
    unified_message: 'No.',
    error_category: 'frm_decline',
  };
  expect((await create({ ...record, ...optional })).body).toEqual({ ...record, ...optional });
});

test('POST /gsm requires only a decision; an omitted text is empty, and an omitted switch false', async ({
  create,
}) => {
  const { decision, ...rest } = record;
  const { status, body } = await create({ ...rest, code: 'partial' });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'missing_parameter', 'decision']);
  expect((await create({ decision })).body).toMatchObject({
    ...{ decision, connector: '', flow: '', sub_flow: '', code: '', message: '', status: '' },
    ...{ step_up_possible: false, clear_pan_possible: false },
  });
});

test('POST /gsm refuses values of the wrong kind by their names', async ({ create }) => {
  for (const [name, value] of Object.entries({
    decision: 'again',
    step_up_possible: 'yes',
  })) {
    const { status, body } = await create({ ...record, code: 'partial', [name]: value });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', name]);
  }
});

test('POST /gsm rejects an error that is already mapped, naming the identifying fields', async ({
  create,
}) => {
  await create({ ...record, code: 'twice' });
  const { status, body } = await create({ ...record, code: 'twice', decision: 'requeue' });
  expect([status, body.error.code]).toEqual([409, 'resource_already_exists']);
  expect(body.error.message).toMatch(/connector, flow, sub_flow, code and message/);
  expect((await create({ ...record, code: 'twice', message: 'else' })).status).toBe(200);
});

test('Of concurrent mappings of one error, on two processes, one succeeds', async ({
  secondService,
  service,
}) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const one = [service, secondService][i % 2]!;
      return clientOf(one).post('/gsm', { key: one.adminApiKey, body: { ...record, code: 'race' } });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
});

test('POST /gsm requires the admin key', async ({ api }) => {
  const { status, body } = await api.post('/gsm', { ...record, code: 'mine' });
  expect([status, body.error.code]).toEqual([403, 'wrong_key_kind']);
});
