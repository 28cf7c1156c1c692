import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrateDatabase } from '../database/migrate.ts';
import { migrationsFolder, ormOptions } from '../database/orm-options.ts';
import { startEmbeddedServer } from './embedded/server.ts';
import { contractions } from './migration-rules.ts';
import { migrationsToEntities, migrationText } from './migration-text.ts';

/*
 * The command behind `npm run migration -- <name>`: writes the migrations that turn the tables of the migrations so far
 * into those of the entities. Functions, triggers and statements that fill columns are added by hand.
 */

/** The migrations, from the difference that MikroORM derives in a database that is migrated for it. */
async function planned() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'switchyard-migration-'));
  const server = await startEmbeddedServer({ dataDir, temporary: true });
  try {
    await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
    const orm = await MikroORM.init({ ...ormOptions, clientUrl: server.ownerUrl });
    try {
      return await migrationsToEntities(orm);
    } finally {
      await orm.close();
    }
  } finally {
    await server.stop();
  }
}

const [name, ...others] = parseArgs({ allowPositionals: true }).positionals;
if (!name || others.length > 0 || !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write('Name the migration in snake_case: npm run migration -- add_labels\n');
  process.exitCode = 2;
} else {
  const migrations = await planned();
  if (migrations.length === 0) {
    process.stdout.write('The tables already match the entities: add statements by hand.\n');
    migrations.push({ suffix: '', statements: [], isTransactional: true });
  }
  const [biome, now] = [createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome'), Date.now()];
  for (const [index, migration] of migrations.entries()) {
    // Their names sort in their order.
    const time = new Date(now + index * 1_000).toISOString().replace(/\D/g, '').slice(0, 14);
    const className = `Migration${time}_${name}${migration.suffix}`;
    const file = path.join(migrationsFolder, `${className}.ts`);
    await writeFile(file, migrationText(className, migration));
    execFileSync(process.execPath, [biome, 'format', '--write', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    process.stdout.write(`${path.relative(process.cwd(), file)} written.\n`);
    for (const why of contractions(migration.statements)) {
      process.stdout.write(
        `  It breaks the release that runs: ${why}. See "Change the schema" in .github/CONTRIBUTING.md.\n`,
      );
    }
  }
}
