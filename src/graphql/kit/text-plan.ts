import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { type DescribedClass, resourceOf } from '../../core/model/index.ts';
import { writeRows } from '../../core/reads/index.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { Count, PageInfo } from './connections.ts';
import type { GraphqlContext } from './context.ts';
import { before, type Fragments, fieldsIn, NeedsResolvers, nameIn, planValues } from './planned-fields.ts';
import { planRows } from './planned-rows.ts';
import { pagedQueries } from './queries.ts';
import type { TextPage, TextProjection } from './text-page.ts';
import type { CoercedVariables } from './variables.ts';

/** A page read for a plan, with its `count` if selected. */
interface ReadPage extends TextPage {
  readonly counts: ReadonlyMap<FieldNode, Count>;
}

/** The selected parts of a connection. */
interface ConnectionMember {
  readonly before: string;
  readonly write: (page: ReadPage, budget: AnswerBudget) => string;
}

/**
 * Executes an operation that reads one page as texts: its rows are written as the database sends them, without a value,
 * an object or a resolver for each. The page is read by the query's own resolver, and its lists are planned from the
 * descriptions that bind the resolvers of nested lists, so the text equals the loaders' result.
 */
export interface TextPlan {
  /** Reads the page by its resolver, with the checks of arguments and permissions that it has. */
  read(graphql: GraphqlContext, variables: CoercedVariables): Promise<ReadPage>;
  /**
   * Writes the operation's `data` as JSON.
   *
   * @throws {Problem} `query_too_complex` if the response is too large; also set as the budget's problem then.
   */
  write(page: ReadPage, budget: AnswerBudget): string;
  /** The field's node and response key, for errors. */
  readonly node: FieldNode;
  readonly responseName: string;
}

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
  // An error is then that of the whole response.
  if (!isNonNullType(field.type)) throw new NeedsResolvers();
  const { counts, members, projection } = planConnection(target, node, fragments, field);
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
    read: async (graphql, variables) => {
      const args = getArgumentValues(field, node, variables);
      const page = (await field.resolve!({}, args, graphql, info)) as TextPage;
      return { ...page, counts: await readCounts(page, counts, variables, responseName) };
    },
    write: (page, budget) => {
      let text = `{${JSON.stringify(responseName)}:{`;
      for (const member of members) text += member.before + member.write(page, budget);
      text += '}}';
      budget.takeText(text);
      return text;
    },
  };
}

/** A selected `count` and its field, which has the default of its limit. */
interface PlannedCount {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
}

/** Counts a page's list for each `count` that is selected. An error is located at its `count`. */
async function readCounts(
  page: TextPage,
  planned: readonly PlannedCount[],
  variables: CoercedVariables,
  pageName: string,
): Promise<ReadonlyMap<FieldNode, Count>> {
  const counts = new Map<FieldNode, Count>();
  for (const { field, node } of planned) {
    try {
      const { limit } = getArgumentValues(field, node, variables) as { limit: number };
      counts.set(node, await page.countAtMost(limit));
    } catch (error) {
      throw locatedError(error, [node], [pageName, nameIn(node)]);
    }
  }
  return counts;
}

function planConnection(
  target: DescribedClass,
  { selectionSet }: FieldNode,
  fragments: Fragments,
  field: GraphQLField<unknown, unknown>,
): { members: ConnectionMember[]; projection: TextProjection; counts: PlannedCount[] } {
  const type = getNamedType(field.type) as GraphQLObjectType;
  const counts: PlannedCount[] = [];
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
      const shown = planValues<PageInfo>(node, fragments);
      return (page, budget) => {
        budget.takeObjects(1);
        return shown(page.pageInfo());
      };
    },
    count: (node) => {
      const shown = planValues<Count>(node, fragments);
      counts.push({ node, field: type.getFields().count! });
      return (page, budget) => {
        budget.takeObjects(1);
        return shown(page.counts.get(node)!);
      };
    },
    totalCount:
      () =>
      ({ totalCount }) =>
        String(totalCount),
    __typename: () => () => JSON.stringify(type.name),
  };
  const members = fieldsIn(selectionSet, fragments).map((node, i) => {
    const writer = writers[node.name.value];
    if (!writer) throw new NeedsResolvers();
    return { before: before(node, i), write: writer(node) };
  });
  if (!projection) throw new NeedsResolvers();
  return { members, projection, counts };
}
