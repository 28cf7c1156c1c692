import 'reflect-metadata';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './core/resources.ts';
import { buildGraphqlSchema, printGraphqlSchema } from './graphql/schema.ts';
import { openApiDocument } from './rest/openapi.ts';

/** The contracts, each with the file it is emitted to. */
function contracts(): Map<string, string> {
  return new Map([
    ['schema.graphql', printGraphqlSchema(buildGraphqlSchema())],
    ['openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`],
  ]);
}

/** The command behind `npm run emit`; with `--check` it changes nothing and fails where a file is out of date. */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const folder = path.resolve('schema');
await mkdir(folder, { recursive: true });
for (const [name, content] of contracts()) {
  const file = path.join(folder, name);
  const committed = await readFile(file, 'utf8').catch(() => null);
  if (committed === content) continue;
  if (values.check) {
    process.stderr.write(`schema/${name} is out of date. Run: npm run emit\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, content);
    process.stdout.write(`schema/${name} written.\n`);
  }
}
