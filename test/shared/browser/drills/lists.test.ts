import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { addListLines } from '../../../kit/list-file.ts';
import { overflowOf, phone, runs } from '../chromium.ts';
import {
  test as base,
  expectNothingRefused,
  followTo,
  goTo,
  patiently,
  settled,
  violationsOf,
} from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const test = base.extend('lists', ({ cardShop, graphqlAs }) => {
  const graphql = graphqlAs(cardShop.key);
  return {
    create: async (name: string, kind: string, values: readonly string[] = []) => {
      const { payload } = await graphql.mutate('createValueList', { name, kind }, 'valueList { listId }');
      const { listId } = payload.valueList;
      if (values.length > 0) {
        const entries = values.map((value) => ({ value, reason: 'seen' }));
        await graphql.mutate('addListEntries', { listId, entries }, 'result { added }');
      }
      return listId as string;
    },
    valuesOf: async (listId: string) => {
      const text = 'query ($id: ID!) { listEntries(filter: { listId: { eq: $id } }) { nodes { value } } }';
      const { listEntries } = await graphql.data(text, { id: listId });
      return listEntries.nodes.map(({ value }: { value: string }) => value).sort();
    },
  };
});

test(
  'A person creates a list, adds values line by line, finds one in another notation, deletes and downloads',
  runs,
  async ({ as, cardShop, graphqlAs, lists }) => {
    const opened = await as('owner');
    const { page } = opened;
    await goTo(page, 'Rules');
    await page.getByRole('link', { name: 'Lists' }).click();
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await page.getByText('No lists yet').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create a list' }).click();
    const creation = page.getByRole('dialog', { name: 'Create a list' });
    await creation.getByLabel('Name').fill('Known addresses');
    await creation.getByRole('combobox', { name: 'Kind of values' }).click();
    await page.getByRole('option', { name: 'Email', exact: true }).click();
    expect(await violationsOf(page)).toEqual([]);
    await creation.getByRole('button', { name: 'Create the list' }).click();
    await page.getByRole('heading', { name: partOf('Known addresses'), level: 1 }).waitFor();
    await page.getByText('No entries yet').waitFor();

    const add = page.getByRole('dialog', { name: 'Add entries' });
    await page.getByRole('button', { name: 'Add entries' }).click();
    await add.getByLabel('Values, one per line').fill('Ada@Example.com\n\nnobody\neve@example.com');
    await add.getByLabel('Reason').fill('regulars');
    await add.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'In 30 days' }).click();
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await add.getByText(partOf('Line 3 must be an e-mail address')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await add.getByLabel('Values, one per line').fill('Ada@Example.com\neve@example.com\n');
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await add.waitFor({ state: 'detached' });
    const { valueLists } = await graphqlAs(cardShop.key).data('{ valueLists { nodes { listId name } } }');
    const { listId } = valueLists.nodes.find(({ name }: { name: string }) => name === 'Known addresses');
    expect(await lists.valuesOf(listId)).toEqual(['ada@example.com', 'eve@example.com']);

    const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row');
    await expect.poll(() => rows.count(), patiently).toBe(3);
    await page.getByRole('searchbox', { name: 'Search' }).fill(' ADA@example.com');
    await expect.poll(() => rows.count(), patiently).toBe(2);
    await rows.nth(1).getByText('ada@example.com').waitFor();
    await page.getByText('1 entry').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('adam@example.com');
    await page.getByText('adam@example.com is not in the list').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect.poll(() => rows.count(), patiently).toBe(3);
    expect(await violationsOf(page)).toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Known-addresses.csv');
    const file = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(file[0]).toBe('value,expires_at,reason');
    expect(
      file
        .slice(1, -1)
        .map((line) => line.split(',')[0]!)
        .sort(),
    ).toEqual(['ada@example.com', 'eve@example.com']);

    await page.getByRole('button', { name: 'Delete eve@example.com' }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete the entry' });
    await deletion.getByText(partOf('eve@example.com is no longer in the list')).waitFor();
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await deletion.waitFor({ state: 'detached' });
    await expect.poll(() => rows.count(), patiently).toBe(2);
    expect(await lists.valuesOf(listId)).toEqual(['ada@example.com']);
    expectNothingRefused(opened);
  },
);

test(
  'A person uploads a file, sees its progress, the entries and the refused lines, and deletes the list',
  runs,
  async ({ as, cardShop, graphqlAs, lists, service }) => {
    const id = await lists.create('Known addresses', 'email');
    // Seeded merchants have no built-in list.
    await cardShop.valueList({ list_id: 'blocklist', name: 'blocklist', kind: 'card' });
    const opened = await as('owner');
    const { page } = opened;
    await followTo(page, `/dashboard/lists/${id}`);
    await page.getByText('No entries yet').waitFor();
    await page.getByRole('button', { name: 'Upload CSV' }).click();
    const upload = page.getByRole('dialog', { name: 'Upload a CSV file' });
    expect(await upload.getByRole('button', { name: 'Upload', exact: true }).isDisabled()).toBe(true);
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'entries.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('address\nada@example.com');
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await upload.getByRole('alert').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const faulty = Array.from({ length: 120 }, (_, i) => `nobody ${i}`).join('\n');
    await choose(`value\nada@example.com\n${faulty}\neve@example.com`);
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await upload.waitFor({ state: 'detached' });
    // At 0 % it has no width.
    await page.getByRole('progressbar', { name: 'Progress of the upload' }).waitFor({ state: 'attached' });
    expect(await violationsOf(page)).toEqual([]);
    expect(await addListLines(service)).toBe(122);
    const uploads = page.getByRole('table', { name: 'Uploads' }).locator('tbody').getByRole('row');
    await uploads.getByText('Succeeded').waitFor();
    const cells = (await uploads.first().innerText()).split('\t').map((cell) => cell.trim());
    expect(cells.slice(1)).toEqual(['Succeeded', '122', '2', '0', '120']);
    const rows = page.getByRole('table', { name: 'Entries' }).locator('tbody').getByRole('row');
    await expect.poll(() => rows.count(), patiently).toBe(2);
    await page.getByRole('button', { name: 'Show 120 refused lines' }).click();
    const refused = page.getByRole('dialog', { name: 'Refused lines' });
    const lines = refused.getByRole('table', { name: 'Refused lines' }).locator('tbody').getByRole('row');
    await expect.poll(() => lines.count(), patiently).toBe(100);
    expect(await lines.first().innerText()).toMatch(/^3\s+value must be an e-mail address/);
    await refused.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => lines.count(), patiently).toBe(120);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });

    // A list that active rules name stays.
    const graphql = graphqlAs(cardShop.key);
    const when = { field: 'email', comparison: 'in_list', value: id };
    const rules = [{ name: 'known', when, then: { risk: 'allow' } }];
    const { payload } = await graphql.mutate(
      'createRuleset',
      { profileId: cardShop.profileId, decision: 'risk', name: 'Known', rules },
      'ruleset { rulesetId }',
    );
    const { rulesetId } = payload.ruleset;
    await graphql.mutate('activateRuleset', { rulesetId }, 'ruleset { status }');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete the list' });
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await deletion.getByRole('alert').getByText(partOf(rulesetId)).waitFor();
    await graphql.mutate('deactivateRuleset', { rulesetId }, 'ruleset { status }');
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await page.getByRole('link', { name: partOf('blocklist') }).click();
    await page.getByText('No entries yet').waitFor();
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    const { valueLists } = await graphql.data('{ valueLists { nodes { listId } } }');
    expect(valueLists.nodes).toEqual([{ listId: 'blocklist' }]);
  },
);

test('Who may not read personal data sees masks, and finds nothing by value', runs, async ({ as, lists }) => {
  const id = await lists.create('Known addresses', 'email', ['ada@example.com']);
  const { page } = await as('developer');
  await followTo(page, `/dashboard/lists/${id}`);
  await page.getByRole('table', { name: 'Entries' }).getByText('a•••@example.com').waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
  await page.getByRole('button', { name: 'Delete a•••@example.com' }).waitFor();
  const analyst = (await as('analyst')).page;
  await followTo(analyst, `/dashboard/lists/${id}`);
  await analyst.getByRole('table', { name: 'Entries' }).waitFor();
  await settled(analyst);
  for (const name of ['Add entries', 'Delete a•••@example.com']) {
    expect([name, await analyst.getByRole('button', { name }).count()]).toEqual([name, 0]);
  }
});

test('On a phone, a list is paged by keyboard without scrolling sideways', runs, async ({ as, lists }) => {
  const bins = Array.from({ length: 30 }, (_, i) => `4242${String(i).padStart(4, '0')}`);
  const id = await lists.create('Blocked BINs', 'bin', bins);
  const { page } = await as('owner', phone);
  await followTo(page, '/dashboard/lists');
  await page.getByRole('link', { name: partOf('Blocked BINs') }).click();
  await page.getByText('30 entries').waitFor();
  expect(page.url()).toContain(id);
  const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row');
  expect(await rows.count()).toBe(26);
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count(), patiently).toBe(6);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await violationsOf(page, { inDark: true })).toEqual([]);
});

test(
  'Conditions choose a list by name, create one in place, and count in rows',
  runs,
  async ({ as, cardShop, graphqlAs, lists }) => {
    const known = await lists.create('Known addresses', 'email');
    await lists.create('Blocked BINs', 'bin');
    const { page } = await as('developer');
    await goTo(page, 'Rules');
    await page.getByRole('link', { name: 'New version' }).click();
    await page.getByLabel('Name').fill('With lists');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const rule = page.getByRole('region', { name: 'Rule 1' });
    const row = (number: number) => rule.getByRole('group', { name: `Condition ${number} of rule 1` });
    const choose = async (number: number, field: string, option: string) => {
      await row(number).getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose(1, 'Fact', 'Email');
    await choose(1, 'Comparison', 'is in the list');
    await row(1).getByRole('combobox', { name: 'Value' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Known addresses']);
    await page.getByRole('option', { name: 'Known addresses' }).click();
    await rule.getByRole('button', { name: 'Add a condition to rule 1' }).click();
    await choose(2, 'Fact', 'IP address');
    await choose(2, 'Comparison', 'is not in the list');
    await row(2).getByRole('button', { name: 'Create a list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a list' });
    await dialog.getByLabel('Name').fill('Offices');
    await dialog.getByRole('button', { name: 'Create the list' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => row(2).getByRole('combobox', { name: 'Value' }).inputValue(), patiently)
      .toBe('Offices');
    await rule.getByRole('button', { name: 'Add a condition to rule 1' }).click();
    await choose(3, 'Fact', 'Number of declines');
    await choose(3, 'Counted by', 'by email');
    await row(3).getByLabel('Within the last').fill('2');
    await choose(3, 'Unit of time', 'days');
    await row(3).getByLabel('Value').fill('3');
    const { valueLists } = await graphqlAs(cardShop.key).data('{ valueLists { nodes { listId name } } }');
    const offices = valueLists.nodes.find(({ name }: { name: string }) => name === 'Offices').listId;
    const json = JSON.parse(await page.getByLabel('Rules as JSON').inputValue());
    expect(json.rules[0].when).toEqual({
      all: [
        { field: 'email', comparison: 'in_list', value: known },
        { field: 'ip_address', comparison: 'not_in_list', value: offices },
        { count: 'declines', by: 'email', within: '2d', comparison: 'greater_or_equal', value: 3 },
      ],
    });
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => overflowOf(page), patiently).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page
      .getByText(
        partOf(
          'Email is in the list “Known addresses” and IP address is not in the list “Offices” and number of declines by email within 2 days is at least 3',
        ),
      )
      .waitFor();
  },
);

test('What the service refuses of a count is shown at its field', runs, async ({ as }) => {
  const { page } = await as('developer');
  await goTo(page, 'Rules');
  await page.getByRole('link', { name: 'New version' }).click();
  await page.getByLabel('Name').fill('Counts');
  const count = { count: 'attempts', by: 'card', within: '99d', comparison: 'greater_than', value: 4 };
  const rules = [{ name: 'often', when: count, then: { risk: 'block' } }];
  await page.getByLabel('Rules as JSON').fill(JSON.stringify({ rules }));
  const row = page.getByRole('group', { name: 'Condition 1 of rule 1' });
  expect(await row.getByLabel('Within the last').inputValue()).toContain('99');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await row.getByText(partOf('Must be a number of minutes, hours or days from 1m to 30d')).waitFor();
  await row.getByLabel('Within the last').fill('9');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText(partOf('Number of attempts by card within 9 days is more than 4')).waitFor();
});

test(
  'The decision about a held payment adds its value to a list in the same click',
  runs,
  async ({ as, cardShop, graphqlAs, lists, pay }) => {
    const emails = await lists.create('Known addresses', 'email');
    const graphql = graphqlAs(cardShop.key);
    const rules = [{ name: 'hold', then: { risk: 'review' } }];
    const { payload } = await graphql.mutate(
      'createRuleset',
      { profileId: cardShop.profileId, decision: 'risk', name: 'Hold all', rules },
      'ruleset { rulesetId }',
    );
    await graphql.mutate('activateRuleset', { rulesetId: payload.ruleset.rulesetId }, 'ruleset { status }');
    const held = async (email?: string) => {
      const paymentId = await pay(2_500, email ? { email } : {});
      const query = 'query ($id: ID!) { payment(paymentId: $id) { status } }';
      const { payment } = await graphql.data(query, { id: paymentId });
      return payment.status === 'requires_merchant_action' ? paymentId : null;
    };
    // Settings are trusted for a second.
    await expect.poll(() => held(), patiently).not.toBeNull();
    const { page } = await as('operator');
    const decide = async (decision: 'Approve' | 'Reject', email?: string) => {
      await followTo(page, `/dashboard/payments/${await held(email)}`);
      await page.getByRole('button', { name: decision, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `${decision} the payment` });
      await dialog.getByRole('combobox', { name: 'Add to a list' }).click();
      await page.getByRole('option', { name: 'Known addresses' }).click();
      return dialog;
    };
    const approval = await decide('Approve', 'Ada@example.com');
    expect(await approval.getByRole('combobox', { name: 'Value of the payment' }).inputValue()).toBe('Email');
    await approval.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'In 90 days' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await approval.getByRole('button', { name: 'Approve' }).click();
    await approval.waitFor({ state: 'detached' });
    const rejection = await decide('Reject', 'eve@example.com');
    await rejection.getByRole('button', { name: 'Reject' }).click();
    await rejection.waitFor({ state: 'detached' });
    expect(await lists.valuesOf(emails)).toEqual(['ada@example.com', 'eve@example.com']);
    // A payment without the value is not decided about.
    const without = await decide('Reject');
    await without.getByRole('button', { name: 'Reject' }).click();
    await without.getByRole('alert').waitFor();
    await without.getByRole('combobox', { name: 'Add to a list' }).click();
    await page.getByRole('option', { name: 'No list' }).click();
    await without.getByRole('button', { name: 'Reject' }).click();
    await without.waitFor({ state: 'detached' });
    expect(await lists.valuesOf(emails)).toHaveLength(2);
  },
);
