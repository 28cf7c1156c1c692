import { FinanceImport, FinanceImportRefusal } from '../../core/entities/finance-import.ts';
import { settlementFiles } from '../../core/operations/settlement-files.ts';
import { type ListPage, readList } from '../../core/reads/index.ts';
import { handleAt } from '../places/handle-at.ts';
import { listAt } from '../places/list-at.ts';
import { listQuery, type Query, queryConditions } from '../places/list-query.ts';
import { retrieve, retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
import { page } from '../response-shapes.ts';

export const settlementFilesBeyond = [
  listAt(settlementFiles.listFinanceImports, '/settlements/imports'),
  retrieveAt(settlementFiles.retrieveFinanceImport, '/settlements/imports/{import_id}', {
    alsoAt: ['/bank_statements/imports/{import_id}'],
  }),
  writeAt(settlementFiles.confirmFinanceImport, {
    method: 'post',
    path: '/settlements/imports/{import_id}/confirm',
    alsoAt: ['/bank_statements/imports/{import_id}/confirm'],
  }),
  writeAt(settlementFiles.undoFinanceImport, {
    method: 'post',
    path: '/settlements/imports/{import_id}/undo',
    alsoAt: ['/bank_statements/imports/{import_id}/undo'],
  }),
  handleAt(settlementFiles.listFinanceImportRefusals, {
    method: 'get',
    path: '/settlements/imports/{import_id}/refused',
    alsoAt: ['/bank_statements/imports/{import_id}/refused'],
    query: listQuery(FinanceImportRefusal),
    example: { query: { limit: 20 } },
    response: page(FinanceImportRefusal),
    handle: async (ctx, { path, query }) => {
      await retrieve(ctx, FinanceImport, path.import_id);
      const where = [
        ...queryConditions(FinanceImportRefusal, query as Query),
        { field: 'import_id', op: 'eq' as const, value: path.import_id },
      ];
      return readList(ctx, FinanceImportRefusal, 'full', where, query as ListPage);
    },
  }),
  listAt(settlementFiles.listBankStatementLines, '/bank_statements/lines'),
  retrieveAt(settlementFiles.retrieveBankStatementLine, '/bank_statements/lines/{line_id}'),
];
