import { PaymentMethodImport, PaymentMethodImportResult } from '../../core/entities/payment-method-import.ts';
import { ImportPublicKeys, importPublicKeys } from '../../core/imports/import-keys.ts';
import { type ListPage, readList } from '../../core/reads/index.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf, listQuery, type Query, queryConditions } from '../lists.ts';
import { one, page } from '../response-shapes.ts';

export const importsBeyond = [
  beyond({
    id: 'retrieveImportPublicKeys',
    permission: 'customers:write',
    reach: 'merchant',
    summary: 'Retrieve the public keys for imports',
    method: 'get',
    path: '/imports/public_key',
    about:
      'Retrieves the public keys of the service, as a JWK set, for files that are encrypted before they are imported: RSA-OAEP-256 with A256GCM. Use the first, and name it in the `kid` of the header.',
    response: one(ImportPublicKeys),
    handle: (ctx) => importPublicKeys(ctx),
  }),
  listOf(PaymentMethodImport, {
    id: 'listPaymentMethodImports',
    summary: 'List imports of payment methods',
    path: '/imports/payment_methods',
    about: 'Lists imports of payment methods, newest first.',
  }),
  beyond({
    id: 'retrievePaymentMethodImport',
    permission: 'customers:read',
    reach: 'merchant',
    summary: 'Retrieve an import of payment methods',
    method: 'get',
    path: '/imports/payment_methods/{import_id}',
    about: 'Retrieves an import of payment methods, with its progress.',
    response: one(PaymentMethodImport, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, PaymentMethodImport, path.import_id),
  }),
  beyond({
    id: 'listPaymentMethodImportResults',
    permission: 'customers:read',
    reach: 'merchant',
    summary: 'List the results of an import',
    method: 'get',
    path: '/imports/payment_methods/{import_id}/results',
    about: 'Lists the result of each row of an import, in the order of the file, as far as it has come.',
    query: listQuery(PaymentMethodImportResult),
    problems: ['parameters_exclusive', 'resource_not_found'],
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
