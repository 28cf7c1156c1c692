import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { expectMigrated } from '../../../src/database/known-migrations.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { ownerUrl } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { testApart as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'migrate',
    { scope: 'file' },
    ({ shared }) =>
      (...classes: (new (...args: never[]) => Migration)[]) =>
        migrateDatabase(
          { ownerUrl: ownerUrl(shared.databaseUrl), servingUrl: shared.databaseUrl },
          classes.map((migration) => ({ name: migration.name, class: migration as never })),
        ),
  )
  .extend('asOwner', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    onCleanup(() => owner.end());
    return owner;
  })
  /** Whether a migration is waiting for a lock. */
  .extend('isWaiting', ({ shared }) => async () => {
    const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table payments%'`;
    return withSession(
      ownerUrl(shared.databaseUrl),
      async (owner) => (await owner.query(text)).rowCount === 1,
    );
  })
  .extend('columnsOf', ({ asOwner }) => async (table: string): Promise<unknown[]> => {
    const text = 'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0';
    return (await asOwner.query(text, [table])).rows.map(({ attname }) => attname);
  });

class MigrationWithANote extends Migration {
  override up(): void {
    this.addSql('alter table payments add column note text');
  }
}

test('A migration that waits for a long transaction blocks no request, and is applied afterwards', async ({
  api,
  asOwner,
  columnsOf,
  isWaiting,
  migrate,
}) => {
  await asOwner.query('begin; select count(*) from payments');
  let isDone = false;
  const migrated = migrate(MigrationWithANote);
  migrated.then(
    () => (isDone = true),
    () => {},
  );
  // Queued behind it, each of these would be refused after 1.5 seconds.
  for (let i = 0; i < 3; i++) {
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
    expect((await api.post('/payments', { amount: 100, currency: 'USD' })).status).toBe(200);
  }
  expect(isDone).toBe(false);
  await asOwner.query('commit');
  await migrated;
  expect(await columnsOf('payments')).toContain('note');
});

/*
 * All ways in which a release may expand the schema while the previous one runs. Each transaction changes one table:
 * requests holding a lock on one and waiting for the other would block a migration that needs both.
 */
class ExpandPayments extends Migration {
  override up(): void {
    this.addSql(`create table labels (merchant_id text not null, label_id text not null, payment_id text not null,
      primary key (merchant_id, label_id))`);
    this.addSql('alter table payments add column label text');
    this.addSql('alter table payments add column rank int not null default 0');
  }
}

class ExpandEvents extends Migration {
  override up(): void {
    this.addSql(`alter table events add column label text not null default ''`);
  }
}

class ExpandAttempts extends Migration {
  override up(): void {
    this.addSql('alter table attempts add constraint attempts_bounded check (amount < 1e15) not valid');
  }
}

class IndexPayments extends Migration {
  override isTransactional(): boolean {
    return false;
  }
  override up(): void {
    this.addSql('drop index concurrently if exists payments_by_label');
    this.addSql(
      'create index concurrently payments_by_label on payments (merchant_id, label) where label is not null',
    );
    this.addSql('alter table attempts validate constraint attempts_bounded');
  }
}

const WORKERS = 4;
/** This many responses come from connections that have planned every statement. */
const WARM = 60;

test('While migrations expand the schema, the running release fails no request', async ({
  api,
  columnsOf,
  graphql,
  migrate,
  task,
}) => {
  const statuses: number[] = [];
  let stop = false;
  const work = async () => {
    while (!stop) {
      const made = await api.post('/payments', {
        amount: 100,
        currency: 'USD',
        confirm: true,
        payment_method: 'card',
        payment_method_data: { card: cardOf(cards.good) },
      });
      const listed = await api.get('/payments/list?limit=5');
      const read = await api.get(`/payments/${made.body.payment_id}`);
      const events = await api.get('/events?limit=5');
      const page = await graphql.run(
        '{ payments(first: 5) { nodes { paymentId attempts { attemptId status } } } }',
      );
      statuses.push(
        made.status,
        listed.status,
        read.status,
        events.status,
        page.errors.length > 0 ? 500 : page.status,
      );
    }
  };
  const workers = Array.from({ length: WORKERS }, work);
  const atLeast = (count: number) =>
    expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(count);
  try {
    await atLeast(WARM);
    await migrate(ExpandPayments, ExpandEvents, ExpandAttempts, IndexPayments);
    await atLeast(statuses.length + WARM);
  } finally {
    stop = true;
    await Promise.all(workers);
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(await columnsOf('payments')).toContain('rank');
  figure(task, `0 of ${statuses.length} requests failed`);
});

class Rewritten extends Migration {
  override up(): void {
    this.addSql('create table rewritten (id int)');
  }
}

/** The same name with other statements. */
const rewritten = class Rewritten extends Migration {
  override up(): void {
    this.addSql('create table rewritten (id bigint)');
  }
};

class AfterIt extends Migration {
  override up(): void {
    this.addSql('create table after_it (id int)');
  }
}

test('A database with another version of a migration is refused by name and left unchanged', async ({
  asOwner,
  migrate,
}) => {
  await migrate(Rewritten);
  await expect(migrate(rewritten, AfterIt)).rejects.toThrow(
    /migrated by another version of Rewritten.*Run the version that migrated it/,
  );
  const { rows } = await asOwner.query(`select to_regclass('after_it') as made`);
  expect(rows).toEqual([{ made: null }]);
  await migrate(Rewritten, AfterIt);
});

test('Migrations ignore foreign objects in our schemas and grant no rights on them', async ({
  asOwner,
  migrate,
  shared,
}) => {
  const superuser = new URL(inject('superuserUrl'));
  superuser.pathname = new URL(shared.databaseUrl).pathname;
  await withSession(superuser.href, (session) =>
    session.query(`
      create table public.another_s (id int generated always as identity);
      create function public.another_s() returns int language sql return 1;
      revoke execute on function public.another_s from public`),
  );
  await migrate();
  const { rows } = await asOwner.query(
    `select has_table_privilege($1, 'another_s', 'select') as "table", has_sequence_privilege($1, 'another_s_id_seq', 'usage') as "sequence",
       has_function_privilege($1, 'another_s()', 'execute') as "function", has_table_privilege($1, 'payments', 'select') as ours`,
    [new URL(shared.databaseUrl).username],
  );
  expect(rows).toEqual([{ table: false, sequence: false, function: false, ours: true }]);
});

test.for([
  ['was made otherwise', `update migration_digests set digest = 'another' where name like '%baseline'`],
  ['was made before digests were kept', `delete from migration_digests where name like '%baseline'`],
])(
  'A service expects its migrations: it refuses a database whose baseline %s',
  async ([, change], { asOwner, shared }) => {
    await asOwner.query('begin');
    const kept = await asOwner.query('select * from migration_digests');
    await asOwner.query(`${change}; commit`);
    try {
      await expect(withSession(shared.databaseUrl, expectMigrated)).rejects.toThrow(
        /migrated by another version of Migration\w+_baseline/,
      );
    } finally {
      await asOwner.query('delete from migration_digests');
      for (const { digest, name } of kept.rows)
        await asOwner.query('insert into migration_digests values ($1, $2)', [name, digest]);
    }
  },
);
