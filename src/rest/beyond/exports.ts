import type { Context } from '../../core/foundation/context.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import * as f from '../../core/model/fields.ts';
import { resourceOf } from '../../core/model/index.ts';
import { listExports } from '../../core/operations/list-exports.ts';
import type { OperationDescription } from '../../core/operations/operation.ts';
import { type ExportRequest, exportList, type ListExport } from '../../core/reads/index.ts';
import { recordAudit } from '../../core/writes/outbox/audit-log.ts';
import { inTransaction, requireMerchant } from '../../core/writes/transactions.ts';
import type { Operation } from '../operation.ts';
import { handleAt } from '../places/handle-at.ts';
import { listQuery, type Query, queryConditions } from '../places/list-query.ts';
import { csv } from '../response-shapes.ts';
import type { CsvExport } from '../send-csv.ts';

/** The parameters of a list's export. */
class ExportQuery implements ExportRequest {
  @f.Text('Filter as JSON, as `filter` of the list in GraphQL takes it: `{"amount":{"gte":1000}}`.', {
    max: 8_000,
  })
  filter?: string | null;
  @f.Text('Sort order as JSON, as `orderBy` of the list in GraphQL takes it: `{"field":"CREATED"}`.')
  order?: string | null;
  @f.Text(
    'Columns by their names in REST, separated by commas. An amount has two: `amount` in minor and `amount_major` in major units. By default all but nested ones, which are written as JSON.',
    { max: 4_000 },
  )
  columns?: string | null;
  @f.Bool('Whether the file begins with a byte order mark, by which Excel knows UTF-8. Without by default.')
  bom?: boolean | null;
}

/** Records who exports a list, before it is sent. The values of its filter may be personal data, and are concealed. */
async function record(ctx: Context, name: string, table: string, isFiltered: boolean, found: ListExport) {
  const command = { name, recorded: new Set<string>() };
  const shown = (field: string, after: unknown) => ({ field, before: null, after, concealed: false });
  const changes = [shown('rows', found.count), shown('columns', found.columns)];
  if (isFiltered) changes.push({ field: 'filter', before: null, after: null, concealed: true });
  await inTransaction({ ...ctx, command }, async (tx) =>
    recordAudit(tx, { merchantId: requireMerchant(tx), objectType: 'export', objectId: table, changes }),
  );
}

/** Places the export of a resource's list. */
function exportAt(described: OperationDescription): Operation {
  const { name, target } = described;
  const { id, table } = resourceOf(target);
  return handleAt(described, {
    method: 'get',
    path: urlPath`/exports/${table}.csv`,
    query: listQuery(target, ExportQuery),
    example: { query: { columns: id } },
    response: csv(target),
    handle: async (ctx, { query }): Promise<CsvExport> => {
      const where = queryConditions(target, query as Query);
      const found = await exportList(ctx, target, query as ExportRequest, where);
      await record(ctx, name, table, Boolean((query as ExportRequest).filter) || where.length > 0, found);
      return { ...found, bom: (query as ExportQuery).bom === true };
    },
  });
}

export const exportsBeyond = Object.values(listExports).map(exportAt);
