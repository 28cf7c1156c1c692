import { askConnector } from '../core/connector-calls/ask-connector.ts';
import type { Context, KeyKind } from '../core/foundation/context.ts';
import { notFound } from '../core/foundation/errors.ts';
import * as f from '../core/model/fields.ts';
import { type DescribedClass, isResource, nounOf } from '../core/model/index.ts';
import type {
  CommandResult,
  OperationDescription,
  ReadOperation,
  ResourceOperation,
  WriteOperation,
} from '../core/operations/operation.ts';
import { type Row, readWhole } from '../core/reads/index.ts';
import {
  type Described,
  isOwned,
  type Operation,
  type OperationRequest,
  type Owned,
  operation,
  pathNames,
} from './operation.ts';
import { list, one, oneForCustomers, oneWithSecret, type ResponseShape } from './response-shapes.ts';
import { tagOf } from './tags.ts';

/** Default callers of an operation beyond the specification: the same as in GraphQL. */
const merchantAndOperator: readonly KeyKind[] = ['api_key', 'admin_key'];

type Beyond<
  Path extends string,
  Query extends DescribedClass | undefined,
  Body extends DescribedClass | undefined,
> = Omit<Described<Path, Query, Body>, 'number' | 'tag' | 'keys'> & { readonly keys?: readonly KeyKind[] };

/**
 * Defines an operation that the specification does not have. The admin key acts for the merchant that it names: in the
 * path, or else in the query.
 */
export function beyond<
  const Path extends string,
  Query extends DescribedClass | undefined = undefined,
  Body extends DescribedClass | undefined = undefined,
>(described: Beyond<Path, Query, Body>): Operation {
  const keys = described.keys ?? merchantAndOperator;
  const whole = { ...described, keys, tag: tagOf(described.path) };
  if (!namesMerchant(whole)) return operation(whole);
  const problems = [...(described.problems ?? []), 'resource_not_found' as const];
  return operation({ ...whole, problems, query: withMerchant(described.query) as Query });
}

/** Whether the admin key has to name the merchant of the objects in the query. */
const namesMerchant = ({ keys, path, ...owned }: Pick<Operation, 'keys' | 'path'> & Owned): boolean =>
  keys.includes('admin_key') && isOwned(owned) && !pathNames(path).includes('account_id');

function withMerchant(query: DescribedClass | undefined): DescribedClass {
  class WithMerchant extends ((query ?? Object) as new () => object) {
    @f.Id('With the admin API key: the merchant to act for, required. An API key has its own.')
    merchant_id?: string | null;
  }
  return WithMerchant;
}

/** What an operation of both APIs has in REST only. */
type Place<Input> = Pick<Operation, 'method' | 'path'> &
  Partial<Pick<Operation, 'alsoAt' | 'body' | 'example' | 'query' | 'replay' | 'response'>> & {
    /** The names in the path of the operation's identifiers, in their order, if they have others there. */
    readonly pathIds?: readonly string[];
    /** The command's input, unless that is the body. */
    readonly inputOf?: (request: OperationRequest<string, object, object>) => Input;
  };

/** The facts of an operation that both APIs have. */
type Fact =
  | 'id'
  | 'summary'
  | 'about'
  | 'permission'
  | 'reach'
  | 'ofMerchant'
  | 'keys'
  | 'byPersons'
  | 'problems'
  | 'evenIfSuspended';

/** What every place of an operation reads of it. */
const factsOf = ({
  about,
  byPersons,
  evenIfSuspended,
  keys,
  name: id,
  ofMerchant,
  permission,
  problems,
  reach,
  summary,
}: OperationDescription): Pick<Operation, Fact> => ({
  ...{ id, about, keys, permission, problems, reach, summary },
  ...(byPersons && { byPersons }),
  ...(evenIfSuspended && { evenIfSuspended }),
  ...(ofMerchant && { ofMerchant }),
});

/** Places an operation that REST carries out by a handler, as its query, its body or its response has no counterpart. */
export function handleAt<
  const Path extends string,
  Query extends DescribedClass | undefined = undefined,
  Body extends DescribedClass | undefined = undefined,
>(described: OperationDescription, place: Omit<Beyond<Path, Query, Body>, Fact>): Operation {
  return beyond({ ...factsOf(described), ...place } as unknown as Beyond<Path, Query, Body>);
}

/** Places an operation that changes something. Its input is the body, unless the place has a query. Without `response` it shows the object that it changed, in full. */
export function writeAt<Input>(
  described: WriteOperation<Input>,
  { pathIds, inputOf, ...place }: Place<Input>,
): Operation {
  const { callsConnector, input, perform, spansTransactions, target } = described;
  const idsOf = idsIn(described, place.path, pathIds);
  const run = async (ctx: Context, { path, query, body }: OperationRequest): Promise<object> => {
    const given = inputOf ? inputOf({ path, query: query as object, body: body as object }) : (body as Input);
    return resultOf(ctx, target, await perform(ctx, idsOf(path), given));
  };
  const replay: Operation['replay'] = (ctx, path, objectId, body) =>
    isResource(target)
      ? retrieve(ctx, target, idsOf(path)[0] ?? objectId!)
      : run(ctx, { path, query: {}, body });
  return beyond({
    ...factsOf(described),
    ...(input && !place.query ? { body: input } : {}),
    ...(callsConnector || spansTransactions ? { replay } : {}),
    response: responseOf(described),
    handle: run,
    ...place,
  });
}

/** Places an operation that reads something that is not a row of a resource. Its input is the query. */
export function readAt<Input>(
  described: ReadOperation<Input>,
  { pathIds, inputOf, ...place }: Omit<Place<Input>, 'method'> & { readonly method?: Operation['method'] },
): Operation {
  const { find, input, many, target } = described;
  const idsOf = idsIn(described, place.path, pathIds);
  return beyond({
    ...factsOf(described),
    method: 'get',
    ...(input ? { query: input } : {}),
    response: many ? list(target) : one(target),
    handle: async (ctx, { path, query, body }) => {
      const given = inputOf
        ? inputOf({ path, query: query as object, body: body as object })
        : (query as Input);
      const found = await find(ctx, idsOf(path), given);
      // A list is null if the object that it is about does not exist.
      if (found === null) throw notFound(many ? described.ids[0]!.replace(/_id$/, '') : nounOf(target));
      return found;
    },
    ...place,
  });
}

/** Places the retrieval of an object, in full; with `isSynced`, after asking the connector if the query wants that. */
export function retrieveAt(
  described: ResourceOperation<'retrieve'>,
  path: string,
  { isSynced = false, ...place }: { readonly isSynced?: boolean } & Partial<Place<never>> = {},
): Operation {
  const { target } = described;
  const idsOf = idsIn(described, path, place.pathIds);
  return beyond({
    ...factsOf(described),
    method: 'get',
    path,
    ...(isSynced ? { query: RetrievalQuery } : {}),
    response: one(target, 'full'),
    handle: (ctx, { path: given, query }) =>
      isSynced
        ? retrieveSynced(ctx, target, idsOf(given)[0]!, query as RetrievalQuery)
        : retrieve(ctx, target, idsOf(given)[0]!),
    ...place,
  });
}

/**
 * The values of an operation's identifiers in a path.
 *
 * @throws {Error} at start if the path lacks one of them.
 */
function idsIn({ ids, name }: OperationDescription, path: string, pathIds: readonly string[] = ids) {
  const missing = pathIds.filter((id) => !pathNames(path).includes(id));
  if (missing.length > 0 || pathIds.length !== ids.length) {
    throw new Error(
      `${path} of ${name} needs ${ids.join(', ')}; where they have other names, pathIds gives them.`,
    );
  }
  return (given: Readonly<Record<string, string>>) => pathIds.map((id) => given[id]!);
}

function responseOf({ customerFields, oneTimeText, target }: WriteOperation<never>): ResponseShape {
  if (customerFields) return oneForCustomers(target, customerFields);
  if (!oneTimeText) return isResource(target) ? one(target, 'full') : one(target);
  const { about, name } = oneTimeText;
  return oneWithSecret(target, name, `${about} Null in the replay of an idempotent request.`);
}

/** What a command changed, with the values that are returned once. */
async function resultOf(ctx: Context, target: DescribedClass, result: CommandResult): Promise<object> {
  const row = result.snapshot ?? (await retrieve(ctx, target, result.id));
  return { ...row, ...result.oneTime, ...result.oneTimeTexts };
}

/** Query of the operations that retrieve what connectors decide on. */
export class RetrievalQuery {
  @f.Bool(
    'Whether to ask the connector first how calls ended that have no outcome yet. Ordinarily that is not needed: the service asks by itself, and connectors report.',
  )
  force_sync?: boolean | null;
}

/**
 * Reads an object, after its connector was asked if the query wants that.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieveSynced(
  ctx: Context,
  target: DescribedClass,
  id: string,
  { force_sync: isForced }: RetrievalQuery,
): Promise<Row> {
  if (isForced) await askConnector(ctx, target, id);
  return retrieve(ctx, target, id);
}

/**
 * Reads an object as operations beyond the specification show it.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieve(ctx: Context, target: DescribedClass, id: string): Promise<Row> {
  const row = await readWhole(ctx, target, id, 'full');
  if (!row) throw notFound(nounOf(target));
  return row;
}
