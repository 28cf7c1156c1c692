import type { RestView } from '../../core/model/rest-view.ts';
import type { ResourceOperation } from '../../core/operations/operation.ts';
import { type Condition, type ListPage, readList } from '../../core/reads/index.ts';
import { aliasListParameters } from '../dialects/hyperswitch/list-names.ts';
import type { Operation } from '../operation.ts';
import { page } from '../response-shapes.ts';
import { handleAt } from './handle-at.ts';
import { listQuery, type Query, queryConditions } from './list-query.ts';

/** The members of a list that only REST has. */
type ListPlace = Partial<Pick<Operation, 'alsoAt' | 'keys'>> & {
  /** Conditions that every entry meets. */
  readonly where?: readonly Condition[];
  readonly view?: RestView;
};

/** Places the list of a resource, with the filters of its list in GraphQL. */
export function listAt(
  described: ResourceOperation<'list'>,
  path: string,
  { view, where = [], ...place }: ListPlace = {},
): Operation {
  const { target } = described;
  const response = page(target, view);
  const query = listQuery(target);
  aliasListParameters(query, target);
  return handleAt(described, {
    method: 'get',
    path,
    query,
    example: { query: { limit: 20 } },
    response,
    handle: (ctx, { query: values }) => {
      const conditions = [...where, ...queryConditions(target, values as Query)];
      return readList(ctx, target, response.view, conditions, values as ListPage);
    },
    ...place,
  });
}
