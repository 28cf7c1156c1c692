import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestKind } from '../../core/foundation/request-kind.ts';
import { graphqlLimits } from './limits.ts';
import { connectorMutations } from './mutations.ts';

/** Documents remembered, by characters. */
const REMEMBERED_MAX = 2 * 1024 * 1024;

/** The kind of each operation of a document, by name; one without a name has an empty one. */
type Kinds = ReadonlyMap<string, RequestKind>;

/**
 * Finds the kind of a request before validation, only from its document. A document without the keyword
 * `mutation` has no mutation, and is not parsed here. Most other documents repeat, so their kinds are cached; an
 * unparsable one counts as a read.
 */
export function requestKinds(): (request: unknown) => RequestKind {
  const known = new LRUCache<string, Kinds>({
    maxSize: REMEMBERED_MAX,
    sizeCalculation: (_kinds, query) => query.length + 1,
  });
  return (request) => {
    const { operationName, query } = (request ?? {}) as Record<string, unknown>;
    if (typeof query !== 'string' || !query.includes('mutation')) return 'read';
    let kinds = known.get(query);
    if (!kinds) {
      kinds = kindsIn(query);
      known.set(query, kinds);
    }
    const [only] = kinds.values();
    return (typeof operationName === 'string' ? kinds.get(operationName) : only) ?? 'read';
  };
}

function kindsIn(query: string): Kinds {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: graphqlLimits.tokens, noLocation: true });
  } catch {
    return new Map();
  }
  return new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => [operation.name?.value ?? '', kindOf(operation)]),
  );
}

function kindOf(operation: OperationDefinitionNode): RequestKind {
  if (operation.operation !== 'mutation') return 'read';
  // Mutations in a fragment are rare and may be of either kind.
  const isMoney = operation.selectionSet.selections.some(
    (node) => node.kind !== Kind.FIELD || connectorMutations.has(node.name.value),
  );
  return isMoney ? 'money' : 'write';
}
