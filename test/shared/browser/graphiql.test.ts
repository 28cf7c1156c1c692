import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoKeys } from '../../../src/dev/demo/load.ts';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import type { TestService } from '../../kit/service.ts';
import { type GuardedPage, overflowOf, phone, runs, withoutBrowser } from './chromium.ts';
import { startDemoService } from './demo-service.ts';
import { partOf } from './exact-names.ts';
import {
  editorReady,
  openDocs,
  openExplorer,
  openGraphiql,
  queryText,
  resultText,
  runQuery,
  tabTitles,
  variablesText,
} from './graphiql-page.ts';

/** Chromium shares the machine with the other tests. */
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 60_000 });

const titles = exampleTabs.map(({ query }) => /^\w+ (\w+)/.exec(query)![1]!);

let service: TestService;
let keys: DemoKeys;
let graphiql: GuardedPage;

beforeAll(async () => {
  ({ service, keys } = await startDemoService());
  if (!withoutBrowser) graphiql = await openGraphiql(`${service.url}/graphiql`);
});

afterAll(async () => {
  await graphiql?.close();
  await service?.close();
});

/** The rows in a result: the items of its lists, or its single object. */
function rowsOf(result: string): unknown[] {
  const { data, errors } = JSON.parse(result) as { data?: Record<string, unknown>; errors?: unknown };
  expect(errors).toBeUndefined();
  const [root] = Object.values(data ?? {}) as [unknown];
  if (Array.isArray(root)) return root;
  const { nodes, payment, userErrors = [] } = root as Record<string, unknown[]>;
  expect(userErrors).toEqual([]);
  return nodes ?? (payment ? [payment] : []);
}

test('The first tab runs as soon as a key is given', runs, async () => {
  const { page } = graphiql;
  expect(await tabTitles(page)).toEqual(titles);
  expect(await variablesText(page)).toBe('{"first": 20}');
  expect(await queryText(page)).toContain(exampleTabs[0]!.query);
  await runQuery(page);
  await eventually(() => resultText(page)).toContain('"invalid_api_key"');
});

test('The documentation and the explorer show the schema, with any key or none', runs, async () => {
  const { page } = graphiql;
  await page.getByLabel('API key').fill('sk_test_unknown');
  await page.getByRole('button', { name: 'Re-fetch GraphQL schema' }).click();
  await openDocs(page);
  await page.getByRole('region', { name: 'Documentation Explorer' }).getByText('Query').click();
  await page.locator('.graphiql-doc-explorer-field-name', { hasText: /^payments$/ }).waitFor();
  await openExplorer(page);
  const fields = page.locator('.graphiql-explorer-root .graphiql-explorer-field-view');
  await fields.filter({ hasText: 'payments' }).first().waitFor();
  await page.getByRole('button', { name: 'Hide GraphiQL Explorer' }).click();
});

test.for(titles.filter((title) => title !== 'PaymentUpdates'))(
  'The example %s immediately shows rows of the demo data',
  runs,
  async (title) => {
    const { page } = graphiql;
    await page.getByLabel('API key').fill(keys.apiKey);
    await page.getByRole('tab', { name: partOf(title) }).click();
    await eventually(() => queryText(page)).toContain(title);
    await runQuery(page);
    await eventually(() => resultText(page)).toContain('"data"');
    expect(rowsOf(await resultText(page)).length).toBeGreaterThan(0);
  },
);

test('The failures by connector count failed attempts only and contain no zero', runs, async () => {
  const { page } = graphiql;
  await page.getByRole('tab', { name: 'FailuresByConnector' }).click();
  await runQuery(page);
  await eventually(() => resultText(page)).toContain('"data"');
  const rows = rowsOf(await resultText(page)) as { count: number; errorCode: string | null }[];
  expect(rows.filter(({ count, errorCode }) => count === 0 || errorCode === null)).toEqual([]);
});

test('The example PaymentUpdates shows the payment that CreatePayment creates meanwhile', runs, async () => {
  const { page } = graphiql;
  await page.getByRole('tab', { name: 'PaymentUpdates' }).click();
  const { query, variables } = exampleTabs.find(({ query }) => query.includes('CreatePayment('))!;
  const create = () =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'api-key': keys.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: JSON.parse(variables!) }),
    });
  // GraphiQL takes a moment to notice the tab's new operation, and does not report when a subscription has started: the
  // test starts it and makes payments until one is shown.
  const execute = page.getByRole('button', { name: /^Execute query/ });
  await eventually(async () => {
    if (await execute.isVisible()) await execute.click();
    await create();
    return resultText(page);
  }).toContain('"paymentId": "pay_');
  expect(JSON.parse(await resultText(page)).data.paymentUpdated.payment).toMatchObject({ amount: 1099 });
  await page.getByRole('button', { name: /^Stop query/ }).click();
});

test('A later visit restores the tabs, the variables and the key', runs, async () => {
  const { page } = graphiql;
  await page.getByRole('tab', { name: 'Dashboard' }).click();
  await eventually(() => variablesText(page)).toBe('{"first": 20}');
  // GraphiQL saves half a second after the last change.
  await page.waitForTimeout(1_000);
  await page.reload();
  await editorReady(page);
  expect(await tabTitles(page)).toEqual(titles);
  expect(await page.getByLabel('API key').inputValue()).toBe(keys.apiKey);
  await runQuery(page);
  await eventually(() => resultText(page)).toContain('"payments"');
  expect(rowsOf(await resultText(page))).toHaveLength(20);
});

test('A key in the headers editor overrides the box', runs, async () => {
  const { page } = graphiql;
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .CodeMirror').click();
  await page.keyboard.insertText('{"api-key": "sk_test_other"}');
  await runQuery(page);
  await eventually(() => resultText(page)).toContain('"invalid_api_key"');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
});

test('Prettify spreads the query over lines', runs, async () => {
  const { page } = graphiql;
  await page.getByRole('button', { name: /^Prettify query/ }).click();
  await eventually(() => queryText(page)).toContain('      paymentId\n      status\n');
});

test('On a phone an example runs and shows its rows without sideways scrolling', runs, async () => {
  const opened = await openGraphiql(`${service.url}/graphiql`, phone);
  const { page } = opened;
  try {
    await page.getByLabel('API key').fill(keys.apiKey);
    await runQuery(page);
    await eventually(() => resultText(page)).toContain('"payments"');
    expect(rowsOf(await resultText(page)).length).toBeGreaterThan(0);
    for (const part of ['.graphiql-query-editor .CodeMirror', '.result-window', '#api-key']) {
      const box = (await page.locator(part).boundingBox())!;
      const isWide = box.width >= 200 && box.x >= 0 && box.x + box.width <= 390;
      expect([part, isWide, box.y >= 0 && box.y + box.height <= 844]).toEqual([part, true, true]);
    }
    expect((await page.locator('.result-window').boundingBox())!.height).toBeGreaterThan(200);
    // The documentation replaces the editor temporarily.
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const docs = page.getByRole('region', { name: 'Documentation Explorer' });
    await eventually(async () => (await docs.boundingBox())!.width).toBeGreaterThan(330);
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
    await eventually(async () => (await docs.count()) === 0).toBe(true);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  } finally {
    await opened.close();
  }
});

test('GraphiQL requests no other host and violates no content security policy', runs, () => {
  expect(graphiql.foreignRequests).toEqual([]);
  expect(graphiql.complaints).toEqual([]);
});
