import type { KeyKind } from '../../core/foundation/context.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import type { OperationDescription } from '../../core/operations/operation.ts';
import { type Described, type Operation, type OperationRequest, operation, pathNames } from '../operation.ts';
import { tagOf } from '../tags.ts';
import { namesMerchant, withMerchant } from './request-merchant.ts';

/** The members of an operation that both APIs have. */
type Shared =
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

/** The members of an operation that only REST has. */
export type Place<Input> = Pick<Operation, 'method' | 'path'> &
  Partial<Pick<Operation, 'alsoAt' | 'body' | 'example' | 'query' | 'replay' | 'response'>> & {
    /** The names that the operation's identifiers have in the path, in order; by default their own names. */
    readonly pathIds?: readonly string[];
    /** Makes the command's input of a request; by default the input is the body. */
    readonly inputOf?: (request: OperationRequest<string, object, object>) => Input;
  };

type Handler<
  Path extends string,
  Query extends DescribedClass | undefined,
  Body extends DescribedClass | undefined,
> = Omit<Described<Path, Query, Body>, 'number' | 'tag' | Shared> & { readonly keys?: readonly KeyKind[] };

/**
 * Places an operation beyond the specification, with a handler: for a query, body or response without a counterpart in
 * GraphQL. The admin key names the merchant in the path, or else in the query. `keys` can be fewer than the
 * operation's.
 */
export function handleAt<
  const Path extends string,
  Query extends DescribedClass | undefined = undefined,
  Body extends DescribedClass | undefined = undefined,
>(described: OperationDescription, place: Handler<Path, Query, Body>): Operation {
  const whole = { ...sharedBy(described), ...place, tag: tagOf(place.path) } as unknown as Operation;
  if (!namesMerchant(whole)) return operation(whole);
  const problems = [...(whole.problems ?? []), 'resource_not_found' as const];
  return operation({ ...whole, problems, query: withMerchant(whole.query) });
}

const sharedBy = ({
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
}: OperationDescription): Pick<Operation, Shared> => ({
  ...{ id, about, keys, permission, problems, reach, summary },
  ...(byPersons && { byPersons }),
  ...(evenIfSuspended && { evenIfSuspended }),
  ...(ofMerchant && { ofMerchant }),
});

/**
 * The values of an operation's identifiers in a path.
 *
 * @throws {Error} at start if the path lacks one of them.
 */
export function idsIn({ ids, name }: OperationDescription, path: string, pathIds: readonly string[] = ids) {
  const missing = pathIds.filter((id) => !pathNames(path).includes(id));
  if (missing.length > 0 || pathIds.length !== ids.length) {
    throw new Error(`${path} of ${name} needs ${ids.join(', ')}. pathIds gives other names in the path.`);
  }
  return (values: Readonly<Record<string, string>>) => pathIds.map((id) => values[id]!);
}
