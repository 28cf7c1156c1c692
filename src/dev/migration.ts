import 'reflect-metadata';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrateDatabase } from '../database/migrate.ts';
import { migrationsFolder, ormOptions } from '../database/orm-options.ts';
import { startEmbeddedServer } from './embedded/server.ts';

/*
 * The command behind `npm run migration -- <name>`: writes a migration with the statements that turn the tables of the
 * migrations so far into those of the entities. Functions, triggers and what fills columns are added by hand.
 */

/** The statements, as MikroORM derives them from a database that is migrated for it. */
async function statementsToEntities(): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'switchyard-migration-'));
  const server = await startEmbeddedServer({ dataDir, temporary: true });
  try {
    await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
    const orm = await MikroORM.init({ ...ormOptions, clientUrl: server.ownerUrl });
    try {
      const text = await orm.schema.getUpdateSchemaSQL({ wrap: false });
      return text
        .split(/;\s*\n/)
        .map((statement) => statement.trim().replace(/;$/, ''))
        .filter((statement) => statement !== '');
    } finally {
      await orm.close();
    }
  } finally {
    await server.stop();
  }
}

function migrationText(className: string, statements: readonly string[]): string {
  const lines = statements.map((statement) => {
    const escaped = statement.replace(/[\\`]|\$\{/g, '\\$&');
    return `    this.addSql(\`${escaped}\`);`;
  });
  return [
    "import { Migration } from '@mikro-orm/migrations';",
    '',
    '/** Say here what it is for. */',
    `export class ${className} extends Migration {`,
    '  override up(): void {',
    ...lines,
    '  }',
    '}',
    '',
  ].join('\n');
}

const [name, ...others] = parseArgs({ allowPositionals: true }).positionals;
if (!name || others.length > 0 || !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write('Name the migration in snake_case: npm run migration -- add_labels\n');
  process.exitCode = 2;
} else {
  const statements = await statementsToEntities();
  if (statements.length === 0)
    process.stdout.write('The tables are those of the entities: add statements by hand.\n');
  const className = `Migration${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`;
  const file = path.join(migrationsFolder, `${className}.ts`);
  await writeFile(file, migrationText(className, statements));
  process.stdout.write(
    `${path.relative(process.cwd(), file)} written. Expand first: see .github/CONTRIBUTING.md.\n`,
  );
}
