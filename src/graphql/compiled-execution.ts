import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { withInlinedColumns } from './kit/column-fields.ts';
import type { GraphqlContext } from './kit/context.ts';
import { documentOfCoerced } from './kit/variables.ts';
import type { KnownOperations } from './known-operations.ts';

/** Limits on compiled operations. Clients send few different documents, again and again. */
export const compilationLimits = Object.freeze({
  /** Characters of generated code to keep. V8 needs many times as much memory to run it. */
  codeKept: 8 * 1024 * 1024,
  /** The most of it that one operation may take. A dashboard's largest query has some 60 000. */
  codePerOperation: 1024 * 1024,
  /** Uses before an operation is compiled. About five uses of the compiled operation save the cost of compiling it. */
  usesBefore: 4,
  /** Operations whose uses are counted, and compiled operations kept. */
  operations: 5_000,
});

type CompilationLimits = { readonly [Name in keyof typeof compilationLimits]: number };

interface Compiled {
  /** Null if graphql-js executes the operation. */
  readonly query: CompiledQuery | null;
  readonly codeLength: number;
}

/** Where graphql-jit's option `debug` leaves the generated code. */
const CODE = '__DO_NOT_USE_THIS_OR_YOU_WILL_BE_FIRED_compilation';

const notCompiled: Compiled = { query: null, codeLength: 1 };

/** Compiles an operation; without a query if graphql-jit cannot, or if the code is too long to keep. */
function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  { codePerOperation }: CompilationLimits,
): Compiled {
  const options = {
    // The database returns rows in the form of the response. Serializing every leaf again would double the work.
    disableLeafSerialization: true,
    disablingCapturingStackErrors: true,
    debug: true,
  } as Parameters<typeof compileQuery>[3];
  const compiled = withInlinedColumns(schema, () =>
    compileQuery(schema, documentOfCoerced(document), operationName, options),
  );
  if (!isCompiledQuery(compiled)) return notCompiled;
  const { query, stringify, [CODE]: code = '' } = compiled as CompiledQuery & { [CODE]?: string };
  return code.length > codePerOperation
    ? notCompiled
    : { query: { query, stringify }, codeLength: code.length };
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

/**
 * The compiled operations of a schema. Compiling takes longer than executing a few times and keeps memory, so an
 * operation is compiled when it comes again and again, and as many are kept as their code allows.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema;
  readonly #limits: CompilationLimits;
  readonly #uses: LRUCache<string, number>;
  readonly #compiled: LRUCache<string, Compiled>;

  constructor(schema: GraphQLSchema, limits: CompilationLimits = compilationLimits) {
    this.#schema = schema;
    this.#limits = limits;
    this.#uses = new LRUCache({ max: limits.operations });
    this.#compiled = new LRUCache({
      max: limits.operations,
      maxSize: limits.codeKept,
      sizeCalculation: ({ codeLength }) => Math.max(1, codeLength),
    });
  }

  /** The cached compiled operations, and the characters of their code. */
  get kept(): { readonly operations: number; readonly codeLength: number } {
    return { operations: this.#compiled.size, codeLength: this.#compiled.calculatedSize };
  }

  /** The compiled operation; null if graphql-js is to execute it. */
  use(key: string, document: DocumentNode, operationName: string | undefined): CompiledQuery | null {
    const known = this.#compiled.get(key);
    if (known) return known.query;
    const uses = this.#uses.get(key) ?? 0;
    if (uses < this.#limits.usesBefore) {
      this.#uses.set(key, uses + 1);
      return null;
    }
    this.#uses.delete(key);
    const compiled = introspects(document)
      ? notCompiled
      : compile(this.#schema, document, operationName, this.#limits);
    this.#compiled.set(key, compiled);
    return compiled.query;
  }
}

/** Calls a compiled operation with the context's variables. */
export const executeCompiled = async (
  { query }: CompiledQuery,
  contextValue: GraphqlContext,
): Promise<ExecutionResult> => query({}, contextValue, { ...contextValue.variables });

/**
 * Executes operations that are used again by calling the JavaScript they were compiled to (graphql-jit). Queries among
 * them are remembered as known.
 */
export function compiledExecution(
  operations: CompiledOperations,
  known: KnownOperations,
): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation({
          contextValue,
          document,
          operation,
          operationName,
          queryHash,
          request,
          response,
          source,
        }) {
          // graphql-js reports an unknown operationName. Without a key there is only introspection.
          if (!operation || !contextValue.ctx) return null;
          const key = `${queryHash}:${operationName ?? ''}`;
          const compiled = operations.use(key, document, operationName ?? undefined);
          if (!compiled) return null;
          known.remember(source, request.operationName, { key, document, operation, operationName });
          const result = await executeCompiled(compiled, contextValue);
          return { http: response.http, body: { kind: 'single', singleResult: result as never } };
        },
      };
    },
  };
}
