import { PaymentMethodImport, PaymentMethodImportResult } from '../../core/entities/payment-method-import.ts';
import { imports } from '../../core/operations/imports.ts';
import { type ListPage, readList } from '../../core/reads/index.ts';
import { handleAt, readAt, retrieve, retrieveAt } from '../beyond.ts';
import { listAt, listQuery, type Query, queryConditions } from '../lists.ts';
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
