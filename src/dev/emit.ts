import 'reflect-metadata';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import '../core/entities/resources.ts';
import { type ProblemCode, problemCodes } from '../core/foundation/errors.ts';
import { eventSchemaFiles } from '../core/webhooks/event-schema.ts';
import { graphqlSchema, printGraphqlSchema } from '../graphql/schema.ts';
import { legacyCodes } from '../http/requests/legacy-codes.ts';
import { LEGACY_CODE_HEADER } from '../http/requests/responses.ts';
import { openApiDocument } from '../rest/openapi.ts';
import { generateDashboard } from './dashboard/generate-dashboard.ts';
import { ruleDescription } from './dashboard/rule-facts.ts';
import { fieldReference } from './field-reference.ts';
import { withLimits } from './limit-reference.ts';
import { operationReference } from './operation-reference.ts';
import { permissionReference } from './permission-reference.ts';
import { QUERIES, queryFiles } from './queries/query-files.ts';

const EVENTS = 'events';
/** The folders below `schema` in which nothing else is kept. */
const folders = [EVENTS, QUERIES, `${QUERIES}/jobs`];

const asJson = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

/** The contracts, each with the file it is emitted to. */
async function contracts(): Promise<Map<string, string>> {
  return new Map([
    ['schema.graphql', printGraphqlSchema(graphqlSchema())],
    ['openapi.json', asJson(openApiDocument())],
    ['rules.json', asJson(ruleDescription())],
    ...(await queryFiles()),
    ...[...eventSchemaFiles()].map(([name, schema]): [string, string] => [
      `${EVENTS}/${name}`,
      asJson(schema),
    ]),
  ]);
}

/** The reference of error codes, docs/errors.md. */
function errorReference(): string {
  const rows = Object.entries(problemCodes)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { about, status, type }]) => {
      const legacy = legacyCodes[code as ProblemCode];
      const former = legacy ? `\`${legacy}\`` : '';
      return `| ${status} | \`${type}\` | \`${code}\` | ${former} | ${about} |`;
    });
  return `# Error codes

Generated from src/core/foundation/errors.ts by \`npm run emit\`. REST responds with the status and a body of
\`{"error": {"type", "code", "message", "param", "request_id"}}\`, plus \`errors\` if several parameters are bad.
GraphQL reports the same \`code\`, \`type\` and \`param\` in the \`extensions\` of an error; mutations report problems
with their input as \`userErrors\`. Messages never quote the request's values. Handle errors by \`code\`: messages may change.

Clients of Hyperswitch find its code of the nearest meaning in the header \`${LEGACY_CODE_HEADER}\`, except of operations of the
specification. It is a header, as the body of every error is the specification's. Their \`IR_06\` and \`IR_07\` are \`malformed_json\`,
\`unknown_parameter\` or \`invalid_parameter\` here, and \`HE_00\` whatever may be repeated or is our fault.

| Status | Type | Code | Hyperswitch | Meaning |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** The command behind `npm run emit`; with `--check` it changes nothing and fails where a file is out of date. */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const folder = path.resolve('schema');
const errorsFile = path.join('..', 'docs', 'errors.md');
const fieldsFile = path.join('..', 'docs', 'fields.md');
const permissionsFile = path.join('..', 'docs', 'permissions.md');
const operationsFile = path.join('..', 'docs', 'operations.md');
const runFile = path.join('..', 'docs', 'run.md');
const emitted = (await contracts())
  .set(errorsFile, errorReference())
  .set(fieldsFile, fieldReference())
  .set(permissionsFile, permissionReference())
  .set(operationsFile, operationReference())
  .set(runFile, withLimits(await readFile(path.join(folder, runFile), 'utf8')));

async function settle(name: string, problem: string, done: string, mend: () => Promise<void>): Promise<void> {
  if (values.check) {
    process.stderr.write(`${path.join('schema', name)} ${problem}. Run: npm run emit\n`);
    process.exitCode = 1;
    return;
  }
  await mend();
  process.stdout.write(`${path.join('schema', name)} ${done}.\n`);
}

for (const subfolder of folders) await mkdir(path.join(folder, subfolder), { recursive: true });
for (const [name, content] of emitted) {
  const file = path.join(folder, name);
  const committed = await readFile(file, 'utf8').catch(() => null);
  if (committed !== content) await settle(name, 'is out of date', 'written', () => writeFile(file, content));
}
for (const subfolder of folders) {
  for (const { name: file } of await filesIn(subfolder)) {
    const name = `${subfolder}/${file}`;
    if (emitted.has(name)) continue;
    await settle(name, 'has no source any more', 'deleted', () => rm(path.join(folder, name)));
  }
}
if (!values.check) await generateDashboard();

/** The files of a folder below `schema`, without its folders. */
async function filesIn(subfolder: string) {
  const entries = await readdir(path.join(folder, subfolder), { withFileTypes: true });
  return entries.filter((entry) => entry.isFile());
}
