import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import {
  type DescribedClass,
  type FieldDescription,
  graphqlName,
  type ResourceDescription,
  resourceOf,
} from '../../core/model/index.ts';
import {
  type ChildList,
  encodingOf,
  type Member,
  type NamedColumn,
  writeRows,
} from '../../core/reads/index.ts';
import { isColumnName } from '../../core/reads/statement.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { GraphqlContext } from './context.ts';
import { pagedQueries } from './queries.ts';
import type { TextPage, TextProjection } from './text-page.ts';
import type { CoercedVariables } from './variables.ts';

/** What an operation shows of a connection. */
interface ConnectionMember {
  readonly before: string;
  readonly write: (page: TextPage, budget: AnswerBudget) => string;
}

/**
 * How an operation that reads one page is answered from texts: its rows are written as the database sends them, without
 * a value, an object or a resolver for each.
 */
export interface TextPlan {
  /** Reads the page by its resolver, with the checks of arguments and permissions that it has. */
  read(graphql: GraphqlContext, variables: CoercedVariables): Promise<TextPage>;
  /**
   * Writes the operation's `data` as JSON.
   *
   * @throws {Problem} `query_too_complex` if the answer is too large, which is also the budget's problem then.
   */
  write(page: TextPage, budget: AnswerBudget): string;
  /** The field's node and its name in the answer, for errors. */
  readonly node: FieldNode;
  readonly responseName: string;
}

/** Thrown while planning, for what needs resolvers. */
class NeedsResolvers extends Error {}

/**
 * Plans an operation; null if anything in it needs a resolver: more than one field, directives, nested objects, values
 * that are decrypted or computed.
 */
export function planTexts(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): TextPlan | null {
  try {
    return plan(schema, document, operation);
  } catch (error) {
    if (error instanceof NeedsResolvers) return null;
    throw error;
  }
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

const nameIn = (node: FieldNode) => node.alias?.value ?? node.name.value;

/** The fields of a selection by their names in the answer, fragments expanded. */
function fieldsIn(set: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  const fields = new Map<string, FieldNode>();
  const gather = ({ selections }: SelectionSetNode) => {
    for (const node of selections) {
      if (node.directives?.length) throw new NeedsResolvers();
      if (node.kind !== Kind.FIELD) {
        const of = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value];
        if (!of || of.directives?.length) throw new NeedsResolvers();
        gather(of.selectionSet);
      } else if (!fields.has(nameIn(node))) fields.set(nameIn(node), node);
      // Selections of an object that is selected twice would have to be merged.
      else if (node.selectionSet) throw new NeedsResolvers();
    }
  };
  if (set) gather(set);
  return [...fields.values()];
}

const before = (node: FieldNode, i: number) => `${i === 0 ? '' : ','}${JSON.stringify(nameIn(node))}:`;

function plan(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
): TextPlan {
  const fragments: Fragments = Object.fromEntries(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const [node, ...others] = fieldsIn(operation.selectionSet, fragments);
  const parentType = schema.getQueryType()!;
  const field = node && parentType.getFields()[node.name.value];
  const target = field && pagedQueries.get(field.name);
  if (!node || !field || !target || others.length > 0 || operation.directives?.length)
    throw new NeedsResolvers();
  // An error is then the whole answer's.
  if (!isNonNullType(field.type)) throw new NeedsResolvers();
  const { members, projection } = planConnection(target, node, fragments, field);
  const responseName = nameIn(node);
  const info: GraphQLResolveInfo & { texts: TextProjection } = {
    fieldName: field.name,
    fieldNodes: [node],
    returnType: field.type,
    parentType,
    path: { prev: undefined, key: responseName, typename: parentType.name },
    schema,
    fragments,
    rootValue: {},
    operation,
    variableValues: {},
    texts: projection,
  };
  return {
    node,
    responseName,
    read: async (graphql, variables) =>
      field.resolve!({}, getArgumentValues(field, node, variables), graphql, info) as Promise<TextPage>,
    write: (page, budget) => {
      let text = `{${JSON.stringify(responseName)}:{`;
      for (const member of members) text += member.before + member.write(page, budget);
      text += '}}';
      budget.takeText(text);
      return text;
    },
  };
}

function planConnection(
  target: DescribedClass,
  { selectionSet }: FieldNode,
  fragments: Fragments,
  field: GraphQLField<unknown, unknown>,
): { members: ConnectionMember[]; projection: TextProjection } {
  let projection: TextProjection | null = null;
  const writers: Readonly<Record<string, (node: FieldNode) => ConnectionMember['write']>> = {
    nodes: (node) => {
      // Under a second name it would be read with other columns.
      if (projection) throw new NeedsResolvers();
      const rows = planRows(resourceOf(target), node, fragments);
      projection = rows.projection;
      return ({ texts }, budget) => {
        budget.takeObjects(texts.rows.length);
        return writeRows(texts.rows, rows.members, (count) => budget.takeObjects(count));
      };
    },
    pageInfo: (node) => {
      const names = fieldsIn(node.selectionSet, fragments).map((of) => [nameIn(of), of.name.value] as const);
      if (names.some(([, name]) => name === '__typename')) throw new NeedsResolvers();
      return (page, budget) => {
        budget.takeObjects(1);
        const pageInfo = page.pageInfo();
        return JSON.stringify(
          Object.fromEntries(names.map(([shown, name]) => [shown, pageInfo[name as keyof typeof pageInfo]])),
        );
      };
    },
    totalCount:
      () =>
      ({ totalCount }) =>
        String(totalCount),
    __typename: () => () => JSON.stringify(getNamedType(field.type).name),
  };
  const members = fieldsIn(selectionSet, fragments).map((node, i) => {
    const writer = writers[node.name.value];
    if (!writer) throw new NeedsResolvers();
    return { before: before(node, i), write: writer(node) };
  });
  if (!projection) throw new NeedsResolvers();
  return { members, projection };
}

/** The field of a resource by its name in GraphQL. */
const fieldNamed = ({ fields }: ResourceDescription, { name }: FieldNode) =>
  fields.find((field) => graphqlName(field) === name.value);

function planRows(
  resource: ResourceDescription,
  { selectionSet }: FieldNode,
  fragments: Fragments,
): { members: Member[]; projection: TextProjection } {
  const columns: string[] = [];
  const lists: ChildList[] = [];
  const planned = fieldsIn(selectionSet, fragments).map((node, i): Member => {
    const start = before(node, i);
    if (node.name.value === '__typename') {
      return { before: start + JSON.stringify(resource.target.name), at: null, write: 'string' };
    }
    const field = fieldNamed(resource, node);
    if (field?.kind === 'children') {
      if (node.arguments?.length || lists.some((list) => list.field === field.name))
        throw new NeedsResolvers();
      lists.push(planList(field, node, fragments));
      return { before: start, at: lists.length - 1, write: 'list' };
    }
    const encoding = encodingOf(field);
    if (!field || !encoding) throw new NeedsResolvers();
    if (!columns.includes(field.name)) columns.push(field.name);
    return { before: start, at: columns.indexOf(field.name), write: encoding };
  });
  // The lists follow the columns.
  const members = planned.map((member) =>
    member.write === 'list' ? { ...member, at: columns.length + member.at! } : member,
  );
  return { members, projection: { columns, lists } };
}

/** The rows of a list are written by the database, so all that is shown of them are columns. */
function planList(field: FieldDescription, { selectionSet }: FieldNode, fragments: Fragments): ChildList {
  const resource = resourceOf(field.of!());
  const shown = fieldsIn(selectionSet, fragments).map((node): NamedColumn => {
    const column = fieldNamed(resource, node);
    if (!column || !encodingOf(column) || !isColumnName(nameIn(node))) throw new NeedsResolvers();
    return { column: column.name, as: nameIn(node) };
  });
  return { field: field.name, columns: shown.map(({ column }) => column), shown };
}
