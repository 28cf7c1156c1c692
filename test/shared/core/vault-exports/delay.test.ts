import { expect } from 'vitest';
import type { SeededMerchant } from '../../../kit/seed.ts';
import { test as base, keyActor, type Team } from './team.ts';

const DAY_MS = 24 * 60 * 60_000;

const test = base
  /** An export approved by two people, with its path. */
  .extend('approved', ({ team }) => async () => {
    const [owner, admin] = [await team.appointed('owner'), await team.appointed('admin')];
    await team.days(8);
    const exportId = await team.ask(await team.appointed('admin'));
    expect(await team.approve(owner, exportId)).toBe('awaiting_approval');
    expect(await team.approve(admin, exportId)).toBe('approved');
    return { owner, admin, exportId, path: `/exports/payment_methods/${exportId}` };
  });

/** Advances past the delay of an export. */
const passDelay = (team: Team, exportId: string) =>
  team.sql(
    `update payment_method_exports set starts_at = starts_at - interval '1 day' where export_id = $1`,
    [exportId],
  );

const withCard = async (shop: SeededMerchant) => shop.paymentMethod(await shop.customer());

test('An approved export starts after the delay, and all owners are notified of request and approval', async ({
  approved,
  shop,
  team,
}) => {
  await withCard(shop);
  const { exportId, owner, path } = await approved();
  const { body } = await owner.send('GET', path);
  const [, second] = body.approvals;
  expect(Date.parse(body.starts_at) - Date.parse(second.approved_at)).toBe(DAY_MS);
  const told = await team.sql(
    `select kind, message from notifications where object_id = $1 order by created_at, notification_id`,
    [exportId],
  );
  expect(told).toMatchObject([
    { kind: 'vault_export', message: expect.stringContaining('was asked for') },
    { kind: 'vault_export', message: expect.stringContaining(body.starts_at) },
  ]);
  await team.write();
  expect((await owner.send('GET', path)).body.status).toBe('approved');
  expect((await owner.send('GET', `${path}/files/1`)).status).toBe(404);
  await passDelay(team, exportId);
  await team.write();
  expect((await owner.send('GET', path)).body).toMatchObject({ status: 'completed', files_done: 1 });
  expect((await owner.send('GET', `${path}/files/1`)).status).toBe(200);
});

test('The test clock affects neither the days nor the delay', async ({ api, approved, shop, team }) => {
  await shop.connector({ test_mode: true });
  const { owner, path } = await approved();
  const young = await team.appointed('admin');
  const next = await team.ask(owner);
  const times = async () => [
    (await owner.send('GET', path)).body.starts_at,
    (await owner.send('GET', `/exports/payment_methods/${next}`)).body.approve_before,
    (await owner.send('GET', `/team_members/${shop.merchantId}/${young.id}`)).body.vault_export_since,
  ];
  const before = await times();
  const advanced = await api.post(`/accounts/${shop.merchantId}/test_clock/advance`, {
    seconds: 366 * 86_400,
  });
  expect([advanced.status, advanced.body.advanced_by]).toEqual([200, 366 * 86_400]);
  expect(await times()).toEqual(before);
  await team.write();
  expect((await owner.send('GET', path)).body.status).toBe('approved');
  expect(await team.approve(young, next)).toMatch(/^not_permitted: .* for 7 days/);
});

test('Anyone with the permission can stop an export for good until its files are gone', async ({
  approved,
  service,
  shop,
  team,
}) => {
  await withCard(shop);
  const readonly = keyActor(
    service,
    'key',
    await shop.apiKey({ permissions: ['payments:read', 'team:write'] }),
  );
  const document = `mutation ($input: StopPaymentMethodExportInput!) { stopPaymentMethodExport(input: $input) {
    paymentMethodExport { status stoppedBy } userErrors { code } } }`;
  const { admin, exportId, owner, path } = await approved();
  expect((await readonly.post(`${path}/stop`)).body.error.code).toBe('not_permitted');
  const { data } = await owner.browser.graphql(document, {}, { input: { exportId } });
  expect(data.stopPaymentMethodExport).toEqual({
    paymentMethodExport: { status: 'stopped', stoppedBy: owner.id },
    userErrors: [],
  });
  await passDelay(team, exportId);
  await team.write();
  expect((await owner.send('GET', path)).body).toMatchObject({ status: 'stopped', files_done: 0 });
  expect(await team.approve(admin, exportId)).toMatch(/^unexpected_state: .* in status stopped/);
  expect((await admin.post(`${path}/stop`)).body.error.code).toBe('unexpected_state');

  const asked = await team.ask(owner);
  expect((await admin.post(`/exports/payment_methods/${asked}/stop`)).body.status).toBe('stopped');

  const complete = await approved();
  await passDelay(team, complete.exportId);
  await team.write();
  expect((await owner.send('GET', `${complete.path}/files/1`)).status).toBe(200);
  expect((await owner.post(`${complete.path}/stop`)).body.status).toBe('stopped');
  expect((await owner.send('GET', `${complete.path}/files/1`)).status).toBe(404);
  expect(
    await team.sql('select from payment_method_export_files where export_id = $1', [complete.exportId]),
  ).toEqual([]);
});

test('An export whose approvers left or lost the permission does not start', async ({
  approved,
  shop,
  team,
}) => {
  await withCard(shop);
  const { admin, exportId, owner, path } = await approved();
  await owner.post(`/team_members/${shop.merchantId}/${admin.id}`, { role: 'developer' });
  await passDelay(team, exportId);
  await team.write();
  expect((await owner.send('GET', path)).body).toMatchObject({ status: 'stopped', stopped_by: null });
});
