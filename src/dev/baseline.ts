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
 * The command behind `npm run baseline`: writes the tables that the first migration makes, from the entities and from the
 * options of better-auth, until there is a release whose databases have to be migrated from them. With `--check` it
 * changes nothing and fails if the file is out of date.
 */
const file = path.join('src', 'database', 'migrations', 'baseline', 'baseline-tables.ts');

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

function constant(name: string, about: string, statements: string): string {
  const escaped = statements.replace(/[\\`]|\$\{/g, '\\$&');
  return `\n/** ${about} */\nexport const ${name} = \`\n${escaped.replace(/^(?=.*\S)/gm, '  ')}\n\`;\n`;
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const written = [
  '/*\n * The tables of a new database. Written by `npm run baseline`.\n */\n',
  constant(
    'entityTables',
    'Every table of the service, as MikroORM generates it from the entities.',
    await createStatements(),
  ),
  constant(
    'authTables',
    'The accounts and sessions of people, as better-auth generates their tables.',
    await createAuthStatements(),
  ),
].join('');
if ((await readFile(file, 'utf8').catch(() => null)) !== written) {
  if (values.check) {
    process.stderr.write(`${file} is out of date. Run: npm run baseline\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, written);
    process.stdout.write(`${file} written.\n`);
  }
}
