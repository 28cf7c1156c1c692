import fc from 'fast-check';
import type { Client } from 'pg';
import { expect, vi } from 'vitest';
import { type DerivedContext, derivedSearch } from '../../../../src/core/derived/index.ts';
import { budget } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { testApart as base } from '../../../kit/test.ts';

const search = derivedSearch;

const kinds = { payments: 'payment_id', payouts: 'payout_id' } as const;
type Kind = keyof typeof kinds;
const columns = ['description', 'name'] as const;
const words = ['gold', 'golden', 'steel', 'ada'];

const document = `query ($filter: PaymentFilter, $payoutFilter: PayoutFilter) {
  payments(filter: $filter, first: 50) { nodes { id: paymentId } totalCount count(limit: 3) { count } }
  payouts(filter: $payoutFilter, first: 50) { nodes { id: payoutId } totalCount count(limit: 3) { count } }
}`;

type Values = Readonly<Record<(typeof columns)[number], string | null>>;

/** Fails a transaction before one of its statements, by an error or by the end of its session. */
interface Fault {
  readonly statement: number;
  readonly how: 'error' | 'killed';
}

const test = base
  .extend('ctx', ({ service }) => service.contextFor({ kind: 'admin_key' }, 'req_derived'))
  /** A context whose transactions run something before their statements. */
  .extend(
    'before',
    ({ ctx }) =>
      (
        run: (
          statement: number,
          query: (text: string) => Promise<unknown>,
          values: readonly unknown[],
        ) => Promise<void>,
      ): DerivedContext => ({
        rows: ctx.rows,
        transact: (merchantId, work) =>
          ctx.transact(merchantId, ({ rows }) => {
            let statements = 0;
            const query = (text: string) => rows.query({ text, values: [], touches: {} }, merchantId);
            return work({
              rows: {
                query: async (statement, of) => {
                  await run(statements++, query, statement.values);
                  return rows.query(statement, of);
                },
              },
            });
          }),
      }),
  )
  .extend(
    'failing',
    ({ before }) =>
      ({ how, statement }: Fault) =>
        before(async (at, query) => {
          if (at !== statement) return;
          if (how === 'error') throw new Error('Stopped.');
          await query('select pg_terminate_backend(pg_backend_pid())');
        }),
  )
  .extend('ask', ({ service, shop }) => async (text: string, ...values: unknown[]) => {
    const rows = await service.database.rows.query<Record<string, unknown>>(
      { text, values, touches: 'everything' },
      shop.merchantId,
    );
    return rows;
  })
  .extend('queued', ({ ask }) => async () => {
    const rows = await ask('select object_id from search_changes order by 1');
    return rows.map(({ object_id: id }) => id);
  })
  /** Opens a transaction of the merchant. */
  .extend('begin', ({ service, shop }, { onCleanup }) => {
    const sessions: Client[] = [];
    onCleanup(async () => {
      for (const session of sessions) await session.end();
    });
    return async () => {
      const session = await service.database.openSession();
      sessions.push(session);
      await session.query('begin');
      await session.query(`select set_config('switchyard.merchant_id', $1, true)`, [shop.merchantId]);
      return session;
    };
  })
  .extend('find', ({ api, graphql }) => async (sought: string) => {
    const filter = { search: sought };
    const data = await graphql.data(document, { filter, payoutFilter: filter });
    const found: string[] = [];
    for (const [kind, id] of Object.entries(kinds) as [Kind, string][]) {
      const { count, nodes, totalCount } = data[kind];
      const ids = nodes.map((node: { id: string }) => node.id).sort();
      const { body } = await api.get(`/${kind}?search=${encodeURIComponent(sought)}&limit=50`);
      expect([kind, body.data.map((each: Record<string, string>) => each[id]).sort()]).toEqual([kind, ids]);
      expect([totalCount, count.count]).toEqual([ids.length, Math.min(3, ids.length)]);
      found.push(...ids);
    }
    return found.sort();
  });

const object = fc.tuple(fc.constantFrom<Kind>('payments', 'payouts'), fc.integer({ min: 0, max: 4 }));
const value = fc.constantFrom(null, ...words);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('write' as const), object, description: value, name: value }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), object }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('open' as const), object, description: value, name: value }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), commit: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fold' as const), twice: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stop' as const),
      statement: fc.integer({ min: 0, max: 4 }),
      how: fc.constantFrom('error' as const, 'killed' as const),
      rebuild: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('search' as const), word: fc.constantFrom(...words, 'gol') }),
  },
);

test('After any writes, folds, stops and rebuilds a search finds what has the words at that moment', async ({
  ask,
  begin,
  ctx,
  failing,
  find,
  queued,
  shop,
}) => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      round += 1;
      const idOf = ([kind, n]: readonly [Kind, number]) => `${shop.merchantId}_${round}_${kind}_${n}`;
      const known = new Map<string, Values>();
      const open: { id: string; values: Values; session: Client }[] = [];
      const isOpen = (id: string) => open.some((each) => each.id === id);
      const update = (kind: Kind) =>
        `update ${kind} set description = $2, name = $3 where ${kinds[kind]} = $1`;
      const close = async (commit: boolean) => {
        const { id, session, values } = open.shift()!;
        await session.query(commit ? 'commit' : 'rollback');
        if (commit) known.set(id, values);
      };
      for (const each of [...steps, ...words.map((word) => ({ do: 'search' as const, word }))]) {
        switch (each.do) {
          case 'write': {
            const [[kind], id] = [each.object, idOf(each.object)];
            if (isOpen(id)) break;
            const { description, name } = each;
            if (known.has(id)) await ask(update(kind), id, description, name);
            else if (kind === 'payments') await shop.payment({ payment_id: id, description, name });
            else await shop.payout({ payout_id: id, description, name });
            known.set(id, { description, name });
            break;
          }
          case 'delete': {
            const [[kind], id] = [each.object, idOf(each.object)];
            if (isOpen(id) || !known.delete(id)) break;
            await ask(`delete from ${kind} where ${kinds[kind]} = $1`, id);
            break;
          }
          case 'open': {
            const [[kind], id] = [each.object, idOf(each.object)];
            if (isOpen(id) || !known.has(id) || open.length === 3) break;
            const { description, name } = each;
            const session = await begin();
            await session.query(update(kind), [id, description, name]);
            open.push({ id, values: { description, name }, session });
            break;
          }
          case 'close':
            if (open.length > 0) await close(each.commit);
            break;
          case 'fold':
            await Promise.all(Array.from({ length: each.twice ? 2 : 1 }, () => search.follow(ctx)));
            break;
          case 'stop': {
            if (each.rebuild && open.length > 0) break;
            const work = each.rebuild
              ? search.rebuild(failing(each), shop.merchantId)
              : search.follow(failing(each));
            // It may have had less to do.
            await work.catch(() => {});
            break;
          }
          case 'rebuild':
            // It waits for the transactions of what it makes anew.
            while (open.length > 0) await close(true);
            await search.rebuild(ctx, shop.merchantId);
            break;
          case 'search': {
            const has = (values: Values) => Object.values(values).some((text) => text?.startsWith(each.word));
            const expected = [...known].filter(([, values]) => has(values)).map(([id]) => id);
            const found = (await find(each.word)).filter((id) =>
              id.startsWith(`${shop.merchantId}_${round}_`),
            );
            expect(found).toEqual(expected.sort());
          }
        }
      }
      while (open.length > 0) await close(false);
      await search.follow(ctx);
      expect(await queued()).toEqual([]);
      for (const kind of Object.keys(kinds) as Kind[])
        await ask(`delete from ${kind} where merchant_id = $1`, shop.merchantId);
      await search.follow(ctx);
    }),
    { seed, numRuns: budget(100, 12) },
  );
});

test('A change that comes while its object is folded is queued anew, and waits for no more than the fold', async ({
  ask,
  before,
  begin,
  ctx,
  find,
  queued,
  shop,
}) => {
  for (const statement of [1, 2, 3]) {
    const id = await shop.payment({ description: 'early' });
    let changed: Promise<unknown> | undefined;
    const session = await begin();
    const [{ pid }] = (await session.query('select pg_backend_pid() as pid')).rows;
    await search.follow(
      before(async (at, _query, [merchantId, table]) => {
        if (at !== statement || merchantId !== shop.merchantId || table !== 'payments') return;
        changed = session.query(`update payments set description = 'late' where payment_id = $1`, [id]);
        await vi.waitUntil(
          async () => {
            const [waiting] = await ask('select cardinality(pg_blocking_pids($1)) > 0 as blocked', pid);
            return waiting!.blocked === true;
          },
          { timeout: 60_000 },
        );
      }),
    );
    await changed;
    expect([await find('early'), await find('late')]).toEqual([[id], []]);
    await session.query('commit');
    expect([await find('early'), await find('late'), await queued()]).toEqual([[], [id], [id]]);
    await search.follow(ctx);
    expect([await find('early'), await find('late'), await queued()]).toEqual([[], [id], []]);
    await ask('delete from payments where payment_id = $1', id);
    await search.follow(ctx);
  }
});

test('A change that is not committed is left to a later fold, which waits for nobody', async ({
  begin,
  ctx,
  find,
  queued,
  shop,
}) => {
  const id = await shop.payment({ description: 'early' });
  const session = await begin();
  await session.query(`update payments set description = 'late' where payment_id = $1`, [id]);
  await search.follow(ctx);
  expect([await find('early'), await find('late'), await queued()]).toEqual([[id], [], [id]]);
  await session.query('commit');
  await search.follow(ctx);
  expect([await find('early'), await find('late'), await queued()]).toEqual([[], [id], []]);
});

test('Words that are erased or deleted are in no entry from the same commit on', async ({
  ask,
  ctx,
  shop,
}) => {
  const billing = { phone: { number: '5558675309', country_code: '+1' } };
  const payment = await shop.payment({ name: 'Ada', email: 'ada@example.com', billing });
  const payout = await shop.payout({ name: 'Ada', phone: '5558675309' });
  const customer = await shop.customer({ name: 'Ada' });
  const deleted = await shop.payment({ name: 'Ada' });
  await search.follow(ctx);
  const entries = async () => {
    const rows = await ask(
      `select object_id as id from search_entries where words @@ $1::tsquery and object_id = any($2)`,
      `'ada':* | '5558675309':*`,
      [payment, payout, customer, deleted],
    );
    return rows.map((row) => row.id).sort();
  };
  expect(await entries()).toEqual([payment, payout, customer, deleted].sort());
  await ask('update payments set name = null, email = null, billing = null where payment_id = $1', payment);
  await ask(`update payouts set name = 'Redacted', phone = null where payout_id = $1`, payout);
  await ask(`update customers set name = 'Redacted' where customer_id = $1`, customer);
  await ask('delete from payments where payment_id = $1', deleted);
  expect(await entries()).toEqual([]);
  await search.follow(ctx);
  expect(await entries()).toEqual([]);
});

test('A transaction queues an object once, and only if a searched column changes', async ({
  ask,
  queued,
  shop,
  ctx,
}) => {
  const id = await shop.payment({ description: 'gold' });
  await ask(`update payments set description = 'steel' where payment_id = $1`, id);
  expect((await queued()).filter((each) => each === id)).toEqual([id]);
  await search.follow(ctx);
  await ask(
    `update payments set amount_capturable = 0, status = 'succeeded', updated = now() where payment_id = $1`,
    id,
  );
  expect(await queued()).toEqual([]);
});

test('The lag counts the queued objects of all merchants, and has the age of the oldest change', async ({
  ask,
  ctx,
  service,
  shop,
}) => {
  await search.follow(ctx);
  expect(await search.lag(ctx.rows)).toEqual({ oldestS: 0, changes: 0 });
  await shop.payment();
  const other = await seedMerchant(service);
  await other.payment();
  const { changes } = await search.lag(ctx.rows);
  // The other merchant's profile and key are searched too.
  expect(changes).toBeGreaterThanOrEqual(4);
  await ask(`update search_changes set changed_at = now() - interval '1 hour'`);
  // The column has milliseconds, so the time may be rounded up.
  expect((await search.lag(ctx.rows)).oldestS).toBeGreaterThanOrEqual(3599);
  expect(await search.follow(ctx)).toBe(changes);
  expect(await search.lag(ctx.rows)).toEqual({ oldestS: 0, changes: 0 });
});

test('A rebuild makes missing, wrong and left entries anew, and takes none from the queue of an open transaction', async ({
  ask,
  begin,
  ctx,
  find,
  queued,
  shop,
}) => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(await shop.payment({ description: 'gold' }));
  await search.follow(ctx);
  await ask('delete from search_entries where object_id = $1', ids[0]);
  await ask(`update search_entries set words = 'wrong' where object_id = $1`, ids[1]);
  await ask(
    `insert into search_entries select merchant_id, object_table, 'left', listed_at, words from search_entries where object_id = $1`,
    ids[2],
  );
  const session = await begin();
  await ask(`update payments set description = 'silver' where payment_id = $1`, ids[3]);
  await session.query(`update payments set description = 'steel' where payment_id = $1`, [ids[3]]);
  await search.rebuild(ctx, shop.merchantId);
  expect(await queued()).toEqual([ids[3]]);
  expect(await find('gold')).toEqual([ids[0], ids[1], ids[2], ids[4]].sort());
  await session.query('commit');
  expect(await find('steel')).toEqual([ids[3]]);
  const left = await ask(`select from search_entries where object_id = 'left' or words @@ 'wrong'`);
  expect(left).toEqual([]);
});

test('While many changes of a merchant wait, searches are exact, and are made in one go later', async ({
  ask,
  ctx,
  find,
  queued,
  shop,
}) => {
  const waiting = budget(100_000, 3_000);
  const id = await shop.payment({ description: 'gold' });
  const [row] = await ask('select * from payments where payment_id = $1', id);
  const generated = await ask(
    `select attname as name from pg_attribute where attrelid = 'payments'::regclass and attgenerated <> ''`,
  );
  const names = Object.keys(row!).filter((name) => !generated.some((each) => each.name === name));
  const copied = names.map((name) =>
    name === 'payment_id'
      ? `'${shop.merchantId}_' || n`
      : name === 'description'
        ? `'number n' || n`
        : `p.${name}`,
  );
  await search.follow(ctx);
  await ask(
    `insert into payments (${names.join(', ')}) select ${copied.join(', ')}
     from payments p, generate_series(1, $2::int) n where p.payment_id = $1`,
    id,
    waiting,
  );
  expect((await queued()).length).toBe(waiting);
  expect(await find(`n${waiting}`)).toEqual([`${shop.merchantId}_${waiting}`]);
  expect(await find('gold')).toEqual([id]);
  expect(await search.follow(ctx)).toBe(waiting);
  expect([(await queued()).length, await find('gold')]).toEqual([0, [id]]);
});

test('A few young changes wait for more; old ones and a full batch do not', async ({
  ask,
  ctx,
  queued,
  shop,
}) => {
  const leavesS = 30;
  const ids = [await shop.payment(), await shop.payment()];
  const payout = await shop.payout();
  await search.follow(ctx);
  await ask(`update payments set description = 'gold'`);
  await ask(`update payouts set description = 'gold'`);
  expect(await search.follow(ctx, leavesS)).toBe(0);
  expect(await queued()).toEqual([...ids, payout].sort());
  await ask(
    `update search_changes set changed_at = clock_timestamp() - interval '31 seconds' where object_id = $1`,
    ids[0],
  );
  expect(await search.follow(ctx, leavesS)).toBe(2);
  expect(await queued()).toEqual([payout]);
  await ask(
    `insert into search_changes (merchant_id, object_table, object_id, changed_at)
     select $1, 'payouts', 'gone' || n, clock_timestamp() from generate_series(1, 200) n`,
    shop.merchantId,
  );
  expect(await search.follow(ctx, leavesS)).toBe(201);
  expect(await queued()).toEqual([]);
});
