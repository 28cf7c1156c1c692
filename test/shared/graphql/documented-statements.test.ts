import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { untilCompiled } from '../../kit/graphql.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/graphql.md'), 'utf8');

interface Documented {
  readonly title: string;
  readonly query: string;
  /** In the page's order, with `…` for omissions. */
  readonly statements: readonly string[];
  /** The number in the page's table. */
  readonly count: number;
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const blockOf = (section: string, language: string): string =>
  new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(section)?.[1] ?? '';

/** The queries of the page's table, each with its section. */
const documented: readonly Documented[] = [...page.matchAll(/^\| \[(.+)\]\(#.+\) \| (\d+) \|/gm)].map(
  ([, title, count]) => {
    const section = page.split(/^### /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
    return {
      title: title!,
      query: blockOf(section, 'graphql'),
      statements: blockOf(section, 'sql')
        .split(';')
        .map(onOneLine)
        .filter((text) => text !== ''),
      count: Number(count),
    };
  },
);

/** Matches a whole statement; the page's omissions match any text, and spaces are ignored. */
const patternOf = (abbreviated: string): RegExp => {
  const pieces = abbreviated.split('…').map((piece) =>
    piece
      .split(/\s+|(?<=\()|(?=\))/)
      .map(RegExp.escape)
      .join(String.raw`\s*`),
  );
  return new RegExp(`^${pieces.join('.*')}$`);
};

const tablesOf = (statement: string) =>
  [...statement.matchAll(/(?:from|join) "(\w+)"/g)].map(([, table]) => table);

const PAYMENTS = 6;

const test = base
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    for (let i = 0; i < PAYMENTS; i++) {
      const paymentId = await shop.payment({ customer_id: await shop.customer() });
      await shop.capture(paymentId, await shop.attempt(paymentId));
      await shop.refund(paymentId);
      await shop.dispute(paymentId);
    }
    return shop;
  })
  .extend('shop', ({ seeded }) => seeded);

test('The page shows four queries, each with the number of statements in its table', () => {
  expect(documented).toHaveLength(4);
  for (const { count, query, statements, title } of documented) {
    expect(query, title).toContain('refunds');
    expect(statements, title).toHaveLength(count);
  }
});

test.for(documented)('$title: the statements match docs/graphql.md', async (shown, { graphql }) => {
  const { payments } = await graphql.data(`{ payments(first: ${PAYMENTS}) { nodes { id paymentId } } }`);
  const ids = payments.nodes.map(({ id }: { id: string }) => id);
  for (const rows of [1, PAYMENTS]) {
    const variables = { first: rows, ids: ids.slice(0, rows), paymentId: payments.nodes[0].paymentId };
    for (let use = 1; use <= untilCompiled; use++) {
      const { data, errors, statements } = await graphql.run(shown.query, variables);
      expect(errors).toEqual([]);
      expect(JSON.stringify(data).match(/"captures":\[\{/g)).toHaveLength(
        /\$paymentId/.test(shown.query) ? 1 : rows,
      );
      expect(statements, `use ${use} for ${rows}`).toHaveLength(shown.count);
      for (const [i, statement] of statements.entries()) {
        expect(onOneLine(statement)).toMatch(patternOf(shown.statements[i]!));
        expect(tablesOf(statement)).toEqual(tablesOf(shown.statements[i]!));
      }
    }
  }
});

test('The check finds a statement that reads anything else', () => {
  const pattern = patternOf('select … from "refunds" c where … limit $1::int');
  expect('select a from "refunds" c where b limit $1::int').toMatch(pattern);
  expect('select a from "captures" c where b limit $1::int').not.toMatch(pattern);
  expect('select a from "refunds" c where b limit $1::int offset 3').not.toMatch(pattern);
});
