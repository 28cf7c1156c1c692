import { expect } from 'vitest';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { expireAuthorizations } from '../../../src/core/payments/void/expire-authorizations.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let clockOffsetMs = 0;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + clockOffsetMs) }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('always', ({ service, shop }) => () => {
    const where = { profile_id: shop.profileId };
    return setColumns(service, 'business_profiles', where, { always_request_extended_authorization: true });
  })
  .extend('confirm', ({ api, shop }) => async (body: object = {}, number: string = cards.good) => {
    const id = await shop.open();
    const card = { payment_method_data: { card: cardOf(number) } };
    return (await api.post(`/payments/${id}`, { confirm: true, capture_method: 'manual', ...card, ...body }))
      .body;
  });

/** For how many days an authorization can be captured. */
const daysOf = ({ capture_before: before }: { capture_before: string }) =>
  Math.round((Date.parse(before) - Date.now() - clockOffsetMs) / DAY_MS);

test('an extended authorization asked for on the payment can be captured for longer', async ({ confirm }) => {
  const extended = await confirm({ request_extended_authorization: true });
  expect(extended).toMatchObject({ status: 'requires_capture', extended_authorization_applied: true });
  expect(daysOf(extended)).toBe(30);
  const plain = await confirm();
  expect(plain).toMatchObject({ extended_authorization_applied: null });
  expect(daysOf(plain)).toBe(7);
});

test('a profile asks for every payment, unless the payment itself does not want it', async ({
  always,
  confirm,
}) => {
  await always();
  expect(daysOf(await confirm())).toBe(30);
  const refused = await confirm({ request_extended_authorization: false });
  expect(refused).toMatchObject({ extended_authorization_applied: null });
  expect(daysOf(refused)).toBe(7);
});

test('a connector that does not grant it says so', async ({ always, confirm }) => {
  await always();
  const early = await confirm({}, '4000000000000770');
  expect(early).toMatchObject({ status: 'requires_capture', extended_authorization_applied: false });
});

test('it is not asked for what is captured at once', async ({ always, confirm }) => {
  await always();
  expect(await confirm({ capture_method: 'automatic' })).toMatchObject({
    status: 'succeeded',
    extended_authorization_applied: null,
    capture_before: null,
  });
});

test('it also applies after a challenge, and lapses when its time is over', async ({
  always,
  api,
  confirm,
  service,
  shop,
}) => {
  await always();
  const { next_action, payment_id } = await confirm({ authentication_type: 'three_ds' }, cards.challenged);
  const page = service.url + new URL(next_action.redirect_to_url).pathname;
  const token = /name="token" value="(\w+)"/.exec(await (await fetch(page)).text())![1]!;
  const body = new URLSearchParams({ token, answer: 'complete' });
  await fetch(`${page}/answer`, { method: 'POST', redirect: 'manual', body });
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const text = 'select call_id as id from connector_calls where object_id = $1';
  const [call] = await service.database.rows.query<{ id: string }>({ text, values: [payment_id] }, null);
  await recoverCall(ctx, shop.merchantId, call!.id);
  const shown = async () => (await api.get('/payments/list')).body[0].data[0];
  const authorized = await shown();
  expect(authorized).toMatchObject({ status: 'requires_capture', extended_authorization_applied: true });
  expect(daysOf(authorized)).toBe(30);
  clockOffsetMs = 8 * DAY_MS;
  await expireAuthorizations(ctx);
  expect(await shown()).toMatchObject({ status: 'requires_capture' });
  clockOffsetMs = 31 * DAY_MS;
  await expireAuthorizations(ctx);
  expect(await shown()).toMatchObject({ status: 'expired' });
});
