import {
  type ASTNode,
  GraphQLError,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
  visit,
} from 'graphql';
import type { GeneratedDocument } from './graphql-documents.ts';
import { publishedSchema as schema } from './graphql-schema.ts';

/** A document with one change that the schema may not allow, and a description of the change. */
export interface DocumentMutation extends GeneratedDocument {
  readonly what: string;
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const leaf = { kind: Kind.FIELD, name: name('unexpected') } as const;

/** Changes of one node of a document; each returns the new node, or undefined if it does not apply. */
const changes: Readonly<Record<string, (node: ASTNode) => ASTNode | null | undefined>> = {
  'an unknown field': (node) =>
    node.kind === Kind.FIELD ? { ...node, name: name(`${node.name.value}Unknown`) } : undefined,
  'an unknown argument': (node) =>
    node.kind === Kind.FIELD
      ? {
          ...node,
          arguments: [
            ...(node.arguments ?? []),
            { kind: Kind.ARGUMENT, name: name('unknown'), value: { kind: Kind.INT, value: '1' } },
          ],
        }
      : undefined,
  'no arguments': (node) =>
    node.kind === Kind.FIELD && node.arguments?.length ? { ...node, arguments: [] } : undefined,
  'no selection': (node) =>
    node.kind === Kind.FIELD && node.selectionSet ? { ...node, selectionSet: undefined as never } : undefined,
  'a selection': (node) =>
    node.kind === Kind.FIELD && !node.selectionSet
      ? { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: [leaf] } }
      : undefined,
  'an object for an argument': (node) =>
    node.kind === Kind.ARGUMENT ? { ...node, value: { kind: Kind.OBJECT, fields: [] } } : undefined,
  'a number for an argument': (node) =>
    node.kind === Kind.ARGUMENT ? { ...node, value: { kind: Kind.FLOAT, value: '1.5' } } : undefined,
  'an unknown enumeration value': (node) =>
    node.kind === Kind.ENUM ? { ...node, value: 'unlisted_value' } : undefined,
  'an unknown member': (node) =>
    node.kind === Kind.OBJECT_FIELD ? { ...node, name: name('unknownMember') } : undefined,
  'a list for a member': (node) =>
    node.kind === Kind.OBJECT_FIELD
      ? { ...node, value: { kind: Kind.LIST, values: [{ kind: Kind.OBJECT, fields: [] }] } }
      : undefined,
  'an undefined variable': (node) =>
    node.kind === Kind.VARIABLE ? { ...node, name: name('undefinedVariable') } : undefined,
  'a variable of another type': (node) =>
    node.kind === Kind.VARIABLE_DEFINITION
      ? { ...node, type: { kind: Kind.NAMED_TYPE, name: name('UpdateRefundInput') } }
      : undefined,
  'an unused variable': (node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? {
          ...node,
          variableDefinitions: [
            ...(node.variableDefinitions ?? []),
            {
              kind: Kind.VARIABLE_DEFINITION,
              variable: { kind: Kind.VARIABLE, name: name('unused') },
              type: { kind: Kind.NAMED_TYPE, name: name('Int') },
            },
          ],
        }
      : undefined,
  'an unknown directive': (node) =>
    node.kind === Kind.FIELD
      ? { ...node, directives: [{ kind: Kind.DIRECTIVE, name: name('unknown') }] }
      : undefined,
  'an unknown fragment': (node) =>
    node.kind === Kind.SELECTION_SET
      ? { ...node, selections: [...node.selections, { kind: Kind.FRAGMENT_SPREAD, name: name('Missing') }] }
      : undefined,
  'a fragment on another type': (node) =>
    node.kind === Kind.INLINE_FRAGMENT
      ? { ...node, typeCondition: { kind: Kind.NAMED_TYPE, name: name('PageInfo') } }
      : undefined,
};

const wrongValues: readonly unknown[] = [{ unexpected: 1 }, 1.5, [[{}]], 'unlisted', true, null];

/**
 * Documents that differ from one in one place: one for each applicable change of a node, chosen by `which`, and one for
 * each variable and wrong value.
 */
export function mutationOf({ query, variables }: GeneratedDocument, which: number): DocumentMutation {
  const document = parse(query);
  const sites: (() => DocumentMutation)[] = [
    () => ({ what: 'an unfinished document', query: query.slice(0, -1), variables }),
    () => ({ what: 'two operations', query: `${query} query Fuzz { viewer { keyKind } }`, variables }),
  ];
  for (const [what, change] of Object.entries(changes)) {
    let count = 0;
    visit(document, { enter: (node) => void (change(node) !== undefined && count++) });
    for (let at = 0; at < count; at++) {
      sites.push(() => {
        let seen = 0;
        const changed = visit(document, {
          leave: (node) => {
            const into = change(node);
            return into !== undefined && seen++ === at ? into : undefined;
          },
        });
        return { what, query: print(changed), variables };
      });
    }
  }
  for (const variable of Object.keys(variables)) {
    for (const wrong of wrongValues) {
      const what = `$${variable} is ${JSON.stringify(wrong)}`;
      sites.push(() => ({ what, query, variables: { ...variables, [variable]: wrong } }));
    }
    sites.push(() => {
      const { [variable]: _, ...others } = variables;
      return { what: `no $${variable}`, query, variables: others };
    });
  }
  return sites[which % sites.length]!();
}

/** Why the published schema rejects a document with its variables; null if it accepts it. */
export function schemaFault({ query, variables }: GeneratedDocument): string | null {
  try {
    const document = parse(query);
    const [error] = validate(schema, document);
    if (error) return error.message;
    const [operation] = document.definitions as OperationDefinitionNode[];
    const { errors } = getVariableValues(schema, operation!.variableDefinitions ?? [], { ...variables });
    return errors?.[0]?.message ?? null;
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
    throw error;
  }
}
