import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import type { DocumentNode } from 'graphql';
import { parse } from 'graphql';

const config = {
  scalars: { ID: 'string', Amount: 'number', DateTime: 'string', JSON: 'unknown' },
  enumType: 'string-literal',
  immutableTypes: true,
  skipTypename: true,
  useTypeImports: true,
  arrayInputCoercion: false,
  disableDescriptions: true,
};

/** The typed document of a `.graphql` file. */
export const documentsFile = (source: string): string => source.replace(/\.graphql$/, '.documents.ts');

/**
 * The typed documents of the dashboard by file: one for each `.graphql` file, so that a page loads only the documents
 * that it sends. All import the schema's input types and enums from one file, which is generated too.
 *
 * @param sources The `.graphql` files.
 * @param schemaTypes The file of input types and enums.
 * @throws {GraphQLDocumentError} if a document selects a field that the schema lacks.
 */
export async function dashboardDocuments(
  schema: DocumentNode,
  sources: readonly string[],
  schemaTypes: string,
): Promise<Map<string, string>> {
  const documents = await Promise.all(
    sources.map(async (location) => ({ location, document: parse(await readFile(location, 'utf8')) })),
  );
  const types = await codegen({
    schema,
    documents,
    filename: schemaTypes,
    config: { ...config, generateOperationTypes: false },
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
  const generated = new Map([[schemaTypes, `// Generated from schema/schema.graphql.\n${types}`]]);
  for (const document of documents) {
    const filename = documentsFile(document.location);
    const code = await codegen({
      schema,
      documents: [document],
      filename,
      config: { ...config, importSchemaTypesFrom: schemaTypes, importExtension: '.ts' },
      plugins: [{ operations: {} }, { typedDocumentNode: {} }],
      pluginMap: { operations, typedDocumentNode },
    });
    const head = `// Generated from ${path.basename(document.location)} and schema/schema.graphql.\n`;
    generated.set(filename, head + code);
  }
  return generated;
}
