import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { nodeOf } from '../../kit/citus.ts';
import { clientOf } from '../../kit/client.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect, paymentsLive } from '../../shared/graphql/subscriptions/live.ts';

/* On a real cluster, as in test/process/operation/citus.test.ts. */
const test = base.skipIf(inject('nodeUrls') === null);

afterAll(closeAll);

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const nextTransaction = async (node: string) =>
  Number((await ask(node, 'select pg_snapshot_xmax(pg_current_snapshot())::text as next'))[0]!.next);

/** Moves a merchant's rows to the other worker, which has had fewer transactions. */
async function move(databaseUrl: string, merchantId: string): Promise<void> {
  const [coordinator, ...workers] = inject('nodeUrls')!;
  const from = await nodeOf(databaseUrl, merchantId);
  const to = workers.find((node) => node !== from)!;
  const ahead = (await nextTransaction(to)) - (await nextTransaction(from)) + 10_000;
  await ask(
    from,
    `do $$ begin for i in 1..${ahead} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  );
  const [source, target] = [from, to].map((node) => `'${new URL(node).hostname}', ${new URL(node).port}`);
  const url = new URL(coordinator!);
  url.pathname = new URL(databaseUrl).pathname;
  await ask(
    url.href,
    `select citus_move_shard_placement(get_shard_id_for_distribution_column('payments', '${merchantId}'),
       ${source}, ${target}, 'block_writes')`,
  );
  expect(await nodeOf(databaseUrl, merchantId)).toBe(to);
}

test("A merchant's feeds stay in order, with valid cursors, while it moves to another node and back", async ({
  service,
}) => {
  const { get, post } = clientOf(service);
  const { key, merchantId } = await sandboxShop(service);
  const payment = {
    amount: 4900,
    currency: 'USD',
    confirm: true,
    payment_method: 'card',
    payment_method_data: { card: cardOf(cards.good) },
  };
  const readFrom = async (after: string | null) => {
    const { body } = await get(`/event_feed${after === null ? '' : `?after=${after}`}`, { key });
    const events = body.events as { event_id: string; body: string }[];
    return {
      cursor: body.next_cursor as string,
      ids: events.map(({ event_id: id }) => id),
      payments: events.map((event) => JSON.parse(event.body).content.object.payment_id as string),
    };
  };
  const { updatesCursor: after } = await graphqlClient(service, key).data('{ updatesCursor }');
  const live = (await connect(service, key)).subscribe(paymentsLive, { after });
  const seen = () => live.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
  const paid: string[] = [];
  const read: { ids: string[]; payments: string[] } = { ids: [], payments: [] };
  let { cursor } = await readFrom(null);
  for (const moves of [0, 1, 2]) {
    if (moves > 0) await move(service.database.url, merchantId);
    // A cursor at a position not written yet.
    ({ cursor } = await readFrom(cursor));
    for (const _ of [1, 2]) {
      const { body } = await post('/payments', { key, body: payment });
      expect(body).toMatchObject({ status: 'succeeded' });
      paid.push(body.payment_id);
      await expect
        .poll(async () => {
          const next = await readFrom(cursor);
          ({ cursor } = next);
          read.ids.push(...next.ids);
          read.payments.push(...next.payments);
          return read.payments.at(-1);
        })
        .toBe(body.payment_id);
    }
    await live.until(() => seen().at(-1) === paid.at(-1));
  }
  expect([...new Set(read.payments)]).toEqual(paid);
  expect((await readFrom(null)).ids).toEqual(read.ids);
  expect([...new Set(seen())]).toEqual(paid);
}, 120_000);
