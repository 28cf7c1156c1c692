import { notFound } from '../../core/foundation/errors.ts';
import { nounOf } from '../../core/model/index.ts';
import type { ReadOperation } from '../../core/operations/operation.ts';
import type { Operation } from '../operation.ts';
import { list, one } from '../response-shapes.ts';
import { handleAt, idsIn, type Place } from './handle-at.ts';

/** Places an operation that reads a value that is not a row of a resource. Its input is the query. */
export function readAt<Input>(
  described: ReadOperation<Input>,
  { pathIds, inputOf, ...place }: Omit<Place<Input>, 'method' | 'body' | 'replay'>,
): Operation {
  const { find, ids, input, many, target } = described;
  const idsOf = idsIn(described, place.path, pathIds);
  return handleAt(described, {
    method: 'get',
    ...(input ? { query: input } : {}),
    response: many ? list(target) : one(target),
    handle: async (ctx, { path, query, body }) => {
      const values = inputOf
        ? inputOf({ path, query: query as object, body: body as object })
        : (query as Input);
      const found = await find(ctx, idsOf(path), values);
      // The list of an unknown object is null.
      if (found === null) throw notFound(many ? ids[0]!.replace(/_id$/, '') : nounOf(target));
      return found;
    },
    ...place,
  });
}
