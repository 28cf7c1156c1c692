import { PaymentMethodImport, PaymentMethodImportResult } from '../../core/entities/payment-method-import.ts';
import { imports } from '../../core/operations/imports.ts';
import { type ListPage, readList } from '../../core/reads/index.ts';
import { handleAt } from '../places/handle-at.ts';
import { listAt } from '../places/list-at.ts';
import { listQuery, type Query, queryConditions } from '../places/list-query.ts';
import { readAt } from '../places/read-at.ts';
import { retrieve, retrieveAt } from '../places/retrieve-at.ts';
import { page } from '../response-shapes.ts';

export const importsBeyond = [
  readAt(imports.retrieveImportPublicKeys, { path: '/imports/public_key' }),
  listAt(imports.listPaymentMethodImports, '/imports/payment_methods'),
  retrieveAt(imports.retrievePaymentMethodImport, '/imports/payment_methods/{import_id}'),
  handleAt(imports.listPaymentMethodImportResults, {
    method: 'get',
    path: '/imports/payment_methods/{import_id}/results',
    query: listQuery(PaymentMethodImportResult),
    example: { query: { outcome: 'failed', limit: 20 } },
    response: page(PaymentMethodImportResult),
    handle: async (ctx, { path, query }) => {
      await retrieve(ctx, PaymentMethodImport, path.import_id);
      const where = [
        ...queryConditions(PaymentMethodImportResult, query as Query),
        { field: 'import_id', op: 'eq' as const, value: path.import_id },
      ];
      return readList(ctx, PaymentMethodImportResult, 'full', where, query as ListPage);
    },
  }),
];
