import { execFileSync } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type Express } from 'express';
import { buildSchema, graphql } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { graphiqlRouter } from '../../src/graphql/graphiql/graphiql.ts';
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

const apiKey = 'test_key_1';

const dashboardQuery = `query Dashboard($first: Int!) {
  payments(first: $first) {
    totalCount
    nodes {
      paymentId status amount currency created customerId connector paymentMethod email description
      refunds  { refundId status amount reason createdAt }
      disputes { disputeId disputeStage disputeStatus challengeRequiredBy createdAt }
      attempts { attemptId status amount connector errorCode errorMessage createdAt }
      captures { captureId status amount captureSequence connectorCaptureId }
    }
  }
}
`;

const schema = buildSchema(`
  type Query {
    "The payments of the merchant whose key this is, newest first."
    payments(first: Int!): PaymentConnection!
  }
  type PaymentConnection { totalCount: Int!, nodes: [Payment!]! }
  type Payment {
    paymentId: ID!, status: String!, amount: Int!, currency: String!, created: String!, customerId: ID
    connector: String, paymentMethod: String, email: String, description: String
    refunds: [Refund!]!, disputes: [Dispute!]!, attempts: [Attempt!]!, captures: [Capture!]!
  }
  type Refund { refundId: ID!, status: String!, amount: Int!, reason: String, createdAt: String! }
  type Dispute {
    disputeId: ID!, disputeStage: String!, disputeStatus: String!, challengeRequiredBy: String, createdAt: String!
  }
  type Attempt {
    attemptId: ID!, status: String!, amount: Int!, connector: String, errorCode: String, errorMessage: String
    createdAt: String!
  }
  type Capture {
    captureId: ID!, status: String!, amount: Int!, captureSequence: Int!, connectorCaptureId: String
  }
`);

const payments = [
  { paymentId: 'pay_1', status: 'succeeded', amount: 6540, currency: 'USD', connector: 'stripe' },
  { paymentId: 'pay_2', status: 'failed', amount: 1200, currency: 'EUR', connector: 'adyen' },
].map((payment) => ({
  ...payment,
  created: '2026-01-05T10:00:00Z',
  refunds: [],
  disputes: [],
  attempts: [],
  captures: [],
}));

/** A service that, like the strictest real one, refuses even introspection to a caller without a key. */
function startService(): Promise<Server> {
  const app = express();
  app.use(
    '/graphiql',
    graphiqlRouter({
      endpoint: '/graphql',
      tabs: [
        { query: dashboardQuery, variables: '{"first": 20}' },
        {
          name: 'How many payments </script> there are',
          query: 'query Count { payments(first: 1) { totalCount } }',
        },
      ],
    }),
  );
  app.post('/graphql', express.json(), async (req, res) => {
    if (req.header('api-key') !== apiKey) {
      res.status(401).json({ errors: [{ message: 'An api-key header is required.' }] });
      return;
    }
    const rootValue = { payments: { totalCount: payments.length, nodes: payments } };
    res.json(
      await graphql({ schema, source: req.body.query, variableValues: req.body.variables, rootValue }),
    );
  });
  return listen(app);
}

function listen(app: Express): Promise<Server> {
  return new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
}

function originOf(listening: Server): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

let server: Server;
let graphiqlUrl: string;

beforeAll(async () => {
  const buildScript = path.resolve(import.meta.dirname, '../../src/graphql/graphiql/build.ts');
  execFileSync(process.execPath, ['--import', 'tsx', buildScript]);
  server = await startService();
  graphiqlUrl = `${originOf(server)}/graphiql`;
}, 60_000);

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('serving GraphiQL', () => {
  test('keeps the page fresh by ETag and its assets for good', async () => {
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

  test('says how to build the page when it is not there', async () => {
    vi.resetModules();
    vi.doMock('../../src/graphql/graphiql/bundle-folder.ts', () => ({ bundleFolder: '/nowhere' }));
    const unbuilt = await import('../../src/graphql/graphiql/graphiql.ts');
    const app = express().use('/graphiql', unbuilt.graphiqlRouter({ endpoint: '/graphql', tabs: [] }));
    const unbuiltServer = await listen(app);
    const answer = await fetch(`${originOf(unbuiltServer)}/graphiql`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm run build:graphiql');
    unbuiltServer.closeAllConnections();
    unbuiltServer.close();
  });
});

describe('using GraphiQL in a browser', { timeout: 60_000 }, () => {
  let graphiql: OpenGraphiql;

  beforeAll(async () => {
    graphiql = await openGraphiql(graphiqlUrl);
  }, 60_000);

  afterAll(() => graphiql.close());

  test('the first tab is ready to run but for the key', async () => {
    expect(await headersText(graphiql.page)).toBe('{"api-key": ""}');
    expect(await variablesText(graphiql.page)).toBe('{"first": 20}');
    await runQuery(graphiql.page);
    expect(await resultText(graphiql.page)).toContain('An api-key header is required.');
  });

  test('filling in the key fetches the schema, and the docs and the explorer show it', async () => {
    const { page } = graphiql;
    await fillApiKey(page, apiKey);
    await expect.poll(() => resultText(page)).toBe('');
    await openDocs(page);
    await page
      .getByRole('region', { name: 'Documentation Explorer' })
      .getByText('Query', { exact: true })
      .click();
    await page.locator('.graphiql-doc-explorer-field-name', { hasText: 'payments' }).waitFor();
    await openExplorer(page);
    await page
      .locator('.graphiql-explorer-root .graphiql-explorer-field-view', { hasText: 'payments' })
      .waitFor();
  });

  test('the dashboard query answers with rows', async () => {
    await runQuery(graphiql.page);
    const { data } = JSON.parse(await resultText(graphiql.page));
    expect(data.payments.totalCount).toBe(2);
    expect(data.payments.nodes[0]).toMatchObject({ paymentId: 'pay_1', status: 'succeeded', amount: 6540 });
    await graphiql.page.screenshot({ path: '/tmp/graphiql.png' });
  });

  test('the key follows into the next tab', async () => {
    const { page } = graphiql;
    await page.getByRole('tab', { name: 'Count' }).click();
    expect(JSON.parse(await headersText(page))).toEqual({ 'api-key': apiKey });
    await runQuery(page);
    expect(JSON.parse(await resultText(page)).data).toEqual({ payments: { totalCount: 2 } });
    await page.getByRole('tab', { name: 'Dashboard' }).click();
  });

  test('a later visit finds the tabs, the variables and the key as they were left', async () => {
    const { page } = graphiql;
    // GraphiQL writes to storage half a second after the last change.
    await page.waitForTimeout(1_000);
    await page.reload();
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    await expect.poll(() => tabTitles(page)).toEqual(['Dashboard', 'Count']);
    expect(JSON.parse(await headersText(page))).toEqual({ 'api-key': apiKey });
    await runQuery(page);
    expect(JSON.parse(await resultText(page)).data.payments.totalCount).toBe(2);
  });

  test('prettifying, whose code is loaded on demand, spreads the query over lines', async () => {
    const { page } = graphiql;
    await page.getByRole('button', { name: /^Prettify query/ }).click();
    await expect.poll(() => queryText(page)).toContain('      paymentId\n      status\n');
  });

  test('nothing was asked of another host, and no policy was broken', () => {
    expect(graphiql.foreignRequests).toEqual([]);
    expect(graphiql.complaints).toEqual([]);
  });
});
