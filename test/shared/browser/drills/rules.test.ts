import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { overflowOf, runs } from '../chromium.ts';
import {
  expectNothingRefused,
  followTo,
  goTo,
  patiently,
  settled,
  test,
  violationsOf,
} from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

/** Chooses an option of a field. */
async function choose(page: Page, within: Locator, field: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

const json = (page: Page) => page.getByLabel('Rules as JSON');
const openEditor = async (page: Page, decision: string) => {
  await goTo(page, 'Rules');
  await page.getByRole('navigation', { name: 'Decisions' }).getByRole('link', { name: decision }).click();
  await page.getByRole('link', { name: 'New version' }).click();
  await page.getByRole('heading', { name: `New version: ${decision}`, level: 1 }).waitFor();
};

test(
  'A person writes a risk rule with two conditions, is warned, tries it and activates it, and a payment shows its decision',
  runs,
  async ({ as, graphqlAs, cardShop, pay }) => {
    const before = await pay(2_500);
    const opened = await as('developer');
    const { page } = opened;
    await openEditor(page, 'Risk');
    await page.getByLabel('Name').fill('Regulars');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const rule = page.getByRole('region', { name: 'Rule 1' });
    await rule.getByLabel('Name of rule 1').fill('large cards');
    const first = rule.getByRole('group', { name: 'Condition 1 of rule 1' });
    await choose(page, first, 'Fact', 'Amount');
    await first.getByLabel('Value').fill('10.50');
    await rule.getByRole('button', { name: 'Add a condition to rule 1' }).click();
    const second = rule.getByRole('group', { name: 'Condition 2 of rule 1' });
    await choose(page, second, 'Fact', 'Payment method');
    await choose(page, second, 'Comparison', 'is one of');
    await choose(page, second, 'Value', 'Card');
    await choose(page, rule, 'Then', 'Allow');
    await rule.getByLabel('Reason').fill('a regular');
    // A rule that the first one always precedes.
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const never = page.getByRole('region', { name: 'Rule 2' });
    const amount = never.getByRole('group', { name: 'Condition 1 of rule 2' });
    await choose(page, amount, 'Fact', 'Amount');
    await amount.getByLabel('Value').fill('20');
    await never.getByRole('button', { name: 'Add a condition to rule 2' }).click();
    const card = never.getByRole('group', { name: 'Condition 2 of rule 2' });
    await choose(page, card, 'Fact', 'Payment method');
    await choose(page, card, 'Value', 'Card');
    expect(JSON.parse(await json(page).inputValue())).toEqual({
      rules: [
        {
          name: 'large cards',
          when: {
            all: [
              { field: 'amount', comparison: 'greater_than', value: 1050 },
              { field: 'currency', comparison: 'equal', value: 'EUR' },
              { field: 'payment_method', comparison: 'in', value: ['card'] },
            ],
          },
          then: { risk: 'allow', reason: 'a regular' },
        },
        {
          name: 'Rule 2',
          when: {
            all: [
              { field: 'amount', comparison: 'greater_than', value: 2000 },
              { field: 'currency', comparison: 'equal', value: 'EUR' },
              { field: 'payment_method', comparison: 'equal', value: 'card' },
            ],
          },
          then: { risk: 'review' },
        },
      ],
    });
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: partOf('Regulars'), level: 1 }).waitFor();
    await page
      .getByText('Warning: Never applies: rule 1, which precedes it, holds whenever it does.')
      .waitFor();

    await page.getByRole('textbox', { name: 'Payment' }).fill(before);
    await page.getByRole('button', { name: 'Try' }).click();
    const why =
      'Rule "large cards" holds: amount 2500, currency EUR, payment_method card. The payment is allowed. Reason: a regular';
    await page.getByRole('region', { name: 'Risk' }).getByText(why).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate version 1?' });
    await dialog
      .getByText('“Regulars” decides about new payments from now on. No risk rules are active now.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Activate version 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();

    const paymentId = await pay(2_600);
    await followTo(page, `/dashboard/payments/${paymentId}`);
    const decisions = page.getByRole('table', { name: 'Decisions' });
    await decisions.getByText(partOf('amount 2600')).waitFor();
    await decisions.getByRole('link', { name: 'Version 1' }).click();
    await page.getByRole('heading', { name: partOf('Regulars'), level: 1 }).waitFor();
    const { rulesets } = await graphqlAs(cardShop.key).data('{ rulesets { nodes { status decision } } }');
    expect(rulesets.nodes).toEqual([{ status: 'active', decision: 'risk' }]);
    await goTo(page, 'Rules');
    await page.getByRole('heading', { name: 'Active: Regulars', level: 2 }).waitFor();
    expectNothingRefused(opened);
  },
);

test(
  'The editor offers what was created on other pages since it was last open',
  runs,
  async ({ as, cardShop }) => {
    const opened = await as('owner');
    const { page } = opened;
    const offered = async (fact: string, comparison: string) => {
      await openEditor(page, 'Risk');
      await page.getByRole('button', { name: 'Add a rule' }).click();
      const condition = page.getByRole('group', { name: 'Condition 1 of rule 1' });
      await choose(page, condition, 'Fact', fact);
      await choose(page, condition, 'Comparison', comparison);
      await condition.getByRole('combobox', { name: 'Value' }).click();
    };
    await cardShop.valueList({ name: 'Before', kind: 'email' });
    await offered('Email', 'is in the list');
    await page.getByRole('option', { name: 'Before', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    // By another person, or on another page.
    await cardShop.valueList({ name: 'Since', kind: 'email' });
    await offered('Email', 'is in the list');
    await page.getByRole('option', { name: 'Since', exact: true }).waitFor();
    expectNothingRefused(opened);
  },
);

test(
  'What the service refuses is shown at its row, and JSON and rows are one document',
  runs,
  async ({ as }) => {
    const { page } = await as('developer');
    await openEditor(page, 'Surcharge');
    await page.getByLabel('Name').fill('Amex');
    const unknown = { field: 'later_fact', comparison: 'equal', value: 1 };
    const rules = [
      {
        name: 'nested',
        when: {
          all: [{ any: [{ not: { field: 'off_session', comparison: 'equal', value: true } }] }, unknown],
        },
        then: { surcharge: { type: 'rate', value: 200, later_member: true } },
      },
      {
        name: 'amex',
        when: { field: 'country', comparison: 'in', value: ['DE', 'Germany'] },
        then: { surcharge: null },
      },
    ];
    await json(page).fill(JSON.stringify({ rules }));
    const second = page.getByRole('region', { name: 'Rule 2' });
    await second.getByText('Germany (DE)').waitFor();
    const first = page.getByRole('region', { name: 'Rule 1' });
    await first.getByLabel('Action as JSON').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('The draft is not saved').waitFor();
    await second.getByText(partOf('Must be a two-letter ISO 3166 country code')).waitFor();
    await first.getByText(partOf('Must be one of amount, currency')).waitFor();
    await first.getByText('There is no parameter rules[0].then.surcharge.later_member.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // Only what is changed loses its error.
    await first.getByLabel('Name of rule 1').fill('renamed');
    await first.getByText(partOf('Must be one of amount, currency')).waitFor();
    const written = JSON.parse(await json(page).inputValue());
    expect(written.rules).toEqual([{ ...rules[0], name: 'renamed' }, rules[1]]);
    await json(page).fill('{"rules": [');
    await page.getByText(partOf('Not valid JSON')).waitFor();
    expect(await page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
  },
);

const rule = (name: string, country: string, risk: string) => ({
  ...{ name, when: { field: 'country', comparison: 'equal', value: country }, then: { risk } },
});

test(
  'Versions show what differs, and activating an older one names what it replaces',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const graphql = graphqlAs(cardShop.key);
    const version = async (name: string, rules: object[]) => {
      const { payload } = await graphql.mutate(
        'createRuleset',
        { profileId: cardShop.profileId, decision: 'risk', name, rules },
        'ruleset { rulesetId }',
      );
      return payload.ruleset.rulesetId as string;
    };
    const old = await version('Old', [
      rule('a', 'DE', 'review'),
      rule('b', 'FR', 'review'),
      rule('c', 'IT', 'block'),
    ]);
    const now = await version('Now', [
      rule('c', 'IT', 'block'),
      rule('a', 'DE', 'block'),
      rule('d', 'ES', 'allow'),
    ]);
    await graphql.mutate('activateRuleset', { rulesetId: now }, 'ruleset { status }');
    const { page } = await as('owner');
    await followTo(page, `/dashboard/rules/${old}`);
    const rows = page.getByRole('table', { name: 'Differences' }).getByRole('row');
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => text.split('\t')), patiently)
      .toEqual([
        ['Rule', 'Change', 'Before', 'After'],
        ['a', 'Changed', 'Billing country is DE → Block', 'Billing country is DE → Review'],
        ['b', 'Added', '–', 'Billing country is FR → Review'],
        ['c', 'Moved from 1 to 3', 'Billing country is IT → Block', 'Billing country is IT → Block'],
        ['d', 'Removed', 'Billing country is ES → Allow', '–'],
      ]);
    await page.getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate version 1?' });
    await dialog.getByText(partOf('It replaces version 2 “Now”, which you can activate again.')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace version 2' }).click();
    await dialog.waitFor({ state: 'detached' });
    await goTo(page, 'Rules');
    const versions = page.getByRole('table', { name: 'Versions' }).getByRole('row');
    await expect
      .poll(
        async () =>
          (await versions.allInnerTexts()).map((text) =>
            text
              .split('\t')
              .slice(0, 3)
              .map((cell) => cell.trim()),
          ),
        patiently,
      )
      .toEqual([
        ['Name', 'Version', 'Status'],
        ['Now', '2', 'Retired'],
        ['Old', '1', 'Active'],
      ]);
  },
);

const names = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Name of rule/ })
    .evaluateAll((fields) => (fields as unknown as { value: string }[]).map(({ value }) => value));
const focused = (page: Page) => page.evaluate('document.activeElement.ariaLabel');

test('Rules are moved by keyboard, and the focus stays on the moved rule', runs, async ({ as }) => {
  const { page } = await as('developer');
  await openEditor(page, 'Risk');
  await page.setViewportSize({ width: 375, height: 800 });
  await json(page).fill(
    JSON.stringify({ rules: [rule('a', 'DE', 'block'), rule('b', 'FR', 'block'), rule('c', 'IT', 'block')] }),
  );
  await page.getByRole('button', { name: 'Move rule 1 down' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page), patiently).toEqual(['b', 'a', 'c']);
  await expect.poll(() => focused(page), patiently).toBe('Move rule 2 down');
  await page.getByText('a is rule 2 of 3.').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page), patiently).toEqual(['b', 'c', 'a']);
  // It can move down no further.
  await expect.poll(() => focused(page), patiently).toBe('Move rule 3 up');
  await page.getByLabel('Name of rule 3').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(page), patiently).toEqual(['b', 'a', 'c']);
  await page.keyboard.type('!');
  await expect.poll(() => names(page), patiently).toEqual(['b', 'a!', 'c']);
  expect(await overflowOf(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
});

test(
  'Payments are routed by shares, and a trial on facts names the accounts',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const second = await cardShop.sandbox({ connector_label: 'second' });
    const { page } = await as('developer');
    await openEditor(page, 'Payment routing');
    await page.getByLabel('Name').fill('Shares');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const only = page.getByRole('region', { name: 'Rule 1' });
    await choose(page, only.getByRole('group', { name: 'Condition 1 of rule 1' }), 'Value', 'Germany (DE)');
    await choose(page, only, 'Then', 'To accounts by share');
    await choose(page, only, 'Add an account', `first (${cardShop.account})`);
    await only.getByLabel(`Share of first (${cardShop.account})`).fill('60');
    await only.getByText('The shares add up to 60%. They must add up to 100%.').waitFor();
    await choose(page, only, 'Add an account', `second (${second})`);
    await only.getByLabel('Refuse payments that none of these accounts can process').check();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: partOf('Shares'), level: 1 }).waitFor();
    await page.getByText('60% first, 40% second, else refuse').waitFor();
    await page.getByText('Facts').click();
    await page.getByLabel('Amount').fill('12');
    await page.getByRole('combobox', { name: 'Currency' }).fill('EUR');
    await page.getByRole('option', { name: 'EUR' }).click();
    await choose(page, page.locator('#page'), 'Billing country', 'Germany (DE)');
    await page.getByRole('button', { name: 'Try' }).click();
    const order = page.getByRole('list', { name: 'Accounts in order' }).getByRole('listitem');
    await expect
      .poll(() => order.allTextContents(), patiently)
      .toEqual([`first (${cardShop.account})`, `second (${second})`]);
    const { rulesets } = await graphqlAs(cardShop.key).data('{ rulesets { nodes { rules } } }');
    const share = (id: string, split: number) => ({ split, connector: { merchant_connector_id: id } });
    expect(rulesets.nodes[0].rules[0].then).toEqual({
      volume_split: [share(cardShop.account, 60), share(second, 40)],
      fallback: 'none',
    });
  },
);

test('An analyst sees the rules but can’t change them', runs, async ({ as, cardShop }) => {
  const id = await cardShop.ruleset({ decision: 'risk', status: 'draft', rules: [rule('a', 'DE', 'block')] });
  const { page } = await as('analyst');
  await goTo(page, 'Rules');
  await page.getByRole('table', { name: 'Versions' }).getByText('Draft').waitFor();
  expect(await page.getByRole('link', { name: 'New version' }).count()).toBe(0);
  await followTo(page, `/dashboard/rules/${id}`);
  await page.getByText(partOf('Billing country is DE')).waitFor();
  await settled(page);
  for (const name of ['Activate', 'Try', 'New version']) {
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  }
  await followTo(page, '/dashboard/rules/new?decision=risk');
  await page.getByText('Your role can’t change rules').waitFor();
});

test(
  'Rules of payouts are tried on facts, and a payout shows its decision',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const payer = await cardShop.connector({ connector_type: 'payout_processor', connector_label: 'payer' });
    const { page } = await as('owner');
    await openEditor(page, 'Payout routing');
    await page.getByLabel('Name').fill('Payouts');
    await page.getByLabel('Act if no rule holds').check();
    const otherwise = page.getByRole('region', { name: 'If no rule holds' });
    await otherwise.getByRole('combobox', { name: 'Accounts' }).click();
    expect(await page.getByRole('option', { name: partOf(cardShop.account) }).count()).toBe(0);
    await page.getByRole('option', { name: `payer (${payer})` }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: partOf('Payouts'), level: 1 }).waitFor();
    await page.getByLabel('Amount').fill('12');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByRole('region', { name: 'Payout routing' }).getByText(partOf('No rule holds')).waitFor();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'Activate version 1' }).click();
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    const { businessProfile } = await graphqlAs(cardShop.key).data(
      'query ($id: ID!) { businessProfile(profileId: $id) { payoutRoutingAlgorithm { type } } }',
      { id: cardShop.profileId },
    );
    expect(businessProfile.payoutRoutingAlgorithm).toEqual({ type: 'single' });
    const why = 'No rule holds, and the default applies. It goes to payer.';
    const decision = {
      decision: 'payout_routing',
      ruleset_id: 'rul_1',
      version: 4,
      rule: null,
      action: {},
      why,
    };
    const payout = await cardShop.payout({ status: 'requires_fulfillment', decisions: [decision] });
    await followTo(page, `/dashboard/payouts/${payout}`);
    const decisions = page.getByRole('table', { name: 'Decisions' });
    await decisions.getByText(why).waitFor();
    expect(await decisions.getByRole('link', { name: 'Version 4' }).getAttribute('href')).toBe(
      '/dashboard/rules/rul_1',
    );
    await followTo(page, '/dashboard/rules?decision=payout_routing');
    await page.getByRole('table', { name: 'Versions' }).getByRole('link', { name: 'Payouts' }).click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate version 1?' });
    await dialog.getByText(partOf('Without rules: account default, else oldest first.')).waitFor();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Activate' }).waitFor();
  },
);

test(
  'Routing rules warn of accounts that can’t process their payments',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const euros = await cardShop.sandbox({
      connector_label: 'euros',
      payment_methods_enabled: [
        { payment_method: 'card', accepted_currencies: { type: 'enable_only', list: ['EUR'] } },
      ],
    });
    const dollars = {
      name: 'dollars',
      when: { field: 'currency', comparison: 'equal', value: 'USD' },
      then: { connectors: [{ merchant_connector_id: euros }] },
    };
    const { payload } = await graphqlAs(cardShop.key).mutate(
      'createRuleset',
      {
        ...{ profileId: cardShop.profileId, decision: 'payment_routing', name: 'Dollars', rules: [dollars] },
        default: { connectors: [{ merchant_connector_id: cardShop.account }] },
      },
      'ruleset { rulesetId }',
    );
    const { page } = await as('developer');
    await followTo(page, `/dashboard/rules/${payload.ruleset.rulesetId}`);
    await page.getByText(`Rule 1: euros (${euros}): does not accept USD.`).waitFor();
  },
);

test(
  'Fraud checks are routed on the page of connectors, also as JSON',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const checks = await cardShop.connector({ connector_type: 'payment_vas', connector_label: 'checker' });
    const { page } = await as('owner');
    await goTo(page, 'Connectors');
    const button = page.getByRole('button', { name: 'Change the fraud checks of default' });
    const dialog = page.getByRole('dialog', { name: 'Fraud checks of default' });
    const saved = async () => {
      await dialog.getByRole('button', { name: 'Save the routing' }).click();
      await dialog.waitFor({ state: 'detached' });
      const { businessProfile } = await graphqlAs(cardShop.key).data(
        'query ($id: ID!) { businessProfile(profileId: $id) { frmRoutingAlgorithm } }',
        { id: cardShop.profileId },
      );
      return businessProfile.frmRoutingAlgorithm;
    };
    await button.click();
    await choose(page, dialog, 'Fraud checks go', 'One account');
    await choose(page, dialog, 'Account', `checker (${checks})`);
    const account = { merchant_connector_id: checks };
    expect(await saved()).toEqual({ type: 'single', data: account });
    await button.click();
    await choose(page, dialog, 'Fraud checks go', 'Other, as JSON');
    const split = { type: 'volume_split', data: [{ split: 100, connector: account }] };
    await dialog.getByLabel('Algorithm').fill('{');
    expect(await dialog.getByRole('button', { name: 'Save the routing' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Algorithm').fill(JSON.stringify(split));
    expect(await saved()).toEqual(split);
    // What the fields do not show stays as it is.
    await expect
      .poll(() => page.getByRole('table', { name: 'Routing' }).textContent(), patiently)
      .toContain('Other, as JSON');
    await button.click();
    expect(JSON.parse(await dialog.getByLabel('Algorithm').inputValue())).toEqual(split);
  },
);
