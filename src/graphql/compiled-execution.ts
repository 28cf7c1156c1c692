import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { GraphqlContext } from './kit/context.ts';

/** Documents kept compiled. Clients send few different ones; one that sends more pays for compiling them. */
const COMPILED_MAX = 500;

/** Compiles an operation; null if graphql-jit cannot, in which case graphql-js executes it. */
function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery | null {
  const compiled = compileQuery(schema, document, operationName, {
    // Rows arrive from the database as they are shown; serializing every leaf again would double the work.
    disableLeafSerialization: true,
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(compiled) ? (compiled as CompiledQuery) : null;
}

const isIntrospection = (document: DocumentNode) =>
  document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.selectionSet.selections.some(
        (node) =>
          node.kind === Kind.FIELD && (node.name.value === '__schema' || node.name.value === '__type'),
      ),
  );

/** Compiles each operation to JavaScript once (graphql-jit) and executes it by calling that. */
export function compiledExecution(schema: GraphQLSchema): ApolloServerPlugin<GraphqlContext> {
  const operations = new LRUCache<string, { query: CompiledQuery | null }>({ max: COMPILED_MAX });
  return {
    async requestDidStart() {
      return {
        async responseForOperation({
          document,
          operation,
          operationName,
          queryHash,
          request,
          contextValue,
          response,
        }) {
          // graphql-js reports an unknown operationName.
          if (!operation) return null;
          const key = `${queryHash}:${operationName ?? ''}`;
          let compiled = operations.get(key);
          if (!compiled) {
            const query = isIntrospection(document)
              ? null
              : compile(schema, document, operationName ?? undefined);
            compiled = { query };
            operations.set(key, compiled);
          }
          if (!compiled.query) return null;
          const result: ExecutionResult = await compiled.query.query(
            {},
            contextValue,
            request.variables ?? {},
          );
          return { http: response.http, body: { kind: 'single', singleResult: result as never } };
        },
      };
    },
  };
}
