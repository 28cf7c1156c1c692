import type { MikroORM } from '@mikro-orm/postgresql';
import { type PlannedMigration, planMigrations } from './migration-plan.ts';

/** The migrations that turn the tables of a database into those of the entities. */
export async function migrationsToEntities(orm: MikroORM): Promise<PlannedMigration[]> {
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  const statements = difference
    .split(/;\s*\n/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '');
  const partitioned = await orm.em
    .getConnection()
    .execute<{ name: string }[]>(
      `select oid::regclass::text as name from pg_class where relkind in ('p', 'I')`,
    );
  return planMigrations(statements, new Set(partitioned.map(({ name }) => name)));
}

/** A migration's file, before it is formatted. */
export function migrationText(className: string, { isTransactional, statements }: PlannedMigration): string {
  const lines = statements.map((statement) => {
    const escaped = statement.replace(/[\\`]|\$\{/g, '\\$&');
    return `this.addSql(\`${escaped}\`);`;
  });
  const outside = isTransactional ? [] : ['override isTransactional(): boolean {', 'return false;', '}', ''];
  return [
    "import { Migration } from '@mikro-orm/migrations';",
    '',
    '/** State its purpose here. */',
    `export class ${className} extends Migration {`,
    ...outside,
    'override up(): void {',
    ...lines,
    '}',
    '}',
    '',
  ].join('\n');
}
