import type { GraphQLResolveInfo } from 'graphql';
import {
  Args,
  ArgsType,
  Field,
  FieldResolver,
  Int,
  ObjectType,
  Resolver,
  Root,
  registerEnumType,
} from 'type-graphql';
import type { Context } from '../../core/foundation/context.ts';
import { invalidParameter, Problem } from '../../core/foundation/errors.ts';
import { type DescribedClass, fieldOf, resourceOf } from '../../core/model/index.ts';
import {
  type Condition,
  countRows,
  countUpTo,
  keysetColumns,
  type Order,
  type Page,
  positionOf,
  type Row,
  readPage,
} from '../../core/reads/index.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { objectCost } from './limits.ts';
import type { Loaders } from './loaders.ts';
import { permittedProjection, projectionOf, type Selection, selectionOf } from './selection.ts';

export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Page size from the start of the list, at most ${PAGE_MAX}; default ${PAGE_DEFAULT}.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Cursor: return the rows after it.' })
  after?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: `Page size from the end of the list, at most ${PAGE_MAX}. Exclusive with \`first\`.`,
  })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Cursor: return the rows before it.' })
  before?: string | null;
}

@ObjectType({ description: 'Position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether rows follow the page.' }) hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether rows precede the page.' }) hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'Cursor of the first row.' }) startCursor?:
    | string
    | null;
  @Field(() => String, { nullable: true, description: 'Cursor of the last row.' }) endCursor?: string | null;
}

/** Whether a count is exact or a lower bound. */
const countPrecisions = { EXACT: 'EXACT', AT_LEAST: 'AT_LEAST' } as const;

registerEnumType(countPrecisions, {
  name: 'CountPrecision',
  description: 'Whether a count is the number of rows, or a lower bound of it.',
  valuesConfig: {
    EXACT: { description: 'The list has exactly this many rows.' },
    AT_LEAST: { description: 'Counting stopped at the limit: the list has more rows.' },
  },
});

@ObjectType({ description: 'Number of rows in a list, counted up to a limit.', simpleResolvers: true })
export class Count {
  @Field(() => Int, { description: 'Rows counted, at most the limit.' }) count!: number;
  @Field(() => countPrecisions, { description: 'Whether the list has more rows.' })
  precision!: keyof typeof countPrecisions;
}

const COUNT_DEFAULT = 10_000;
const COUNT_MAX = 100_000;

@ArgsType()
class CountArgs {
  @Field(() => Int, {
    defaultValue: COUNT_DEFAULT,
    description: `Where counting stops, from 1 to ${COUNT_MAX}.`,
  })
  limit!: number;
}

type ObjectClass = new () => object;

/** Resolves `count` of every connection type. */
// biome-ignore lint/complexity/noBannedTypes: type-graphql takes resolvers as their classes.
export const countResolvers: Function[] = [];
const connectionTypes = new Map<DescribedClass, ObjectClass>();

/** The Relay connection type of a resource: `<Name>Connection` with `<Name>Edge`. */
export function connectionType(target: DescribedClass): ObjectClass {
  const known = connectionTypes.get(target);
  if (known) return known;

  @ObjectType(`${target.name}Edge`, {
    description: 'A row of a list with its cursor.',
    simpleResolvers: true,
  })
  class Edge {
    @Field(() => String, { description: 'Keyset cursor, for `after` and `before`.' }) cursor!: string;
    @Field(() => target, { description: 'The row.' }) node!: object;
  }

  @ObjectType(`${target.name}Connection`, { description: 'A page of a list.', simpleResolvers: true })
  class Connection {
    @Field(() => [Edge], { description: 'The rows with their cursors.' }) edges!: Edge[];
    @Field(() => [target], { description: 'The rows.' }) nodes!: object[];
    @Field(() => PageInfo, { description: 'Position of the page in the list.' }) pageInfo!: PageInfo;
    @Field(() => Int, {
      description: 'Exact number of rows in the whole list. Counted only if selected.',
    })
    totalCount!: number;
  }

  @Resolver(() => Connection)
  class ConnectionFields {
    @FieldResolver(() => Count, {
      description: 'Number of rows in the whole list, counted up to a limit: cheap however long the list is.',
      complexity: objectCost,
    })
    count(@Root() connection: RowsPage, @Args(() => CountArgs) { limit }: CountArgs): Promise<Count> {
      return connection.countAtMost(limit);
    }
  }
  countResolvers.push(ConnectionFields);
  connectionTypes.set(target, Connection);
  return Connection;
}

/** The request of a page, and the state of its list. */
interface PageRequested {
  readonly take: 'first' | 'last';
  readonly args: PageArgs;
  readonly cursorOf: (row: Row) => string;
  readonly totalCount: number | null;
  readonly countAtMost: (limit: number) => Promise<Count>;
}

/** A page as its connection type exposes it. Getters build only selected fields. */
class RowsPage {
  readonly nodes: Row[];
  readonly totalCount: number | null;
  readonly countAtMost: (limit: number) => Promise<Count>;
  readonly #more: boolean;
  readonly #requested: PageRequested;

  constructor({ more, rows }: Page, requested: PageRequested) {
    this.nodes = rows;
    this.totalCount = requested.totalCount;
    this.countAtMost = requested.countAtMost;
    this.#more = more;
    this.#requested = requested;
  }

  get edges(): { cursor: string; node: Row }[] {
    return this.nodes.map((node) => ({ cursor: this.#requested.cursorOf(node), node }));
  }

  get pageInfo(): PageInfo {
    const { args, cursorOf, take } = this.#requested;
    const [first, last] = [this.nodes[0], this.nodes.at(-1)];
    return {
      hasNextPage: take === 'first' ? this.#more : typeof args.before === 'string',
      hasPreviousPage: take === 'last' ? this.#more : typeof args.after === 'string',
      startCursor: first ? cursorOf(first) : null,
      endCursor: last ? cursorOf(last) : null,
    };
  }
}

/** Filter and sort order of a list. */
export interface ListRequest {
  readonly where: readonly Condition[];
  readonly order: Order;
}

function pageSize(name: 'first' | 'last', size: number): number {
  if (size < 0 || size > PAGE_MAX) throw invalidParameter(name, `${name} must be from 0 to ${PAGE_MAX}.`);
  return size;
}

function pageBounds(args: PageArgs): { take: 'first' | 'last'; limit: number } {
  const { first, last } = args;
  if (typeof first === 'number' && typeof last === 'number') {
    throw new Problem('parameters_exclusive', 'first and last are mutually exclusive.', { param: 'first' });
  }
  if (typeof last === 'number') return { take: 'last', limit: pageSize('last', last) };
  return { take: 'first', limit: pageSize('first', first ?? PAGE_DEFAULT) };
}

/**
 * Reads a page and, if selected, the count of the whole list: one statement each, concurrently. The page's statement also
 * reads the nested lists, and primes the loaders with them.
 */
export async function connect(
  ctx: Context,
  target: DescribedClass,
  args: PageArgs,
  list: ListRequest,
  loaders: Loaders,
  info: GraphQLResolveInfo,
): Promise<RowsPage> {
  const resource = resourceOf(target);
  const { order, where } = list;
  const selection: Selection = selectionOf(info);
  const bounds = pageBounds(args);
  const orderName = `${resource.table}.${order.field}.${order.direction}`;
  const keyFields = keysetColumns(resource, order, ctx.merchantId).map((column) => fieldOf(target, column));
  const position = (name: 'after' | 'before') => {
    const cursor = args[name];
    return typeof cursor === 'string' ? decodeCursor(cursor, orderName, keyFields, name) : undefined;
  };
  const of = { where, order, after: position('after'), before: position('before'), ...bounds };
  const countAtMost = (limit: number) => countOf(ctx, target, where, limit);
  const cursorOf = (row: Row) => encodeCursor(orderName, positionOf(resource, order, ctx.merchantId, row));
  const projection = permittedProjection(
    ctx,
    resource,
    projectionOf(resource, selection, ['nodes'], ['edges', 'node']),
  );
  const request = { ...projection, ...of };
  const needsRows = ['nodes', 'edges', 'pageInfo'].some((name) => selection.has(name));
  const [page, totalCount] = await Promise.all([
    needsRows ? readPage(ctx, target, request) : { rows: [], more: false },
    selection.has('totalCount') ? countRows(ctx, target, where) : null,
  ]);
  loaders.prime(projection.lists, page.rows);
  return new RowsPage(page, { take: bounds.take, args, cursorOf, totalCount, countAtMost });
}

async function countOf(
  ctx: Context,
  target: DescribedClass,
  where: readonly Condition[],
  limit: number,
): Promise<Count> {
  if (limit < 1 || limit > COUNT_MAX) {
    throw invalidParameter('limit', `limit must be from 1 to ${COUNT_MAX}.`);
  }
  const counted = await countUpTo(ctx, target, where, limit);
  return counted > limit ? { count: limit, precision: 'AT_LEAST' } : { count: counted, precision: 'EXACT' };
}
