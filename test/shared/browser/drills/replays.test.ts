import { expect } from 'vitest';
import { overflowOf, phone, runs } from '../chromium.ts';
import { test as base, expectNothingRefused, followTo, patiently, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const test = base.extend(
  'draft',
  ({ cardShop, graphqlAs }) =>
    async (decision: string, rules: object[], others: object = {}) => {
      const { payload } = await graphqlAs(cardShop.key).mutate(
        'createRuleset',
        { profileId: cardShop.profileId, decision, name: `New ${decision}`, rules, ...others },
        'ruleset { rulesetId }',
      );
      return payload.ruleset.rulesetId as string;
    },
);

const large = {
  name: 'large',
  when: {
    all: [
      { field: 'currency', comparison: 'equal', value: 'EUR' },
      { field: 'amount', comparison: 'greater_than', value: 10_000 },
    ],
  },
  then: { risk: 'block' },
};

test(
  'A person replays a draft before activating it, and each number leads to its payments',
  runs,
  async ({ as, draft, pay }) => {
    await pay(2_500);
    const blocked = await pay(12_000);
    const other = await pay(15_000);
    const id = await draft('risk', [large]);
    const opened = await as('owner');
    const { page } = opened;
    await followTo(page, `/dashboard/rules/${id}`);
    await page.getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate version 1?' });
    await dialog.getByText('Not replayed yet: the effect on past payments is unknown.').waitFor();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    const effects = (of: typeof dialog, label: string) =>
      of.getByRole('table', { name: `${label}: effects` }).getByRole('row');
    const texts = async (rows: ReturnType<typeof effects>) =>
      (await rows.allInnerTexts()).map((text) => text.split('\t').map((cell) => cell.trim()));
    const counts = [
      ['Effect', 'Payments'],
      ['Moved to another account', '0'],
      ['Challenged by 3-D Secure', '0'],
      ['Exempted from 3-D Secure', '0'],
      ['Blocked', '2'],
      ['Held for review', '0'],
      ['Surcharged', '0'],
    ];
    await expect.poll(() => texts(effects(dialog, 'Before activation')), patiently).toEqual(counts);
    await dialog.getByText(partOf('3 payments, ')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });

    // The page shows the same replay.
    const section = page.locator('#page');
    await expect.poll(() => texts(effects(section, 'Replay')), patiently).toEqual(counts);
    const expected = page.getByRole('table', { name: 'Replay: expected results' });
    await expected.getByText('Approved first attempts').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await effects(section, 'Replay').getByRole('link', { name: '2' }).click();
    await page.getByRole('heading', { name: 'Payments of a replay', level: 1 }).waitFor();
    const rows = page.getByRole('table', { name: 'Payments of a replay' }).locator('tbody').getByRole('row');
    await expect.poll(() => rows.count(), patiently).toBe(2);
    for (const paymentId of [blocked, other]) await rows.getByText(paymentId).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Surcharged' }).click();
    await page.getByText('No payment matches').waitFor();
    await page.getByRole('link', { name: 'this version of the rules' }).click();
    await page.getByRole('heading', { name: partOf('New risk'), level: 1 }).waitFor();
    expectNothingRefused(opened);
  },
);

test('Moves name both accounts, and lead to their payments', runs, async ({ as, cardShop, draft, pay }) => {
  const first = await pay(2_500);
  const second = await cardShop.sandbox({ connector_label: 'second' });
  const id = await draft('payment_routing', [
    { name: 'all', then: { connectors: [{ merchant_connector_id: second }] } },
  ]);
  const { page } = await as('owner', phone);
  await followTo(page, `/dashboard/rules/${id}`);
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last 30 days' }).click();
  await page.getByRole('button', { name: 'Replay' }).click();
  const moves = page.getByRole('table', { name: 'Replay: moves' }).locator('tbody').getByRole('row');
  await expect.poll(() => moves.count(), patiently).toBe(1);
  expect((await moves.first().innerText()).split('\t').map((cell) => cell.trim())).toEqual([
    ...['first', 'second', '1'],
    expect.stringContaining('25.00'),
  ]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await violationsOf(page, { inDark: true })).toEqual([]);
  await moves.getByRole('link', { name: '1' }).click();
  const rows = page.getByRole('table', { name: 'Payments of a replay' }).locator('tbody').getByRole('row');
  await rows.getByText(first).first().waitFor();
  expect(await rows.count()).toBe(1);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test(
  'A replay that runs shows its progress, and its end without a reload',
  runs,
  async ({ as, cardShop, service }) => {
    const rulesetId = await cardShop.ruleset({ decision: 'risk', rules: [large] });
    const days = {
      created_gte: new Date('2026-11-01T00:00:00Z'),
      created_lt: new Date('2026-11-08T00:00:00Z'),
    };
    const id = await cardShop.ruleReplay(rulesetId, {
      ...days,
      decision: 'risk',
      status: 'pending',
      progress: 40,
      unknown_facts: [],
    });
    const { page } = await as('owner');
    await followTo(page, `/dashboard/rules/${rulesetId}`);
    await page.getByRole('progressbar', { name: 'Progress of the replay' }).waitFor();
    expect(await page.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await service.database.rows.query(
      {
        text: `update rule_replays set status = 'succeeded', progress = 100, payments = 1234, blocked = 7,
        unknown_facts = '["email_domain","attempts by card within 1h"]' where replay_id = $1`,
        values: [id],
      },
      cardShop.merchantId,
    );
    await page.getByText(partOf('1,234 payments, ')).waitFor();
    await page
      .getByText(partOf('Not known of past payments: Email domain, attempts by card within 1h.'))
      .waitFor();
  },
);
