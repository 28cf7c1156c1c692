import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

const folder = path.resolve(import.meta.dirname, '../dashboard');

const config = {
  scalars: { ID: 'string', Amount: 'number', DateTime: 'string', JSON: 'unknown' },
  enumType: 'string-literal',
  immutableTypes: true,
  skipTypename: true,
  useTypeImports: true,
  arrayInputCoercion: false,
  disableDescriptions: true,
};

/** The input types and enums that the documents use, written once for all of them. */
const sharedTypes = path.join(folder, 'data', 'schema-types.ts');

const headOf = (sources: string) =>
  `// Generated from ${sources} and schema/schema.graphql by \`npm run emit\`.\n`;

/**
 * The typed documents of the dashboard by file, relative to `schema/`: a TypeScript file for each `.graphql` file,
 * generated from it and the schema, so that a page loads only the documents that it sends. They import the schema's
 * types from one file.
 *
 * @throws {GraphQLDocumentError} if a document selects something that the schema lacks.
 */
export async function dashboardDocuments(sdl: string): Promise<Map<string, string>> {
  const schema = parse(sdl);
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  const sources = await Promise.all(
    files.map(async (file) => {
      const location = path.join(folder, file);
      return { location, document: parse(await readFile(location, 'utf8')) };
    }),
  );
  const generated = new Map<string, string>();
  const add = (target: string, head: string, code: string) =>
    generated.set(path.relative('schema', target), headOf(head) + code);
  const types = await codegen({
    schema,
    documents: sources,
    filename: sharedTypes,
    config: { ...config, generateOperationTypes: false },
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
  add(sharedTypes, "the dashboard's documents", types);
  for (const source of sources) {
    const target = source.location.replace(/\.graphql$/, '.documents.ts');
    const code = await codegen({
      schema,
      documents: [source],
      filename: target,
      config: { ...config, importSchemaTypesFrom: sharedTypes, importExtension: '.ts' },
      plugins: [{ operations: {} }, { typedDocumentNode: {} }],
      pluginMap: { operations, typedDocumentNode },
    });
    add(target, path.basename(source.location), code);
  }
  return generated;
}
