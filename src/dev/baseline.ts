import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import type { DescribedClass } from '../core/model/description.ts';
import { resourceOf } from '../core/model/index.ts';
import { entityClasses, ormOptions } from '../database/orm-options.ts';
import { createAuthStatements } from './auth-tables.ts';

/**
 * The command behind `npm run baseline`: writes the first migrations, one from the entities and one from the options of
 * better-auth, until there is a release whose databases have to be migrated from them. With `--check` it changes nothing
 * and fails if a file is out of date.
 */
const fileOf = (name: string) => path.join('src', 'database', 'migrations', `${name}.ts`);

/** The statements that create every table, as MikroORM derives them from the entities, without a connection. */
async function createStatements(): Promise<string> {
  const orm = await MikroORM.init({ ...ormOptions, clientUrl: 'postgres://baseline.invalid/switchyard' });
  try {
    // The encoding is the session's and no part of the schema.
    const statements = (await orm.schema.getCreateSchemaSQL()).replace("set names 'utf8';\n", '').trim();
    return entityClasses.reduce(partitioned, statements);
  } finally {
    await orm.close();
  }
}

/** MikroORM would compare the partitions that there are with a list, and a job makes and drops them. */
function partitioned(statements: string, target: DescribedClass): string {
  const { partitioned: how, table } = resourceOf(target);
  if (!how) return statements;
  const create = new RegExp(`^(create table "${table}" \\(.*\\));$`, 'm');
  if (!create.test(statements)) throw new Error(`No statement creates ${table}.`);
  return statements.replace(create, `$1 partition by range ("${how.by}");`);
}

function migration(name: string, about: string, statements: string): string {
  const escaped = statements.replace(/[\\`]|\$\{/g, '\\$&');
  const indented = escaped.replace(/^(?=.*\S)/gm, '      ');
  return `import { Migration } from '@mikro-orm/migrations';

/** ${about} Written by \`npm run baseline\`. */
export class ${name} extends Migration {
  override up(): void {
    this.addSql(\`
${indented}
    \`);
  }
}
`;
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const migrations = [
  [
    'Migration20261122000000_baseline',
    'Every table, as MikroORM generates it from the entities.',
    await createStatements(),
  ],
  [
    'Migration20261122000400_auth',
    'The accounts and sessions of people, as better-auth generates their tables.',
    await createAuthStatements(),
  ],
] as const;
for (const [name, about, statements] of migrations) {
  const file = fileOf(name);
  const written = migration(name, about, statements);
  if ((await readFile(file, 'utf8').catch(() => null)) === written) continue;
  if (values.check) {
    process.stderr.write(`${file} is out of date. Run: npm run baseline\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, written);
    process.stdout.write(`${file} written.\n`);
  }
}
