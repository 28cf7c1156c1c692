import { ListImport, ListImportRefusal } from '../../core/entities/list-import.ts';
import { ListEntry, ValueList } from '../../core/entities/value-list.ts';
import type { Context } from '../../core/foundation/context.ts';
import { notFound } from '../../core/foundation/errors.ts';
import { valueLists } from '../../core/operations/value-lists.ts';
import { type ListPage, type Row, readList } from '../../core/reads/index.ts';
import { exportEntries } from '../../core/value-lists/export-entries.ts';
import { aliasListParameters } from '../dialects/hyperswitch/list-names.ts';
import { handleAt } from '../places/handle-at.ts';
import { listAt } from '../places/list-at.ts';
import { listQuery, type Query, queryConditions } from '../places/list-query.ts';
import { retrieve, retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
import { csv, one, page } from '../response-shapes.ts';

const example = { body: { name: 'Blocked BINs', kind: 'bin' } } as const;

const importsQuery = listQuery(ListImport);
aliasListParameters(importsQuery, ListImport);
const refusalsQuery = listQuery(ListImportRefusal);

/** The import with an identifier, of a list. @throws {Problem} `resource_not_found`. */
async function retrieveImport(ctx: Context, listId: string, importId: string): Promise<Row> {
  const found = await retrieve(ctx, ListImport, importId);
  if (found.list_id !== listId) throw notFound('list import');
  return found;
}

const entriesQuery = listQuery(ListEntry);
aliasListParameters(entriesQuery, ListEntry);

export const valueListsBeyond = [
  writeAt(valueLists.createValueList, { method: 'post', path: '/lists', example }),
  listAt(valueLists.listValueLists, '/lists'),
  retrieveAt(valueLists.retrieveValueList, '/lists/{list_id}'),
  writeAt(valueLists.deleteValueList, { method: 'delete', path: '/lists/{list_id}' }),
  writeAt(valueLists.addListEntries, {
    method: 'post',
    path: '/lists/{list_id}/entries',
    example: { body: { entries: [{ value: '42424242', reason: 'Chargeback' }] } },
  }),
  handleAt(valueLists.exportListEntries, {
    method: 'get',
    path: '/lists/{list_id}/entries.csv',
    response: csv(ListEntry),
    handle: async (ctx, { path }) => ({ ...(await exportEntries(ctx, path.list_id)), bom: false }),
  }),
  handleAt(valueLists.listListImports, {
    method: 'get',
    path: '/lists/{list_id}/entries/imports',
    query: importsQuery,
    example: { query: { limit: 20 } },
    response: page(ListImport),
    handle: async (ctx, { path, query }) => {
      await retrieve(ctx, ValueList, path.list_id);
      const where = [
        ...queryConditions(ListImport, query as Query),
        { field: 'list_id', op: 'eq' as const, value: path.list_id },
      ];
      return readList(ctx, ListImport, 'full', where, query as ListPage);
    },
  }),
  handleAt(valueLists.retrieveListImport, {
    method: 'get',
    path: '/lists/{list_id}/entries/imports/{import_id}',
    response: one(ListImport, 'full'),
    handle: (ctx, { path }) => retrieveImport(ctx, path.list_id, path.import_id),
  }),
  handleAt(valueLists.listListImportRefusals, {
    method: 'get',
    path: '/lists/{list_id}/entries/imports/{import_id}/refused',
    query: refusalsQuery,
    example: { query: { limit: 20 } },
    response: page(ListImportRefusal),
    handle: async (ctx, { path, query }) => {
      await retrieveImport(ctx, path.list_id, path.import_id);
      const where = [
        ...queryConditions(ListImportRefusal, query as Query),
        { field: 'import_id', op: 'eq' as const, value: path.import_id },
      ];
      return readList(ctx, ListImportRefusal, 'full', where, query as ListPage);
    },
  }),
  handleAt(valueLists.listListEntries, {
    method: 'get',
    path: '/lists/{list_id}/entries',
    query: entriesQuery,
    example: { query: { limit: 20 } },
    response: page(ListEntry),
    handle: async (ctx, { path, query }) => {
      await retrieve(ctx, ValueList, path.list_id);
      const where = [
        ...queryConditions(ListEntry, query as Query),
        { field: 'list_id', op: 'eq' as const, value: path.list_id },
      ];
      return readList(ctx, ListEntry, 'full', where, query as ListPage);
    },
  }),
  handleAt(valueLists.retrieveListEntry, {
    method: 'get',
    path: '/lists/{list_id}/entries/{entry_id}',
    response: one(ListEntry, 'full'),
    handle: async (ctx, { path }) => {
      const entry = await retrieve(ctx, ListEntry, path.entry_id);
      if (entry.list_id !== path.list_id) throw notFound('list entry');
      return entry;
    },
  }),
  writeAt(valueLists.deleteListEntry, { method: 'delete', path: '/lists/{list_id}/entries/{entry_id}' }),
];
