import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { GraphqlContext } from './context.ts';

/** How many documents stay compiled. Clients send few different ones; whoever sends more pays for it alone. */
const COMPILED_MAX = 500;

/** Compiles a document, or says that it cannot be: graphql-js then runs it as it always does. */
function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined) {
  const compiled = compileQuery(schema, document, operationName, {
    // Rows come from the database as they are answered; checking every leaf again would double the work.
    disableLeafSerialization: true,
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(compiled) ? (compiled as CompiledQuery) : null;
}

const introspects = (document: DocumentNode) =>
  document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.selectionSet.selections.some(
        (node) =>
          node.kind === Kind.FIELD && (node.name.value === '__schema' || node.name.value === '__type'),
      ),
  );

/** Runs operations as compiled functions: a document is turned into JavaScript once and then only called. */
export function compiledExecution(schema: GraphQLSchema): ApolloServerPlugin<GraphqlContext> {
  const compiled = new LRUCache<string, { query: CompiledQuery | null }>({ max: COMPILED_MAX });
  return {
    async requestDidStart() {
      return {
        async responseForOperation(asked) {
          const { document, operation, operationName, queryHash, request, contextValue, response } = asked;
          // There is none of the name asked for; graphql-js says so.
          if (!operation) return null;
          const key = `${queryHash}:${operationName ?? ''}`;
          let known = compiled.get(key);
          if (!known) {
            known = {
              query: introspects(document) ? null : compile(schema, document, operationName ?? undefined),
            };
            compiled.set(key, known);
          }
          if (!known.query) return null;
          const result: ExecutionResult = await known.query.query({}, contextValue, request.variables ?? {});
          return { http: response.http, body: { kind: 'single', singleResult: result as never } };
        },
      };
    },
  };
}
