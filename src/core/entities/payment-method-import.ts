import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';

/** Maximum number of rows of an import. */
export const IMPORT_ROWS_MAX = 100_000;
/** Maximum size of an import's body. */
export const IMPORT_MAX_BYTES = 64 * 1024 * 1024;
/** Maximum number of files that a process reads at once, to bound its memory. */
export const IMPORTS_AT_ONCE = 2;
/** Maximum size of a row, in bytes. */
export const IMPORT_ROW_MAX_BYTES = 16 * 1024;

export const PaymentMethodImportStatus = enumeration('PaymentMethodImportStatus', 'Progress of an import.', {
  processing: 'Rows remain to be saved.',
  completed: 'Every row has a result. Final.',
});

export const ImportFormat = enumeration('ImportFormat', 'The format of an imported file.', {
  jsonl: 'JSON Lines: one object per line.',
  csv: 'CSV with a header.',
});

export const ImportOutcome = enumeration('ImportOutcome', 'Result of a row of an import.', {
  created: 'A payment method was saved.',
  updated: 'The customer already had the payment method, and the row changed it.',
  duplicate: 'The customer already had the payment method, with the same details.',
  failed: 'Nothing was saved: the result says why.',
});

/** An import of payment methods from another service, in one file. */
@Resource({
  table: 'payment_method_imports',
  id: 'import_id',
  prefix: 'imp',
  about: 'An import of payment methods: a file of up to 100 000 rows, with its progress.',
  order: 'created_at',
  from: 'newest',
  reads: 'customers:read',
  reach: 'merchant',
  audited: { shows: 'figures' },
  indexes: {
    payment_method_imports_due: { columns: ['created_at'], where: "status = 'processing'" },
  },
})
export class PaymentMethodImport extends MerchantScoped {
  @f.Id('Unique identifier of the import (`imp_…`).', { required: true }) import_id!: string;
  @f.Enumeration(() => PaymentMethodImportStatus, 'Progress of the import.', {
    required: true,
    filter: true,
  })
  status!: ValueOf<typeof PaymentMethodImportStatus>;
  @f.Enumeration(() => ImportFormat, 'Format of the file.', { required: true })
  format!: ValueOf<typeof ImportFormat>;
  @f.Bool("Whether the file was encrypted for the service's public key.", {
    required: true,
    default: 'false',
  })
  encrypted!: boolean;
  @f.Integer('Number of rows.', { required: true, min: 0, maximum: IMPORT_ROWS_MAX, example: 1200 })
  rows_total!: number;
  @f.Integer('Number of processed rows.', { required: true, min: 0, maximum: IMPORT_ROWS_MAX, example: 500 })
  rows_done!: number;
  @f.Integer('Number of rows that saved a payment method.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 480,
  })
  rows_created!: number;
  @f.Integer('Number of rows that changed an existing payment method of the customer.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 11,
  })
  rows_updated!: number;
  @f.Integer('Number of rows whose payment method the customer already had, unchanged.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 6,
  })
  rows_duplicate!: number;
  @f.Integer('Number of rows that could not be saved.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 3,
  })
  rows_failed!: number;
  @f.Bool(
    "Whether the importer lacks `personal_data:read`: links are not mailed to the new customers' addresses.",
    {
      visibility: 'nowhere',
    },
  )
  sets_unread?: boolean | null;
  @f.Timestamp('Time at which the file was accepted.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which the last row was processed; null until then.') completed_at?: Date | null;
}

/** The result of one row of an import, without card data. */
@Resource({
  table: 'payment_method_import_results',
  id: 'result_id',
  prefix: 'imr',
  about: 'Result of one row of an import, without card data. Results are kept for 90 days.',
  order: 'created_at',
  from: 'oldest',
  reads: 'customers:read',
  reach: 'merchant',
})
export class PaymentMethodImportResult extends MerchantScoped {
  @f.Id("Unique identifier of the result: the import's identifier and the line number.", {
    required: true,
    example: 'imp_01JZ5V0G7N4S8X2T6W9Y3B1C5D_000002',
  })
  result_id!: string;
  @f.Id('Import that the row belongs to.', { required: true, filter: true }) import_id!: string;
  @f.Integer('Line of the file that the row ends on, from 1.', { required: true, min: 1, example: 2 })
  line!: number;
  @f.Enumeration(() => ImportOutcome, 'Result of the row.', { required: true, filter: true })
  outcome!: ValueOf<typeof ImportOutcome>;
  @f.Id('Payment method saved from the row; null if it failed.') payment_method_id?: string | null;
  @f.Id('Customer of the row; null if not given.') customer_id?: string | null;
  @f.Text('Stable code of the error; null unless the row failed.', {
    max: 64,
    example: 'invalid_parameter',
    holds: 'code',
  })
  error_code?: string | null;
  @f.Text('The error, and how to correct it; null unless the row failed.', {
    max: f.ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @f.Text('Invalid field, by its name in the API; null if no field is at fault.', {
    example: 'card.card_exp_year',
    holds: 'code',
  })
  error_param?: string | null;
  @f.Timestamp('Time at which the row was processed.', { required: true }) created_at!: Date;
  @f.Reference(() => PaymentMethodImport, 'import_id', 'Import that the row belongs to.', {
    visibility: 'nowhere',
  })
  import?: PaymentMethodImport;
}

/** Maximum length of a batch of rows, in characters, with room for their JSON. */
const BATCH_CHARACTERS_MAX = 1_000_000;

/** Rows of an import not saved yet. They are deleted in the transaction that saves them. */
@Internal({
  table: 'payment_method_import_batches',
  id: 'batch_id',
  prefix: 'imb',
  indexes: {
    payment_method_import_batches_in_order: { columns: ['merchant_id', 'import_id', 'first_line'] },
  },
})
export class PaymentMethodImportBatch extends MerchantScoped {
  @f.Id('Identifier of the batch.', { required: true }) batch_id!: string;
  @f.Id('Import that the batch belongs to.', { required: true }) import_id!: string;
  @f.Integer('Line of its first row.', { required: true, min: 1 }) first_line!: number;
  @f.Text('The rows, each with its line.', { required: true, encrypted: true, max: BATCH_CHARACTERS_MAX })
  rows!: Buffer;
  @f.Reference(() => PaymentMethodImport, 'import_id', 'Import that the batch belongs to.')
  import?: PaymentMethodImport;
}

/** A key pair of the service; its public key encrypts import files. */
@Internal({ table: 'import_keys', id: 'kid', owned: false })
export class ImportKey {
  @f.Text('Identifier of the key: the SHA-256 thumbprint of its JWK.', { required: true }) kid!: string;
  @f.Json('The public key, as a JWK.', { required: true }) public_jwk!: object;
  @f.Text('The private key, as PEM.', { required: true, encrypted: true, max: 8192 }) private_key!: Buffer;
  @f.Timestamp('Time at which the pair was created.', { required: true }) created_at!: Date;
}
