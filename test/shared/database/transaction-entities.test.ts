import { type ChangeSet, type EntityMetadata, MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { Customer } from '../../../src/core/entities/customer.ts';
import { PaymentToken } from '../../../src/core/entities/payment-token.ts';
import type { Row, Statement } from '../../../src/core/foundation/transaction.ts';
import { entityClasses, ormOptions } from '../../../src/database/orm-options.ts';
import { PendingWrites } from '../../../src/database/pending-writes.ts';
import { TransactionEntities } from '../../../src/database/transaction-entities.ts';
import { test } from '../../kit/test.ts';

type Target = new () => object;
type Values = Record<string, unknown>;
type Property = EntityMetadata['props'][number];

// Change sets are computed without a connection.
const orm = await MikroORM.init({ ...ormOptions, clientUrl: 'postgres://nobody@127.0.0.1:1/none' });
afterAll(() => orm.close(true));

test('MikroORM is pinned to one version', () => {
  const { dependencies } = manifest;
  const versions = Object.entries(dependencies).filter(([name]) => name.startsWith('@mikro-orm/'));
  expect(new Set(versions.map(([, version]) => version)).size).toBe(1);
  expect(versions[0]![1]).toMatch(/^\d+\.\d+\.\d+$/);
});

/** Whether entities of a class are written: only statements write rows with other keys, and words of the search. */
function isWritten(target: Target): boolean {
  const { primaryKeys, properties, props } = orm.getMetadata().get(target);
  const isText = (name: string) => (properties as Record<string, Property>)[name]!.runtimeType === 'string';
  const isWords = ({ columnTypes, generated }: Property) => columnTypes[0] === 'tsvector' && !generated;
  return primaryKeys.every(isText) && !props.some((property) => property.columnTypes && isWords(property));
}

/** The columns of a class that entities hold, without its key. */
function columnsOf(target: Target): readonly Property[] {
  const { primaryKeys, props } = orm.getMetadata().get(target);
  return props.filter(
    ({ generated, kind, name }) => kind === 'scalar' && !generated && !primaryKeys.includes(name as never),
  );
}

const json = fc.oneof(
  fc.array(fc.constantFrom('a', 'b')),
  fc.dictionary(
    fc.constantFrom('a', 'bb', 'c'),
    fc.oneof(fc.integer(), fc.constant(null), fc.constant({ d: [1] })),
  ),
);

/** A value of an entity's column. */
function valueFor({ columnTypes, runtimeType }: Property): fc.Arbitrary<unknown> {
  switch (columnTypes[0]) {
    case 'jsonb':
      return json;
    case 'timestamptz(3)':
      return fc.integer({ min: 0, max: 3 }).map((n) => new Date(1_700_000_000_000 + n));
    case 'bytea':
      return fc.constantFrom('a', 'b').map((text) => Buffer.from(text));
    case 'boolean':
      return fc.boolean();
    case 'int4':
    case 'int8':
      return fc.integer({ min: 0, max: 2 }).map((n) => (runtimeType === 'bigint' ? BigInt(n) : n));
    default:
      return fc.constantFrom('a', 'b');
  }
}

/** A value as the driver returns it. */
const asRead = (value: unknown) => {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '+00');
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Buffer ? value : structuredClone(value);
};

interface Change {
  readonly name: string;
  readonly value: unknown;
  /** Whether an object or list is changed in place. */
  readonly within: boolean;
}

const rowsAndChanges = fc
  .constantFrom(...(entityClasses as unknown as Target[]).filter(isWritten))
  .chain((target) => {
    const columns = columnsOf(target);
    const values = Object.fromEntries(
      columns.map((column) => [column.name, fc.option(valueFor(column), { freq: 3 })]),
    );
    const change =
      columns.length === 0
        ? fc.constant<Change | null>(null)
        : fc.constantFrom(...columns).chain((column) =>
            fc.record({
              name: fc.constant(String(column.name)),
              value: fc.oneof(
                { weight: 4, arbitrary: valueFor(column) },
                fc.constant(null),
                fc.constant(undefined),
              ),
              within: fc.boolean(),
            }),
          );
    return fc.record({
      target: fc.constant(target),
      row: fc.record(values),
      changes: fc.array(change, { maxLength: 6 }),
    });
  });

/** Applies changes to an entity. */
function change(entity: Values, changes: readonly (Change | null)[]): void {
  for (const one of changes) {
    if (!one) continue;
    const held = entity[one.name];
    if (one.within && Array.isArray(held)) held.push('c');
    else if (one.within && held?.constructor === Object) Object.assign(held, one.value);
    else entity[one.name] = structuredClone(one.value instanceof Buffer ? null : one.value) ?? one.value;
  }
}

const keyed = (target: Target, row: Values): Values => ({
  ...row,
  ...Object.fromEntries(
    orm
      .getMetadata()
      .get(target)
      .primaryKeys.map((name) => [name, `${name}_1`]),
  ),
});

/** The change sets that MikroORM computes. */
function computed(em: MikroORM['em']): ChangeSet<object>[] {
  em.getUnitOfWork().computeChangeSets();
  return em.getUnitOfWork().getChangeSets();
}

const noStatement = () => Promise.reject(new Error('No statement is expected.'));

/** Values as the protocol sends them: MikroORM sends some integers as text. */
const asSent = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      if (value === undefined) return [name, null];
      return [name, typeof value === 'number' || typeof value === 'bigint' ? String(value) : value];
    }),
  );

test("A flush updates the columns of MikroORM's change set, for every class, however the entity was changed", async () => {
  await fc.assert(
    fc.asyncProperty(rowsAndChanges, async ({ changes, row, target }) => {
      const read = () =>
        Object.fromEntries(Object.entries(keyed(target, row)).map(([name, value]) => [name, asRead(value)]));
      const em = orm.em.fork();
      const theirs = em.merge(target, read() as never, {
        convertCustomTypes: true,
        refresh: true,
        validate: false,
      });
      change(theirs as Values, changes);
      const [set] = computed(em);

      const pending = new PendingWrites();
      const entities = new TransactionEntities(orm, pending, noStatement);
      const ours = entities.load(target, read()) as Values;
      change(ours, changes);
      await entities.flush();

      const { primaryKeys, tableName } = orm.getMetadata().get(target);
      const columns = [...(entities.changes.get(ours)?.columns ?? [])];
      expect(columns.sort()).toEqual(Object.keys(set?.payload ?? {}).sort());
      const statement = pending.take();
      if (!set) {
        expect(statement).toBeNull();
        return;
      }
      const written = columnsOf(target).filter(({ name }) => name in set.payload);
      const key = primaryKeys.map((name) => `${name}_1`);
      const assigned = written.map(({ name }, i) => `"${name}" = $${i + 1}`).join(', ');
      const where = primaryKeys.map((name, i) => `"${name}" = $${written.length + i + 1}`).join(' and ');
      expect(statement!.text).toBe(`update "${tableName}" set ${assigned} where ${where}`);
      const values = Object.values(asSent({ ...statement!.values }));
      const theirsSent = asSent(set.payload as Values);
      expect(values).toEqual([...written.map(({ name }) => theirsSent[name]), ...key]);
      // A second flush has nothing left.
      await entities.flush();
      expect(pending.isEmpty).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test("A flush inserts the row of MikroORM's change set, for every class", async () => {
  await fc.assert(
    fc.asyncProperty(rowsAndChanges, async ({ row, target }) => {
      const defined = Object.entries(keyed(target, row)).filter(([, value]) => value !== null);
      const fresh = () =>
        Object.assign(
          new target(),
          structuredClone(Object.fromEntries(defined.filter(([, value]) => !(value instanceof Buffer)))),
          Object.fromEntries(defined.filter(([, value]) => value instanceof Buffer)),
        );
      const em = orm.em.fork();
      em.persist(fresh());
      const [set] = computed(em);
      const pending = new PendingWrites();
      const entities = new TransactionEntities(orm, pending, noStatement);
      const ours = fresh();
      await entities.persist(ours).flush();
      const names = Object.keys(set!.payload).sort();
      const change = entities.changes.get(ours)!;
      expect([change.before, [...change.columns].sort()]).toEqual([null, names]);
      const { text, values } = pending.take()!;
      const columns = /\((.*?)\)/
        .exec(text)![1]!
        .split(', ')
        .map((name) => name.slice(1, -1));
      const inserted = Object.fromEntries(columns.map((name, i) => [name, values[i]]));
      expect(asSent(inserted)).toEqual(asSent(set!.payload as Values));
      await entities.flush();
      expect(pending.isEmpty).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('Before a change is the row as it was read, also when the entity is changed in place', async () => {
  const entities = new TransactionEntities(orm, new PendingWrites(), noStatement);
  const at = '2026-11-30 10:00:00+00';
  const row = {
    merchant_id: 'm',
    customer_id: 'c',
    name: 'Ada',
    metadata: { a: 1 },
    created_at: at,
    modified_at: at,
  };
  const customer = entities.load(Customer, row) as Customer;
  (customer.metadata as Values).a = 2;
  await entities.flush();
  customer.name = 'Grace';
  await entities.flush();
  const change = entities.changes.get(customer)!;
  expect(change).toMatchObject({ before: { name: 'Ada', metadata: { a: 1 }, created_at: new Date(at) } });
  expect([...change.columns]).toEqual(['metadata', 'name']);
});

test('A row has one entity, whose unflushed changes a later search keeps and a lock discards', async () => {
  const row = { merchant_id: 'm', customer_id: 'c', name: 'Ada', email: null };
  const statements: Statement[] = [];
  const found: Row[] = [];
  const entities = new TransactionEntities(orm, new PendingWrites(), async (statement) => {
    statements.push(statement);
    return { rows: found, rowCount: found.length };
  });
  found.push(row);
  const [customer] = (await entities.find(Customer, { merchant_id: 'm', name: ['Ada', 'Grace'] })) as [
    Customer,
  ];
  expect(statements[0]).toMatchObject({ values: ['m', 'Ada', 'Grace'], touches: { reads: ['customers'] } });
  expect(statements[0]!.text).toContain(`"merchant_id" = $1 and "c0"."name" in ($2, $3)`);
  customer.name = 'Edith';
  found[0] = { ...row, name: 'Grace', email: 'grace@example.com' };
  expect(await entities.find(Customer, { merchant_id: 'm' })).toEqual([customer]);
  expect([customer.name, customer.email]).toEqual(['Edith', 'grace@example.com']);
  expect(await entities.findOne(Customer, { merchant_id: 'm', customer_id: 'c' })).toBe(customer);
  expect(statements).toHaveLength(2);
  expect(entities.load(Customer, found[0], true)).toBe(customer);
  expect(customer.name).toBe('Grace');
  expect(entities.known()).toEqual([customer]);
});

test('Searches see what was persisted or removed, and declare the tables they touch', async ({
  service: { database, statements },
  shop: { merchantId: merchant_id },
}) => {
  await database.transact(merchant_id, async ({ changes, em, writes }) => {
    const created_at = new Date();
    const made = (customer_id: string) =>
      Object.assign(new Customer(), { merchant_id, customer_id, created_at, modified_at: created_at });
    const sends = async (run: () => Promise<unknown>) => {
      const before = statements.length;
      await run();
      return statements.slice(before).some((text) => text.startsWith('insert into "customers"'));
    };
    em.persist(made('cus_1'));
    expect(await sends(() => em.find(PaymentToken, { merchant_id }))).toBe(false);
    expect(await sends(() => em.count(Customer, { merchant_id }))).toBe(true);
    expect(writes.isBypassed('customers')).toBe(false);
    await em.persist(made('cus_2')).flush();
    expect(await sends(() => em.count(PaymentToken, { merchant_id }))).toBe(false);
    expect(await sends(() => em.nativeDelete(PaymentToken, { merchant_id }))).toBe(true);
    expect(writes.isBypassed('payment_tokens')).toBe(true);
    expect(writes.isBypassed('customers')).toBe(false);

    const known = (await em.findOne(Customer, { merchant_id, customer_id: 'cus_1' }))!;
    em.remove(known);
    const again = made('cus_1');
    await em.persist(again).flush();
    expect(changes.get(known)).toMatchObject({ deleted: true });
    expect(changes.get(again)).toMatchObject({ before: null, deleted: false });
    expect(await em.count(Customer, { merchant_id, customer_id: ['cus_1', 'cus_2'] })).toBe(2);
    em.remove(again);
    expect(await em.findOne(Customer, { merchant_id, customer_id: 'cus_1', name: null })).toBeNull();
    await em.insertIfMissing(Customer, { ...made('cus_2'), name: 'Ada' });
    expect(await em.findOne(Customer, { merchant_id, customer_id: 'cus_2', name: 'Ada' })).toBeNull();
  });
});
