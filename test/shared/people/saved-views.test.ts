import { expect, vi } from 'vitest';
import { appoint, type Browser, test as base, signIn } from './people.ts';

const save = `mutation ($input: SaveViewInput!) { saveView(input: $input) {
  savedView { viewId list name address createdAt } userErrors { code param } } }`;
const remove = `mutation ($input: DeleteViewInput!) { deleteView(input: $input) {
  savedView { viewId name } userErrors { code param } } }`;
const all = '{ viewer { savedViews { viewId list name address } } }';

const failed = {
  list: 'payments',
  name: 'Failed',
  address: 'status=failed&sort=-amount&columns=id%2Camount',
};

/** A person's views, and how they save and delete them. */
const viewsOf = (browser: Browser, headers: Record<string, string> = {}) => ({
  async all(list?: string) {
    const document = list ? all.replace('savedViews', `savedViews(list: ${list})`) : all;
    return (await browser.graphql(document, headers)).data.viewer.savedViews;
  },
  async save(input: object) {
    return (await browser.graphql(save, headers, { input })).data.saveView;
  },
  async remove(viewId: string) {
    return (await browser.graphql(remove, headers, { input: { viewId } })).data.deleteView;
  },
});

const test = base.extend('person', ({ service, shop }) => async (role: 'owner' | 'analyst' = 'analyst') => {
  const { email, personId } = await appoint(service, shop.merchantId, role);
  const { browser } = await signIn(service, email);
  return { email, personId, browser, views: viewsOf(browser) };
});

test('A person saves views of lists, renames, changes and deletes them', async ({ person, service }) => {
  const { views } = await person();
  expect(await views.all()).toEqual([]);
  const { savedView, userErrors } = await views.save({ ...failed, name: '  Failed ' });
  expect(userErrors).toEqual([]);
  expect(savedView).toEqual({
    ...failed,
    viewId: expect.stringMatching(/^view_/),
    createdAt: expect.any(String),
  });
  const { viewId } = savedView;
  const refunds = await views.save({ list: 'refunds', name: 'Failed', address: '' });
  expect((await views.all()).map(({ list, name }: typeof failed) => [list, name])).toEqual([
    ['payments', 'Failed'],
    ['refunds', 'Failed'],
  ]);
  const changed = { ...failed, name: 'Dear', address: 'amount=100..' };
  expect((await views.save({ ...changed, viewId })).savedView).toMatchObject({ ...changed, viewId });
  await vi.waitFor(
    () => {
      const lines = service.logs.map(
        (line) => JSON.parse(line) as { commands?: string[]; objects?: object[] },
      );
      const line = lines.find(({ commands }) => commands?.includes('saveView'));
      expect(line?.objects).toContainEqual({ type: 'saved_view', id: viewId });
    },
    { timeout: 60_000 },
  );
  expect(await views.all('payments')).toEqual([{ ...changed, viewId }]);
  expect(await views.remove(viewId)).toEqual({ savedView: { viewId, name: 'Dear' }, userErrors: [] });
  expect(await views.all()).toMatchObject([{ viewId: refunds.savedView.viewId }]);
  expect(await views.remove(viewId)).toMatchObject({ userErrors: [{ code: 'resource_not_found' }] });
});

test('A view name is unique within its list, and an address is a query string of at most 2 KB', async ({
  person,
}) => {
  const { views } = await person();
  await views.save(failed);
  const other = (await views.save({ ...failed, name: 'Other' })).savedView;
  const refusal = async (input: object) => {
    const { savedView, userErrors } = await views.save({ ...failed, name: 'New', ...input });
    expect(savedView).toBeNull();
    return [userErrors[0].code, userErrors[0].param];
  };
  expect(await refusal({ name: 'Failed' })).toEqual(['resource_already_exists', 'name']);
  expect(await refusal({ name: 'Failed', viewId: other.viewId })).toEqual([
    'resource_already_exists',
    'name',
  ]);
  expect(await refusal({ name: ' ' })).toEqual(['invalid_parameter', 'name']);
  expect(await refusal({ name: 'x'.repeat(65) })).toEqual(['invalid_parameter', 'name']);
  expect(await refusal({ address: 'q'.repeat(2_049) })).toEqual(['invalid_parameter', 'address']);
  for (const address of ['?status=failed', 'a=1#b', 'q=a b', 'q=é']) {
    expect(await refusal({ address })).toEqual(['invalid_parameter', 'address']);
  }
  expect(await refusal({ viewId: 'view_none' })).toEqual(['resource_not_found', 'view_id']);
  expect(await views.all()).toHaveLength(2);
});

test('A person has at most fifty views in a merchant account, even with concurrent requests', async ({
  person,
  service,
  shop,
}) => {
  const { personId, views } = await person();
  const text = `insert into saved_views (merchant_id, person_id, view_id, list, name, address, created_at)
                select $1, $2, 'view_' || n, 'payments', 'view ' || n, '', now() from generate_series(1, 48) n returning 1`;
  await service.database.rows.query({ text, values: [shop.merchantId, personId] }, shop.merchantId);
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => views.save({ ...failed, name })));
  const codes = answers.flatMap(({ userErrors }) => userErrors.map(({ code }: { code: string }) => code));
  expect(codes).toEqual(['unexpected_state', 'unexpected_state']);
  expect(await views.all()).toHaveLength(50);
  expect((await views.save({ ...failed, name: 'renamed', viewId: 'view_1' })).userErrors).toEqual([]);
});

test('A person sees and changes only their own views of this merchant account', async ({
  otherShop,
  person,
  service,
  shop,
}) => {
  const one = await person();
  const other = await person('owner');
  const { viewId } = (await one.views.save(failed)).savedView;
  expect(await other.views.all()).toEqual([]);
  expect(await other.views.remove(viewId)).toMatchObject({ userErrors: [{ code: 'resource_not_found' }] });
  expect(await other.views.save({ ...failed, viewId })).toMatchObject({
    userErrors: [{ code: 'resource_not_found', param: 'view_id' }],
  });
  expect((await other.views.save(failed)).userErrors).toEqual([]);

  await appoint(service, otherShop.merchantId, 'owner', one.email);
  const elsewhere = viewsOf(one.browser, { 'switchyard-merchant': otherShop.merchantId });
  const here = viewsOf(one.browser, { 'switchyard-merchant': shop.merchantId });
  expect(await elsewhere.all()).toEqual([]);
  expect(await elsewhere.remove(viewId)).toMatchObject({ userErrors: [{ code: 'resource_not_found' }] });
  expect((await elsewhere.save(failed)).userErrors).toEqual([]);
  expect(await here.all()).toMatchObject([{ viewId }]);
  // Row-level security separates them even without the condition.
  const text = 'select distinct merchant_id from saved_views';
  const seen = await service.database.rows.query({ text, values: [] }, shop.merchantId);
  expect(seen).toEqual([{ merchant_id: shop.merchantId }]);
});

test('Views are for people: keys are refused and see none', async ({ graphqlAs, service, shop }) => {
  for (const key of [shop.key, service.adminApiKey, shop.publishableKey]) {
    const refusal = { status: 403, code: 'wrong_key_kind' };
    expect(await graphqlAs(key).refusal(save, { input: failed })).toMatchObject(refusal);
    expect(await graphqlAs(key).refusal(remove, { input: { viewId: 'view_1' } })).toMatchObject(refusal);
    expect(await graphqlAs(key).data(all)).toEqual({ viewer: { savedViews: [] } });
  }
});

test('Removing a member deletes their views', async ({ person, service, shop }) => {
  const owner = await person('owner');
  const { personId, views } = await person();
  await views.save(failed);
  await owner.views.save(failed);
  const document = `mutation { removeMember(input: { personId: "${personId}" }) { userErrors { code } } }`;
  expect((await owner.browser.graphql(document)).data.removeMember.userErrors).toEqual([]);
  const text = 'select person_id from saved_views where merchant_id = $1';
  const left = await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
  expect(left).toEqual([{ person_id: owner.personId }]);
});
