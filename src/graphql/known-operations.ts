import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { CompiledOperations } from './compiled-execution.ts';
import type { ValidOperation } from './execution.ts';

/** Characters of query texts to remember. The rest of each entry is kept with its parsed document. */
const CHARACTERS_MAX = 256 * 1024;

/** A query that was valid when it was executed before. */
export interface KnownOperation extends ValidOperation {
  /** Key of its compiled form in {@link CompiledOperations}. */
  readonly key: string;
}

/** A request of a {@link KnownOperation}. */
export interface KnownRequest {
  readonly known: KnownOperation;
  /** Its compiled form. */
  readonly query: CompiledQuery;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The members that the body of a request may have, for its operation to be looked up. */
const members = new Set(['query', 'operationName', 'variables']);

/** Remembers queries by their text, so that a repeated one needs neither hashing nor validation. */
export class KnownOperations {
  readonly #byText = new LRUCache<string, Map<string, KnownOperation>>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_operations, text) => text.length + 1,
  });

  readonly #compiled: CompiledOperations;

  constructor(compiled: CompiledOperations) {
    this.#compiled = compiled;
  }

  /** @param requestedName The name in the request, which chooses among the operations of a document. */
  remember(text: string, requestedName: string | undefined, operation: KnownOperation): void {
    if (operation.operation.operation !== 'query') return;
    const operations = this.#byText.get(text) ?? new Map<string, KnownOperation>();
    if (operations.has(requestedName ?? '')) return;
    operations.set(requestedName ?? '', operation);
    this.#byText.set(text, operations);
  }

  /** The request in a parsed body, if it is plain and its operation is known. */
  find(body: unknown): KnownRequest | null {
    if (typeof body !== 'object' || body === null) return null;
    for (const name of Object.keys(body)) if (!members.has(name)) return null;
    const { operationName, query, variables } = body as Record<string, unknown>;
    if (typeof query !== 'string' || !isAbsentOr(operationName, 'string')) return null;
    if (!isAbsentOr(variables, 'object') || Array.isArray(variables)) return null;
    const known = this.#byText.get(query)?.get((operationName as string | null) ?? '');
    if (!known) return null;
    const compiled = this.#compiled.use(known.key, known.document, known.operationName ?? undefined);
    if (!compiled) return null;
    return { known, query: compiled, variables: (variables as KnownRequest['variables'] | null) ?? {} };
  }
}

const isAbsentOr = (value: unknown, type: 'string' | 'object') =>
  value === undefined || value === null || typeof value === type;
