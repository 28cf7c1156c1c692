import { execFileSync } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type Express } from 'express';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleTabs } from '../../src/graphql/examples.ts';
import { graphiqlRouter } from '../../src/graphql/graphiql/graphiql.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { withoutBrowser } from './chromium.ts';
import {
  fillApiKey,
  headersText,
  type OpenGraphiql,
  openDocs,
  openExplorer,
  openGraphiql,
  queryText,
  resultText,
  runQuery,
  tabTitles,
  variablesText,
} from './graphiql-page.ts';

/** Chromium shares its machine with everything else that is tested. */
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 20_000 });

const titles = exampleTabs.map(({ query }) => /^\w+ (\w+)/.exec(query)![1]!);

let service: TestService;
let shop: SeededMerchant;
let graphiqlUrl: string;

beforeAll(async () => {
  // Does nothing where the bundle is there and fresh.
  const buildScript = path.resolve(import.meta.dirname, '../../src/graphql/graphiql/build.ts');
  execFileSync(process.execPath, ['--import', 'tsx', buildScript]);
  service = await startTestService();
  graphiqlUrl = `${service.url}/graphiql`;
  shop = await seedMerchant(service);
  const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second));
  const sold = { payment_id: 'pay_1', amount: 6540, connector: 'stripe', created: at(1) };
  const paymentId = await shop.payment({ ...sold, description: 'An example' });
  await shop.attempt(paymentId, { attempt_id: 'pay_1_1', created_at: at(1) });
  await shop.refund(paymentId, { refund_id: 'ref_1', amount: 40, created_at: at(2) });
  const failed = { status: 'failed', connector: 'adyen', amount_received: 0 };
  await shop.payment({ payment_id: 'pay_2', amount: 1200, currency: 'EUR', created: at(0), ...failed });
}, 60_000);

afterAll(() => service.close());

function listen(app: Express): Promise<Server> {
  return new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
}

function originOf(listening: Server): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** What a router answers at `/graphiql`. */
async function pageOf(router: ReturnType<typeof graphiqlRouter>): Promise<{ status: number; html: string }> {
  const server = await listen(express().use('/graphiql', router));
  const answer = await fetch(`${originOf(server)}/graphiql`);
  const html = await answer.text();
  server.closeAllConnections();
  server.close();
  return { status: answer.status, html };
}

test('The GraphiQL page is revalidated by ETag and its assets are cached for good', async () => {
  const page = await fetch(graphiqlUrl);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'self';(?!.*script-src)(?!.*http)/,
  );

  // Without a cache-control of its own, fetch would add `no-cache` and forbid the 304.
  const headers = { 'if-none-match': page.headers.get('etag')!, 'cache-control': 'max-age=0' };
  expect((await fetch(graphiqlUrl, { headers })).status).toBe(304);

  const scriptPath = /<script type="module"[^>]* src="([^"]+)"/.exec(html)![1]!;
  const script = await fetch(new URL(scriptPath, graphiqlUrl));
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  await script.body!.cancel();
});

test('GraphiQL without a bundle responds with 503 and how to build it', async () => {
  vi.resetModules();
  vi.doMock('../../src/graphql/graphiql/bundle-folder.ts', () => ({ bundleFolder: '/nowhere' }));
  const unbuilt = await import('../../src/graphql/graphiql/graphiql.ts');
  const { status, html } = await pageOf(unbuilt.graphiqlRouter({ endpoint: '/graphql', tabs: [] }));
  expect(status).toBe(503);
  expect(html).toContain('npm run build:graphiql');
});

test('The text of a tab cannot close the script element that contains it', async () => {
  const name = 'How many </script><script>alert(1)</script> there are';
  const tabs = [{ name, query: '{ __typename }' }];
  const { html } = await pageOf(graphiqlRouter({ endpoint: '/graphql', tabs }));
  expect(html).toContain('How many \\u003c/script>');
  expect(html).not.toContain('alert(1)</script>');
});

describe.skipIf(withoutBrowser)('using GraphiQL in a browser', { timeout: 60_000 }, () => {
  let graphiql: OpenGraphiql;

  beforeAll(async () => {
    graphiql = await openGraphiql(graphiqlUrl);
  }, 60_000);

  afterAll(() => graphiql?.close());

  test('The first tab is ready to run except for the key', async () => {
    const { page } = graphiql;
    expect(await tabTitles(page)).toEqual(titles);
    expect(await headersText(page)).toBe('{"api-key": ""}');
    expect(await variablesText(page)).toBe('{"first": 20}');
    expect(await queryText(page)).toContain(exampleTabs[0]!.query);
    await runQuery(page);
    expect(await resultText(page)).toContain('"invalid_api_key"');
  });

  test('The documentation and the explorer show the schema without a key', async () => {
    const { page } = graphiql;
    await openDocs(page);
    await page
      .getByRole('region', { name: 'Documentation Explorer' })
      .getByText('Query', { exact: true })
      .click();
    await page.locator('.graphiql-doc-explorer-field-name', { hasText: /^payments$/ }).waitFor();
    await openExplorer(page);
    await page
      .locator('.graphiql-explorer-root .graphiql-explorer-field-view', { hasText: 'payments' })
      .first()
      .waitFor();
  });

  test('The dashboard query returns rows once the key is filled in', async () => {
    const { page } = graphiql;
    await fillApiKey(page, shop.key);
    await eventually(() => headersText(page)).toContain(shop.key);
    await runQuery(page);
    await eventually(() => resultText(page)).toContain('"count": 2');
    const { data } = JSON.parse(await resultText(page));
    expect(data.payments.nodes).toHaveLength(2);
    expect(data.payments.nodes[0]).toMatchObject({
      paymentId: 'pay_1',
      status: 'succeeded',
      amount: 6540,
      attempts: [{ attemptId: 'pay_1_1' }],
      refunds: [{ refundId: 'ref_1', amount: 40 }],
    });
    expect(data.payments.nodes[1]).toMatchObject({ paymentId: 'pay_2', status: 'failed', refunds: [] });
  });

  test('The key is shared with the other tabs, whose queries return rows too', async () => {
    const { page } = graphiql;
    await page.getByRole('tab', { name: 'FailuresByConnector' }).click();
    expect(JSON.parse(await headersText(page))).toEqual({ 'api-key': shop.key });
    await runQuery(page);
    await eventually(() => resultText(page)).toContain('"paymentStats"');
    const { data } = JSON.parse(await resultText(page));
    const bucket = '2026-01-04T23:00:00.000Z';
    expect(data.paymentStats).toEqual([
      {
        ...{ bucket, connector: 'adyen', status: 'failed', currency: 'EUR' },
        ...{ count: 1, amount: 1200, successRate: 0 },
      },
      {
        ...{ bucket, connector: 'stripe', status: 'succeeded', currency: 'USD' },
        ...{ count: 1, amount: 6540, successRate: 1 },
      },
    ]);
    await page.getByRole('tab', { name: 'SearchPayments' }).click();
    await runQuery(page);
    await eventually(() => resultText(page)).toContain('"pay_1"');
    await page.getByRole('tab', { name: 'Dashboard' }).click();
  });

  test('A subscription runs with the same key until it is stopped', async () => {
    const { page } = graphiql;
    await page.getByRole('tab', { name: 'PaymentUpdates' }).click();
    const execute = page.getByRole('button', { name: /^Execute query/ });
    const stop = page.getByRole('button', { name: /^Stop query/ });
    // GraphiQL takes a moment to see that the tab's operation is another one, and nothing says that a subscription has
    // begun: it is begun, and the payment changes, until that is shown.
    const text = `insert into updates (merchant_id, object_type, object_id, recorded_at)
                  values ($1, 'payment', 'pay_1', now())`;
    await eventually(async () => {
      if (await execute.isVisible()) await execute.click();
      await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
      return resultText(page);
    }).toContain('"paymentId": "pay_1"');
    await stop.click();
    await page.getByRole('tab', { name: 'Dashboard' }).click();
  });

  test('A later visit restores the tabs, the variables and the key', async () => {
    const { page } = graphiql;
    // GraphiQL writes to storage half a second after the last change.
    await page.waitForTimeout(1_000);
    await page.reload();
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    await eventually(() => tabTitles(page)).toEqual(titles);
    expect(JSON.parse(await headersText(page))).toEqual({ 'api-key': shop.key });
    await runQuery(page);
    await eventually(() => resultText(page)).toContain('"count": 2');
  });

  test('Prettify, whose code is loaded on demand, spreads the query over lines', async () => {
    const { page } = graphiql;
    await page.getByRole('button', { name: /^Prettify query/ }).click();
    await eventually(() => queryText(page)).toContain('      paymentId\n      status\n');
  });

  test('GraphiQL requests no other host and violates no content security policy', () => {
    expect(graphiql.foreignRequests).toEqual([]);
    expect(graphiql.complaints).toEqual([]);
  });
});
