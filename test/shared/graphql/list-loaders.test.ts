import { expect, onTestFinished, vi } from 'vitest';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import { Loaders } from '../../../src/graphql/kit/loaders.ts';
import { paymentResolvers } from '../../../src/graphql/resolvers/payments.ts';
import { untilCompiled } from '../../kit/graphql.ts';
import { test as base } from '../../kit/test.ts';

const USES = 10;
const lists = ['refunds', 'disputes', 'attempts', 'captures'] as const;
const resolvers = paymentResolvers.find(({ name }) => name === 'PaymentFields')!.prototype as Record<
  (typeof lists)[number],
  () => unknown
>;

const test = base
  .extend('shown', ({ shop }) => async (): Promise<string[]> => {
    const paymentIds = [];
    for (const at of [1, 2]) {
      const paymentId = await shop.payment({ created: new Date(at) });
      await shop.capture(paymentId, await shop.attempt(paymentId));
      await shop.refund(paymentId);
      await shop.dispute(paymentId);
      paymentIds.push(paymentId);
    }
    return paymentIds;
  })
  /** How often each list was resolved and loaded since the last call. */
  .extend('countAsked', () => {
    const spies = lists.map((list) => [vi.spyOn(resolvers, list), vi.spyOn(Loaders.prototype, list)]);
    onTestFinished(() => void vi.restoreAllMocks());
    return () =>
      spies.map((both) =>
        both.map((spy) => {
          const { length } = spy.mock.calls;
          spy.mockClear();
          return length;
        }),
      );
  });

/** The nested lists' tables in each statement that reads any. */
const listsRead = (statements: readonly string[]) =>
  statements
    .map((text) => [...text.matchAll(/from "(\w+)" c\b/g)].map(([, table]) => table))
    .filter((tables) => tables.length > 0);

test("Every use of the benchmark's query calls the resolvers of its lists, which call the loaders", async ({
  countAsked,
  graphql,
  shown,
}) => {
  // Known documents are cached by text: no other file has sent this one.
  const query = `${exampleTabs[0]!.query}\n# Of list-loaders.test.ts`;
  const paymentIds = await shown();
  const answers = new Set<string>();
  // Executed by graphql-js, then compiled, and known after `untilCompiled` uses.
  expect(untilCompiled).toBeLessThan(USES);
  for (let use = 1; use <= USES; use++) {
    const way = `use ${use}`;
    const { data, statements, text } = await graphql.run(query, { first: 20 });
    const { nodes } = data.payments;
    expect(nodes.map(({ paymentId }: { paymentId: string }) => paymentId).sort()).toEqual(paymentIds.sort());
    expect(countAsked(), way).toEqual(lists.map(() => [2, 2]));
    // Including the page's own statement.
    expect(listsRead(statements), way).toEqual([[...lists]]);
    answers.add(text);
  }
  expect(answers.size).toBe(1);
});

test('Loaders read all lists that were not primed in one statement', async ({
  countAsked,
  graphql,
  shop,
  shown,
}) => {
  for (const paymentId of await shown()) await shop.refund(paymentId);
  const selected = lists.map((list) => `${list} { createdAt }`).join(' ');
  for (let use = 0; use < untilCompiled; use++) {
    const { data, statements } = await graphql.run(`{ refunds { nodes { payment { ${selected} } } } }`);
    expect(data.refunds.nodes).toHaveLength(4);
    for (const { payment } of data.refunds.nodes) {
      expect(lists.map((list) => payment[list].length)).toEqual([2, 1, 1, 1]);
    }
    expect(listsRead(statements).map((tables) => tables.toSorted())).toEqual([[...lists].sort()]);
    expect(countAsked()).toEqual(lists.map(() => [4, 4]));
  }
});

test('A list selected twice shows its columns in each place, primed or not', async ({ graphql, shown }) => {
  const [paymentId] = await shown();
  const twice = 'a: refunds { amount } b: refunds { refundId }';
  const whole = { a: [{ amount: 100 }], b: [{ refundId: expect.any(String) }] };
  const query = `query ($with: Boolean!) {
    payment(paymentId: "${paymentId}") { ${twice} }
    payments(last: 1) { nodes { ${twice} } edges { node { refunds { status } } } }
    unprimed: payments(last: 1) { nodes { ${twice.replaceAll(' {', ' @include(if: $with) {')} } }
  }`;
  for (let use = 0; use < untilCompiled; use++) {
    const data = await graphql.data(query, { with: true });
    expect(data.payment).toEqual(whole);
    expect(data.payments).toEqual({
      nodes: [whole],
      edges: [{ node: { refunds: [{ status: 'succeeded' }] } }],
    });
    expect(data.unprimed.nodes).toEqual([whole]);
  }
});
