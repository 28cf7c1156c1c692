import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  type TypeNode,
  type ValidationContext,
} from 'graphql';
import { Problem } from '../../core/foundation/errors.ts';
import { fragmentsOf } from './back-references.ts';

const MESSAGE =
  'Introspection may select __schema once, without aliases, and may only name the types of fields: kind, name, ofType.';

/** The fields of a type that is met as the type of something else. */
const namingFields: ReadonlySet<string> = new Set([
  '__typename',
  'kind',
  'name',
  'description',
  'specifiedByURL',
  'isOneOf',
  'ofType',
]);
/** Fields whose type is the one described, rather than the type of something else. */
const describedTypes: ReadonlySet<string> = new Set([
  '__type',
  'types',
  'queryType',
  'mutationType',
  'subscriptionType',
]);
/** Fields that have a type which may only be named. */
const namedTypes: ReadonlySet<string> = new Set(['type', 'ofType', 'interfaces', 'possibleTypes']);

/**
 * Keeps the response to introspection no larger than the schema: repeated or expanded types would multiply it. Tools
 * send the standard query, which has neither.
 */
export function introspectionLimits(context: ValidationContext): ASTVisitor {
  return {
    Document: {
      enter: (document) => {
        const excess = firstExcess(document);
        if (!excess) return;
        const originalError = new Problem('query_too_complex', MESSAGE);
        context.reportError(new GraphQLError(MESSAGE, { nodes: [excess], originalError }));
      },
    },
  };
}

function firstExcess(document: DocumentNode): FieldNode | null {
  const fragments = fragmentsOf(document);
  let schemas = 0;
  /** @param place `outside` introspection, in a type that is `described`, or in a type that may only be `named`. */
  const search = (
    { selections }: SelectionSetNode,
    place: 'outside' | 'described' | 'named',
    spread: readonly string[],
  ): FieldNode | null => {
    for (const node of selections) {
      let excess: FieldNode | null = null;
      if (node.kind === Kind.INLINE_FRAGMENT) excess = search(node.selectionSet, place, spread);
      else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const name = node.name.value;
        const fragment = fragments.get(name);
        // Other rules report fragments that are unknown or contain themselves.
        if (fragment && !spread.includes(name)) {
          excess = search(fragment.selectionSet, place, [...spread, name]);
        }
      } else {
        const name = node.name.value;
        if (name === '__schema' && ++schemas > 1) return node;
        if (place !== 'outside' && node.alias && node.alias.value !== name) return node;
        if (place === 'named' && !namingFields.has(name)) return node;
        const starts = name === '__schema' || name === '__type';
        if (node.selectionSet && (place !== 'outside' || starts)) {
          const isNamed = !describedTypes.has(name) && (place === 'named' || namedTypes.has(name));
          excess = search(node.selectionSet, isNamed ? 'named' : 'described', spread);
        } else if (node.selectionSet) excess = search(node.selectionSet, place, spread);
      }
      if (excess) return excess;
    }
    return null;
  };
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    schemas = 0;
    const excess = search(node.selectionSet, 'outside', []);
    if (excess) return excess;
  }
  return null;
}

/** The longest introspection query, many times the length of a tool's. */
const SOURCE_MAX = 16 * 1024;
const TOKENS_MAX = 1_000;

const rootFields: ReadonlySet<string> = new Set(['__schema', '__type', '__typename']);
const harmlessTypes: ReadonlySet<string> = new Set(['String', 'Boolean']);

/**
 * Whether a document only introspects, and is small enough to find out without a key. Its variables must be of types
 * that cost nothing to coerce.
 */
export function isIntrospection(source: string): boolean {
  if (source.length > SOURCE_MAX || !/__(schema|type)/.test(source)) return false;
  let document: DocumentNode;
  try {
    document = parse(source, { maxTokens: TOKENS_MAX, noLocation: true });
  } catch {
    return false;
  }
  return document.definitions.every((node) => {
    if (node.kind === Kind.FRAGMENT_DEFINITION) {
      const on = node.typeCondition.name.value;
      return on.startsWith('__') || (on === 'Query' && hasOnlyRootFields(node.selectionSet));
    }
    return (
      node.kind === Kind.OPERATION_DEFINITION &&
      node.operation === 'query' &&
      (node.variableDefinitions ?? []).every(({ type }) => harmlessTypes.has(nameOf(type))) &&
      hasOnlyRootFields(node.selectionSet)
    );
  });
}

/** Fragments are checked where they are defined. */
const hasOnlyRootFields = ({ selections }: SelectionSetNode): boolean =>
  selections.every((node) => {
    if (node.kind === Kind.FIELD) return rootFields.has(node.name.value);
    return node.kind === Kind.FRAGMENT_SPREAD || hasOnlyRootFields(node.selectionSet);
  });

function nameOf(type: TypeNode): string {
  if (type.kind === Kind.NON_NULL_TYPE) return nameOf(type.type);
  return type.kind === Kind.NAMED_TYPE ? type.name.value : '';
}
