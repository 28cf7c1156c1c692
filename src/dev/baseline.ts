import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../database/orm-options.ts';

/**
 * The command behind `npm run baseline`: writes the first migration from the entities, until there is a release whose
 * databases have to be migrated from it. With `--check` it changes nothing and fails if the file is out of date.
 */
const NAME = 'Migration20261122000000_baseline';
const file = path.join('src', 'database', 'migrations', `${NAME}.ts`);

/** The statements that create every table, as MikroORM derives them from the entities, without a connection. */
async function createStatements(): Promise<string> {
  const orm = await MikroORM.init({ ...ormOptions, clientUrl: 'postgres://baseline.invalid/switchyard' });
  try {
    // The encoding is the session's and no part of the schema.
    return (await orm.schema.getCreateSchemaSQL()).replace("set names 'utf8';\n", '').trim();
  } finally {
    await orm.close();
  }
}

function migration(statements: string): string {
  const escaped = statements.replace(/[\\`]|\$\{/g, '\\$&');
  const indented = escaped.replace(/^(?=.*\S)/gm, '      ');
  return `import { Migration } from '@mikro-orm/migrations';

/** Every table, as MikroORM generates it from the entities. Written by \`npm run baseline\`. */
export class ${NAME} extends Migration {
  override up(): void {
    this.addSql(\`
${indented}
    \`);
  }
}
`;
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const written = migration(await createStatements());
if ((await readFile(file, 'utf8').catch(() => null)) !== written) {
  if (values.check) {
    process.stderr.write(`${file} is out of date. Run: npm run baseline\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, written);
    process.stdout.write(`${file} written.\n`);
  }
}
