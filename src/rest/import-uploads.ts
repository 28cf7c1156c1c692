import {
  IMPORT_MAX_BYTES,
  IMPORTS_AT_ONCE,
  PaymentMethodImport,
} from '../core/entities/payment-method-import.ts';
import { createImport, ENCRYPTED_TYPE, importTypes, prepareImport } from '../core/imports/create-import.ts';
import * as f from '../core/model/fields.ts';
import { Input } from '../core/model/index.ts';
import { imports } from '../core/operations/imports.ts';
import { rawBody } from '../http/requests/request-body.ts';
import { type FileBody, type FileUpload, wholeFile } from './file-upload.ts';
import { handleAt } from './places/handle-at.ts';
import { retrieve } from './places/retrieve-at.ts';
import { one } from './response-shapes.ts';

@Input({ about: 'Parameters of an import of payment methods.' })
class ImportParameters {
  @f.Id('Connector account that issued the tokens in rows that do not name one.')
  merchant_connector_id?: string | null;
}

/** The upload of a file of payment methods. */
export const importUpload = handleAt(imports.importPaymentMethods, {
  method: 'post',
  path: '/imports/payment_methods',
  query: ImportParameters,
  example: { query: { merchant_connector_id: 'mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D' } },
  files: [...Object.keys(importTypes), ENCRYPTED_TYPE],
  response: one(PaymentMethodImport, 'full'),
  replay: (ctx, _path, importId) => retrieve(ctx, PaymentMethodImport, importId!),
  handle: async (ctx, { body, query }) => {
    const { content, declaredType } = body as FileBody;
    const format = importTypes[declaredType ?? ''] ?? null;
    const accountId = query.merchant_connector_id ?? null;
    const prepared = await prepareImport(ctx, { content, format, accountId });
    return retrieve(ctx, PaymentMethodImport, await createImport(ctx, prepared));
  },
});

const MEBIBYTES = IMPORT_MAX_BYTES / 1024 / 1024;
const readFile = rawBody(IMPORT_MAX_BYTES, `${MEBIBYTES} MiB. Split the file, and import each part`);

/** How files of payment methods are taken in. */
export const importUploads: FileUpload = {
  operation: importUpload,
  take: wholeFile(readFile),
  atOnce: IMPORTS_AT_ONCE,
  byType: true,
};
