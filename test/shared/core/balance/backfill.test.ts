import { expect } from 'vitest';
import { backfillPage, continueBalanceBackfills } from '../../../../src/core/balance/backfill.ts';
import { withinMerchant } from '../../../../src/core/foundation/context.ts';
import { allMerchants } from '../../../../src/core/writes/due-objects.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { testApart as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('pay', ({ api }) => async (values: Json = {}) => {
    const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const { body, status, text } = await api.post('/payments', {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      ...card,
      ...values,
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body;
  })
  .extend(
    'recon',
    ({ api, shop }) =>
      (is_recon_enabled: boolean) =>
        api.post(`/accounts/${shop.merchantId}`, { is_recon_enabled }),
  )
  .extend(
    'start',
    ({ api, shop }) =>
      async () =>
        (await api.post(`/accounts/${shop.merchantId}/balance_entries/backfill`)).body,
  )
  .extend('admin', ({ service }) => service.contextFor({ kind: 'admin_key' }, 'req_backfill'))
  .extend(
    'entries',
    ({ api }) =>
      async () =>
        (await api.get('/balance_entries?limit=100')).body.data.toReversed() as Json[],
  );

const shown = (entries: Json[]) => entries.map(({ gross, net, type }) => [type, gross, net]);

test('The entries of the past are written once, by the present states of the objects', async ({
  admin,
  api,
  entries,
  pay,
  recon,
  start,
}) => {
  const { payment_id } = await pay();
  await api.post('/refunds', { payment_id, amount: 300 });
  await pay({ amount: 500 });
  await recon(true);
  // Happens while the past has none: its entry is there already.
  await api.post('/refunds', { payment_id, amount: 200 });
  expect(shown(await entries())).toEqual([['refund', -200, -200]]);
  await start();
  await continueBalanceBackfills(admin, allMerchants);
  expect(await start()).toMatchObject({ is_complete: true, entries_written: 3 });
  const written = await entries();
  expect(shown(written).sort()).toEqual(
    [
      ['capture', 1000, 960],
      ['capture', 500, 467],
      ['refund', -200, -200],
      ['refund', -300, -300],
    ].sort(),
  );
  const [capture] = (await api.get(`/captures?payment_id=${payment_id}`)).body.data;
  expect(written.find(({ capture_id }) => capture_id === capture.capture_id)).toMatchObject({
    occurred_at: capture.captured_at,
    available_on: capture.available_on,
    connector_reference: capture.settlement_reference,
  });
  await start();
  await continueBalanceBackfills(admin, allMerchants);
  expect(await entries()).toEqual(written);
});

test('A backfill that is interrupted after any page goes on, and writes nothing twice', async ({
  admin,
  entries,
  pay,
  recon,
  shop,
  start,
}) => {
  for (let i = 0; i < 3; i += 1) await pay({ amount: 100 + i });
  await recon(true);
  await start();
  const of = withinMerchant(admin, shop.merchantId);
  const interrupted = {
    ...of,
    transact: ((id, work) =>
      of.transact(id, async (open) => {
        await work(open);
        throw new Error('The process ends before the commit.');
      })) as typeof of.transact,
  };
  for (let page = 0; ; page += 1) {
    await expect(backfillPage(interrupted, 'past')).rejects.toThrow('The process ends');
    if ((await backfillPage(of, 'past')) === 'done') break;
    expect(page).toBeLessThan(20);
  }
  expect(shown(await entries()).map(([type, gross]) => [type, gross])).toEqual([
    ['capture', 100],
    ['capture', 101],
    ['capture', 102],
  ]);
});

test('What changed while reconciliation was off has its entries after it is on again', async ({
  admin,
  api,
  entries,
  pay,
  recon,
  service,
  shop,
}) => {
  await recon(true);
  const { payment_id } = await pay();
  await recon(false);
  await api.post('/refunds', { payment_id, amount: 250 });
  await recon(true);
  const text = `update balance_backfills set due_at = now() where merchant_id = $1 and kind = 'switch'`;
  await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
  await continueBalanceBackfills(admin, allMerchants);
  expect(shown(await entries())).toEqual([
    ['capture', 1000, 960],
    ['refund', -250, -250],
  ]);
});
