import fc from 'fast-check';
import pg from 'pg';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { lagOfSeals, sealAuditLog } from '../../../src/core/derived/audit-chain.ts';
import type { RowSource } from '../../../src/core/foundation/transaction.ts';
import { verifyAuditLog } from '../../../src/core/maintenance/verify-audit-log.ts';
import { ownerUrl } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

/** The number of statements of a batch with one merchant: the lock, the entries, the chain's end, the seals. */
const STATEMENTS = 4;

const insert = `insert into audit_log
  (merchant_id, entry_id, action, actor_type, object_type, object_id, request_id, created_at)
  values ($1, $2, 'updatePayment', 'api_key', 'payment', 'pay_1', 'req_1', $3)`;

const test = base
  .extend(
    'seal',
    { scope: 'file' },
    ({ service: { database } }) =>
      (work?: Interrupted) =>
        sealAuditLog(database.rows, (within) =>
          database.transact(null, ({ rows }) => within(work ? work(rows) : rows)),
        ),
  )
  .extend('faultsOf', { scope: 'file' }, ({ service: { database } }) => async (merchantIds: string[]) => {
    const { broken } = await database.transact(null, ({ rows }) => verifyAuditLog(rows, new Date()));
    return broken.filter(({ merchantId }) => merchantIds.includes(merchantId));
  })
  /** Sessions that see every merchant's rows, as the tables' owner. */
  .extend('session', { scope: 'file' }, ({ shared }, { onCleanup }) => {
    const open: pg.Client[] = [];
    onCleanup(async () => void (await Promise.all(open.map((client) => client.end()))));
    return async () => {
      const client = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
      await client.connect();
      open.push(client);
      await client.query(`select set_config('switchyard.merchant_id', '*', false)`);
      return client;
    };
  });

type Interrupted = (rows: RowSource) => RowSource;

/** Ends the process's transaction before its statement of a number; after the last one, at its commit. */
const killedBefore = (count: number): Interrupted => {
  let sent = 0;
  return (rows) => ({
    query: async (statement, merchantId) => {
      sent += 1;
      if (sent > count) throw new Error('killed');
      const result = await rows.query(statement, merchantId);
      if (sent === count && count === STATEMENTS) throw new Error('killed');
      return result as never;
    },
  });
};

/** The places of a merchant's entries, by the order of the chain. */
const placesText = `
  select u.entry_id, (s.sequence + u.at - 1)::int as place, encode(substring(s.hashes from 32 * u.at::int - 31 for 32), 'hex') as hash
  from audit_seals s cross join lateral unnest(s.entry_ids) with ordinality as u(entry_id, at)
  where s.merchant_id = $1 order by place`;

test('A process killed at any point of sealing seals nothing twice and misses nothing', async ({
  api,
  faultsOf,
  seal,
  session,
  shop: { merchantId },
  task,
}) => {
  const client = await session();
  const sealed = async () => (await client.query(placesText, [merchantId])).rows;
  for (let count = 0; count <= STATEMENTS; count++) {
    await api.post('/payments', { amount: 1 + count, currency: 'USD' });
    const before = await sealed();
    await expect(seal(killedBefore(count))).rejects.toThrow('killed');
    expect(await sealed()).toEqual(before);
    expect(await seal()).toBe(1);
    expect(await sealed()).toHaveLength(count + 1);
  }
  expect(await faultsOf([merchantId])).toEqual([]);
  figure(task, `killed at ${STATEMENTS + 1} points`);
});

test('An entry whose transaction commits after younger entries were sealed follows them in the chain', async ({
  api,
  faultsOf,
  seal,
  session,
  shop: { merchantId },
}) => {
  const [client, late] = [await session(), await session()];
  const entryId = `aud_${ulid()}`;
  await late.query('begin');
  await late.query(insert, [merchantId, entryId, new Date()]);
  await api.post('/payments', { amount: 1, currency: 'USD' });
  expect(await seal()).toBe(1);
  await late.query('commit');
  expect(await seal()).toBe(1);
  expect((await client.query(placesText, [merchantId])).rows).toMatchObject([
    { place: 1 },
    { place: 2, entry_id: entryId },
  ]);
  expect(await faultsOf([merchantId])).toEqual([]);
});

test('A process of the release before finds nothing to seal while this one seals', async ({
  api,
  seal,
  session,
  shop: { merchantId },
}) => {
  const client = await session();
  const found = () =>
    client.query('select 1 from audit_log where sequence is null and merchant_id = $1', [merchantId]);
  await api.post('/payments', { amount: 1, currency: 'USD' });
  expect((await found()).rows).toEqual([]);
  await client.query(insert, [merchantId, `aud_${ulid()}`, new Date()]);
  expect((await found()).rows).toEqual([]);
  expect(await seal()).toBe(2);
  expect((await found()).rows).toEqual([]);
});

test('How far the seals are behind is counted in entries and seconds', async ({
  api,
  seal,
  service,
  session,
  shop: { merchantId },
}) => {
  const client = await session();
  await seal();
  expect(await lagOfSeals(service.database.rows)).toEqual({ oldestS: 0, changes: 0 });
  await api.post('/payments', { amount: 1, currency: 'USD' });
  await client.query(insert, [merchantId, `aud_${ulid()}`, new Date(Date.now() - 90_000)]);
  const lag = await lagOfSeals(service.database.rows);
  expect(lag.changes).toBe(2);
  expect(lag.oldestS).toBeGreaterThanOrEqual(89);
  await seal();
  expect(await lagOfSeals(service.database.rows)).toEqual({ oldestS: 0, changes: 0 });
});

test('REST, GraphQL and exports show the place and hash of an entry sealed apart and in place, and none before', async ({
  adminGraphql,
  api,
  seal,
  session,
  shop: { merchantId },
}) => {
  const client = await session();
  for (const amount of [1, 2, 3]) await api.post('/payments', { amount, currency: 'USD' });
  await seal();
  await api.post('/payments', { amount: 4, currency: 'USD' });
  const { rows } = await client.query(placesText, [merchantId]);
  const expected = [
    ...rows.map(({ entry_id, hash, place }) => ({ entry_id, sequence: place, hash })),
    { entry_id: expect.any(String), sequence: null, hash: null },
  ].reverse();
  const shown = async () => {
    const { body } = await api.get('/audit_log');
    const listed = body.data.map(({ entry_id, hash, sequence }: (typeof expected)[number]) => ({
      entry_id,
      sequence,
      hash,
    }));
    const one = await api.get(`/audit_log/${listed[1].entry_id}`);
    expect(one.body).toMatchObject(listed[1]);
    const { auditLog } = await adminGraphql.data(
      'query ($merchantId: ID) { auditLog(merchantId: $merchantId) { nodes { entryId sequence hash } } }',
      { merchantId },
    );
    expect(
      auditLog.nodes.map(({ entryId, hash, sequence }: Record<string, unknown>) => ({
        entry_id: entryId,
        sequence,
        hash,
      })),
    ).toEqual(listed);
    return listed;
  };
  expect(await shown()).toEqual(expected);
  await client.query(
    `update audit_log l set sequence = p.place, hash = p.hash from (${placesText}) p
     where l.merchant_id = $1 and l.entry_id = p.entry_id`,
    [merchantId],
  );
  await client.query('delete from audit_seals where merchant_id = $1', [merchantId]);
  expect(await shown()).toEqual(expected);
});

type Step =
  | { readonly do: 'add' | 'begin'; readonly merchant: number }
  | { readonly do: 'commit' | 'roll back' }
  | { readonly do: 'seal'; readonly at: number }
  | { readonly do: 'seal twice' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('add' as const, 'begin' as const), merchant: fc.nat(1) }),
  fc.record({ do: fc.constantFrom('commit' as const, 'roll back' as const) }),
  // Up to the last statement it is killed, beyond it is not.
  fc.record({ do: fc.constant('seal' as const), at: fc.nat(2 * STATEMENTS) }),
  fc.record({ do: fc.constant('seal twice' as const) }),
);

test('Whatever is written, committed late, rolled back, sealed or killed, each committed entry is sealed once', async ({
  faultsOf,
  seal,
  service,
  session,
  task,
}) => {
  const client = await session();
  const writers = await Promise.all([session(), session(), session()]);
  let entries = 0;
  const run = async (steps: readonly Step[]) => {
    const merchants = [await seedMerchant(service), await seedMerchant(service)].map(
      (shop) => shop.merchantId,
    );
    const committed = new Map(merchants.map((id) => [id, new Set<string>()]));
    const open: { writer: pg.Client; merchantId: string; entryId: string }[] = [];
    const add = async (writer: pg.Client, merchant: number) => {
      const entry = { writer, merchantId: merchants[merchant]!, entryId: `aud_${ulid()}` };
      await writer.query(insert, [entry.merchantId, entry.entryId, new Date()]);
      return entry;
    };
    const end = async (how: 'commit' | 'rollback') => {
      const entry = open.shift();
      if (!entry) return;
      await entry.writer.query(how);
      if (how === 'commit') committed.get(entry.merchantId)!.add(entry.entryId);
    };
    for (const next of steps) {
      if (next.do === 'add') {
        const { entryId, merchantId } = await add(client, next.merchant);
        committed.get(merchantId)!.add(entryId);
      } else if (next.do === 'begin') {
        const writer = writers.find((each) => open.every((entry) => entry.writer !== each));
        if (!writer) continue;
        await writer.query('begin');
        open.push(await add(writer, next.merchant));
      } else if (next.do === 'seal') {
        await seal(killedBefore(next.at)).catch((error) => expect(error.message).toBe('killed'));
      } else if (next.do === 'seal twice') await Promise.all([seal(), seal()]);
      else await end(next.do === 'commit' ? 'commit' : 'rollback');
      for (const [merchantId, known] of committed) {
        const { rows } = await client.query(placesText, [merchantId]);
        expect(rows.map(({ place }) => place)).toEqual(rows.map((_, i) => i + 1));
        expect(new Set(rows.map(({ entry_id }) => entry_id)).size).toBe(rows.length);
        expect(rows.every(({ entry_id }) => known.has(entry_id))).toBe(true);
      }
    }
    while (open.length > 0) await end('commit');
    await seal();
    for (const [merchantId, known] of committed) {
      const { rows } = await client.query(placesText, [merchantId]);
      expect(new Set(rows.map(({ entry_id }) => entry_id))).toEqual(known);
      entries += known.size;
    }
    expect(await faultsOf(merchants)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), { numRuns: 20 });
  figure(task, `${entries} entries`);
});
