import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { Client } from 'pg';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { squashed } from './migrations/baseline/squashed.ts';
import { migrationsFolder } from './orm-options.ts';
import { buildIndexesOfPartitions } from './partition-indexes.ts';
import { DatabaseRoleError } from './roles.ts';

/** A migration: its name and class. */
export interface NamedMigration {
  readonly name: string;
  readonly class: Constructor<Migration>;
}

/** This version's migrations, in order. */
export async function migrationsInFolder(): Promise<NamedMigration[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => /^Migration\w+\.[jt]s$/.test(name)).sort();
  return Promise.all(
    files.map(async (file) => {
      const { name } = path.parse(file);
      const classes = (await import(pathToFileURL(path.join(migrationsFolder, file)).href)) as Record<
        string,
        Constructor<Migration>
      >;
      return { name, class: classes[name]! };
    }),
  );
}

/** SHA-256 of a migration's statements, in hexadecimal. */
export async function digestOf({ class: of }: NamedMigration): Promise<string> {
  const migration = new of();
  await migration.up();
  return createHash('sha256').update(JSON.stringify(migration.getQueries())).digest('hex');
}

/** A migration whose statements can be added to. */
type Extensible = new () => Omit<Migration, 'up'> & { up(): Promise<void> | void };

/** The migration, which builds the indexes of the partitions that exist, and stores its digest in its own transaction. */
export function recordingDigest(migration: NamedMigration): NamedMigration {
  class Recording extends (migration.class as unknown as Extensible) {
    override async up(): Promise<void> {
      await super.up();
      await buildIndexesOfPartitions(this);
      this.addSql(
        `create table if not exists migration_digests (name text primary key, digest text not null)`,
      );
      this.addSql(
        `insert into migration_digests values ('${migration.name}', '${await digestOf(migration)}')`,
      );
    }
  }
  return { name: migration.name, class: Recording as unknown as Constructor<Migration> };
}

/** Thrown where a migration was applied with other statements than this version has. */
export class SchemaMismatchError extends OperatorError {
  override readonly name = 'SchemaMismatchError';
}

/** SQLSTATE of a missing table, and of a table that the role may not read. */
const UNMIGRATED = new Set(['42P01', '42501']);

/**
 * The names of the migrations that are not applied.
 *
 * @throws {SchemaMismatchError} if one was applied with other statements.
 */
export async function pendingOf(session: Client, migrations: readonly NamedMigration[]): Promise<string[]> {
  // A statement that fails would abort the transaction of the lock.
  const { rows: exist } = await session.query<{ migrations: boolean; digests: boolean }>(
    `select to_regclass('migrations') is not null as migrations, to_regclass('migration_digests') is not null as digests`,
  );
  if (!exist[0]!.migrations) return migrations.map(({ name }) => name);
  const { rows } = await session.query<{ name: string; digest: string | null }>(
    exist[0]!.digests
      ? 'select m.name, d.digest from migrations m left join migration_digests d using (name)'
      : 'select name, null as digest from migrations',
  );
  const applied = new Map(rows.map(({ digest, name }) => [name, digest]));
  const pending: string[] = [];
  for (const migration of migrations) {
    const digest = applied.get(migration.name);
    if (digest === undefined) pending.push(migration.name);
    else if (digest !== null && digest === squashed[migration.name]) requireSquashed(applied);
    else if (digest !== (await digestOf(migration))) {
      throw new SchemaMismatchError(
        `The database was migrated by another version of ${migration.name}, so this version does not know its tables. ` +
          'Run the version that migrated it, or, if its data may be lost, use an empty database (in development, delete .data)',
      );
    }
  }
  return pending;
}

/** A database that was made before the baseline had the migrations until 0.4.0 has applied them one by one. */
function requireSquashed(applied: ReadonlyMap<string, string | null>): void {
  if (Object.entries(squashed).every(([name, digest]) => applied.get(name) === digest)) return;
  throw new SchemaMismatchError(
    'The database was last migrated by a release before 0.4.0. Upgrade it to each release up to 0.5.0 first, then to this one',
  );
}

/**
 * Checks that every migration is applied, with the statements that this version has, without applying any.
 *
 * @throws {DatabaseRoleError} if one is not, or if the role was not granted the tables.
 * @throws {SchemaMismatchError} if one was applied with other statements.
 */
export async function expectMigrated(session: Client): Promise<void> {
  const known = await migrationsInFolder();
  const pending = await pendingOf(session, known).catch((error: { code?: string }) => {
    if (UNMIGRATED.has(error.code ?? '')) return known.map(({ name }) => name);
    throw error;
  });
  if (pending.length === 0) return;
  throw new DatabaseRoleError(
    "The database is not migrated. Set MIGRATION_DATABASE_URL to the tables' owner and run: npm run migrate",
  );
}
