import { expect } from 'vitest';
import { mapError } from '../../kit/error-mapping.ts';
import { sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { testApart as base } from '../../kit/test.ts';

const cardTo = (number: string) => ({
  payout_method_data: { card: { card_number: number, expiry_month: '12', expiry_year: '2039' } },
});

const test = base
  .extend('mapped', { scope: 'file' }, async ({ service }) => {
    await mapError(service, 'card_declined', { flow: 'payout', sub_flow: 'fulfill', decision: 'retry' });
    return true;
  })
  .extend('shop', async ({ service, mapped }) => (mapped ? sandboxShop(service) : sandboxShop(service)))
  .extend('payouts', ({ shop }) => async (...metadata: object[]) => {
    const ids: string[] = [];
    for (const [i, values] of metadata.entries()) {
      const created_at = new Date(Date.now() + i * 1_000);
      ids.push(await shop.sandbox({ connector_type: 'payout_processor', metadata: values, created_at }));
    }
    return ids as [string, string];
  })
  .extend('retries', ({ service, shop }) => (max: number) => {
    const switches = { is_auto_retries_enabled: true, max_auto_retries_enabled: max };
    return setColumns(service, 'business_profiles', { profile_id: shop.profileId }, switches);
  })
  .extend('confirmed', ({ api, shop }) => async () => {
    const id = await shop.payout({ status: 'requires_payout_method_data' });
    const { body } = await api.post(`/payouts/${id}`, { confirm: true, ...cardTo('4242424242424242') });
    expect(body.status).toBe('requires_fulfillment');
    return id;
  })
  .extend(
    'fulfill',
    ({ api }) =>
      (id: string) =>
        api.post(`/payouts/${id}/fulfill`, {}),
  )
  .extend('accountsOf', ({ service }) => async (id: string) => {
    const text = `select merchant_connector_id as id, status from payout_attempts
                  where payout_id = $1 order by attempt_id`;
    const rows = await service.database.rows.query({ text, values: [id] }, null);
    return rows.map((row) => [row.id, row.status]);
  });

test('A confirmed payout leaves an account that was disabled since', async ({
  accountsOf,
  confirmed,
  fulfill,
  payouts,
  service,
}) => {
  const [first, second] = await payouts({}, {});
  const id = await confirmed();
  const disabled = { disabled: true };
  await setColumns(service, 'connector_accounts', { merchant_connector_id: first }, disabled);
  expect((await fulfill(id)).body).toMatchObject({ status: 'success' });
  expect(await accountsOf(id)).toEqual([[second, 'success']]);
});

test('A payout is refused and waits when no account can send it any more', async ({
  api,
  confirmed,
  fulfill,
  payouts,
  service,
}) => {
  const [only] = await payouts({});
  const id = await confirmed();
  const where = { merchant_connector_id: only };
  await setColumns(service, 'connector_accounts', where, { status: 'inactive' });
  const { body, status } = await fulfill(id);
  expect([status, body.error.code]).toEqual([422, 'no_connector_available']);
  await setColumns(service, 'connector_accounts', where, { status: 'active' });
  expect((await fulfill(id)).body.status).toBe('success');
  expect((await api.post(`/payouts/${id}/fulfill`, {})).status).toBe(409);
});

test('A payout stays with the account chosen at its confirmation', async ({
  accountsOf,
  confirmed,
  fulfill,
  payouts,
  shop,
}) => {
  const [first] = await payouts({});
  const id = await confirmed();
  await shop.sandbox({ connector_type: 'payout_processor', created_at: new Date(0) });
  await fulfill(id);
  expect(await accountsOf(id)).toEqual([[first, 'success']]);
});

test('A payout is retried at the next account if the error mapping says so', async ({
  accountsOf,
  confirmed,
  fulfill,
  payouts,
  retries,
  service,
}) => {
  const [first, second] = await payouts({ decline: 'always' }, {});
  await retries(1);
  const id = await confirmed();
  const { body } = await fulfill(id);
  expect(body).toMatchObject({ status: 'success', error_code: null, unified_code: null });
  expect(body.attempts).toEqual([
    expect.objectContaining({ attempt_id: `${id}_1`, status: 'failed', error_code: 'card_declined' }),
    expect.objectContaining({ attempt_id: `${id}_2`, status: 'success', error_code: null }),
  ]);
  expect(await accountsOf(id)).toEqual([
    [first, 'failed'],
    [second, 'success'],
  ]);
  const text = `select event_type from events where object_id = $1 and event_type <> 'payout_initiated'`;
  expect(await service.database.rows.query({ text, values: [id] }, null)).toEqual([
    { event_type: 'payout_success' },
  ]);
});

test('A payout that failed at every account fails', async ({
  accountsOf,
  confirmed,
  fulfill,
  payouts,
  retries,
}) => {
  await payouts({ decline: 'always' }, { decline: 'always' });
  await retries(5);
  const id = await confirmed();
  expect((await fulfill(id)).body).toMatchObject({ status: 'failed', error_code: 'card_declined' });
  expect((await accountsOf(id)).length).toBe(2);
});

test('A payout is not retried if retries are disabled', async ({
  accountsOf,
  confirmed,
  fulfill,
  payouts,
}) => {
  await payouts({ decline: 'always' }, {});
  const id = await confirmed();
  expect((await fulfill(id)).body.status).toBe('failed');
  expect((await accountsOf(id)).length).toBe(1);
});

test('A payout that was certainly not sent is tried at the next account, without any setting', async ({
  accountsOf,
  confirmed,
  fulfill,
  payouts,
}) => {
  const [first, second] = await payouts({ down: true }, {});
  const id = await confirmed();
  expect((await fulfill(id)).body.status).toBe('success');
  expect(await accountsOf(id)).toEqual([
    [first, 'failed'],
    [second, 'success'],
  ]);
});

test('A payout of zero is refused', async ({ api, shop, payouts }) => {
  await payouts({});
  const id = await shop.payout({ status: 'requires_payout_method_data' });
  const { body, status } = await api.post(`/payouts/${id}`, { amount: 0 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'amount']);
});
