import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../../..');

/** The names of generated files, which `.gitignore`, `biome.json` and `deploy/build.js` leave out too. */
const isGenerated = (file: string) =>
  /\.(?:documents|fields)\.ts$|^schema-types\.ts$/.test(path.basename(file));

/** The digest of the inputs and of what was generated from them. The lock file stands for the generator's packages. */
async function digest(root: string, files: readonly string[]): Promise<string> {
  const here = (await readdir(import.meta.dirname)).map((name) => path.join(import.meta.dirname, name));
  const hash = createHash('sha256');
  for (const file of [path.join(root, 'package-lock.json'), ...here, ...files]) {
    hash.update(`${path.relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The facts of rules as a module. */
const rulesFile = (described: string): string => `// Generated from schema/rules.json.
import type { DescribedRules } from './described-rules.ts';

export const describedRules: DescribedRules = ${described.trim()};
`;

/** The `.graphql` files of the dashboard, and its generated files. */
async function listFiles(dashboard: string): Promise<{ sources: string[]; generated: string[] }> {
  const files = (await readdir(dashboard, { recursive: true }))
    .sort()
    .map((file) => path.join(dashboard, file));
  return { sources: files.filter((file) => file.endsWith('.graphql')), generated: files.filter(isGenerated) };
}

/**
 * Writes the dashboard's files that follow from `schema` and are not committed: its typed documents, the schema's types, the
 * fields of forms and the facts of rules. Does nothing if they were written from the same inputs.
 *
 * @param root The folder of the repository.
 * @throws {GraphQLDocumentError} if a document selects a field that the schema lacks.
 */
export async function generateDashboard(root = repository): Promise<void> {
  const dashboard = path.join(root, 'src', 'dashboard');
  const contract = path.join(root, 'schema', 'schema.graphql');
  const rules = path.join(root, 'schema', 'rules.json');
  const stamp = path.join(root, 'dist', '.generated');
  const { generated, sources } = await listFiles(dashboard);
  const written = await readFile(stamp, 'utf8').catch(() => undefined);
  if (written === (await digest(root, [contract, rules, ...sources, ...generated]))) return;
  process.stdout.write("Generating the dashboard's documents …\n");
  await rm(stamp, { force: true });
  const [{ parse }, { dashboardDocuments }, { formFields }] = await Promise.all([
    import('graphql'),
    import('./documents.ts'),
    import('./form-fields.ts'),
  ]);
  const schema = parse(await readFile(contract, 'utf8'));
  const schemaTypes = path.join(dashboard, 'data', 'schema-types.ts');
  const files = new Map([
    ...(await dashboardDocuments(schema, sources, schemaTypes)),
    ...formFields(schema, dashboard),
    [path.join(dashboard, 'pages', 'rules', 'rules.fields.ts'), rulesFile(await readFile(rules, 'utf8'))],
  ]);
  await Promise.all(generated.filter((file) => !files.has(file)).map((file) => rm(file)));
  for (const [file, code] of files) {
    // An unchanged file is left alone: a bundler may be reading it.
    const before = await readFile(file, 'utf8').catch(() => undefined);
    if (before !== code) await writeFile(file, code);
  }
  await mkdir(path.dirname(stamp), { recursive: true });
  // Written last, so that an interrupted run does not count as complete.
  await writeFile(stamp, await digest(root, [contract, rules, ...sources, ...[...files.keys()].sort()]));
}
