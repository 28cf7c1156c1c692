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

/**
 * The typed documents of the dashboard by file, relative to `schema/`: beside each `.graphql` file one of TypeScript, made from it and
 * the schema, so that a page loads the documents it sends and no others.
 *
 * @throws {GraphQLDocumentError} if a document asks for what the schema does not have.
 */
export async function dashboardDocuments(sdl: string): Promise<Map<string, string>> {
  const schema = parse(sdl);
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  const documents = new Map<string, string>();
  for (const file of files) {
    const source = path.join(folder, file);
    const target = source.replace(/\.graphql$/, '.documents.ts');
    const code = await codegen({
      schema,
      documents: [{ location: source, document: parse(await readFile(source, 'utf8')) }],
      filename: target,
      config,
      plugins: [{ operations: {} }, { typedDocumentNode: {} }],
      pluginMap: { operations, typedDocumentNode },
    });
    const head = `// Generated from ${path.basename(file)} and schema/schema.graphql by \`npm run emit\`.\n`;
    documents.set(path.relative('schema', target), head + code);
  }
  return documents;
}
