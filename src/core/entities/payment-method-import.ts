import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';

/** The most rows of one import. */
export const IMPORT_ROWS_MAX = 100_000;
/** The largest body of an import. */
export const IMPORT_MAX_BYTES = 64 * 1024 * 1024;
/** Files that a process reads at a time: as many are in its memory. */
export const IMPORTS_AT_ONCE = 2;
/** The largest row, in bytes. */
export const IMPORT_ROW_MAX_BYTES = 16 * 1024;

export const PaymentMethodImportStatus = enumeration(
  'PaymentMethodImportStatus',
  'How far an import has come.',
  {
    processing: 'Rows are still to be saved.',
    completed: 'Every row has a result. Final.',
  },
);

export const ImportFormat = enumeration('ImportFormat', 'The format of an imported file.', {
  jsonl: 'JSON Lines: an object a line.',
  csv: 'CSV with a header.',
});

export const ImportOutcome = enumeration('ImportOutcome', 'Result of a row of an import.', {
  created: 'A payment method was saved.',
  updated: 'The customer had the payment method already, and the row changed it.',
  duplicate: 'The customer had the payment method already, as the row says.',
  failed: 'Nothing was saved: the result says why.',
});

/** Payment methods that come from elsewhere in one file. */
@Resource({
  table: 'payment_method_imports',
  id: 'import_id',
  prefix: 'imp',
  about: 'An import of payment methods: a file of up to 100 000 rows, and how far it has been saved.',
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
  @f.Enumeration(() => PaymentMethodImportStatus, 'How far the import has come.', {
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
  @f.Integer('Rows that have a result.', { required: true, min: 0, maximum: IMPORT_ROWS_MAX, example: 500 })
  rows_done!: number;
  @f.Integer('Rows by which a payment method was saved.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 480,
  })
  rows_created!: number;
  @f.Integer('Rows that changed a payment method that its customer had already.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 11,
  })
  rows_updated!: number;
  @f.Integer('Rows of payment methods that their customers had already, as the rows say.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 6,
  })
  rows_duplicate!: number;
  @f.Integer('Rows that could not be saved.', {
    required: true,
    min: 0,
    maximum: IMPORT_ROWS_MAX,
    example: 3,
  })
  rows_failed!: number;
  @f.Bool(
    'Whether who imports may not read personal data: no link is mailed to the addresses of the new customers.',
    {
      visibility: 'nowhere',
    },
  )
  sets_unread?: boolean | null;
  @f.Timestamp('Time at which the file was accepted.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which the last row got its result; null until then.') completed_at?: Date | null;
}

/** The result of one row of an import. It has nothing of the card. */
@Resource({
  table: 'payment_method_import_results',
  id: 'result_id',
  prefix: 'imr',
  about: 'Result of one row of an import. It has nothing of the card. Results are kept for 90 days.',
  order: 'created_at',
  from: 'oldest',
  reads: 'customers:read',
  reach: 'merchant',
})
export class PaymentMethodImportResult extends MerchantScoped {
  @f.Id('Unique identifier of the result: that of the import and the number of the line.', {
    required: true,
    example: 'imp_01JZ5V0G7N4S8X2T6W9Y3B1C5D_000002',
  })
  result_id!: string;
  @f.Id('Import that the row is of.', { required: true, filter: true }) import_id!: string;
  @f.Integer('Line of the file that the row ends on, from 1.', { required: true, min: 1, example: 2 })
  line!: number;
  @f.Enumeration(() => ImportOutcome, 'Result of the row.', { required: true, filter: true })
  outcome!: ValueOf<typeof ImportOutcome>;
  @f.Id('Payment method that the row was saved as; null if it failed.') payment_method_id?: string | null;
  @f.Id('Customer of the row; null if it names none.') customer_id?: string | null;
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
  @f.Text("The field at fault, by the service's own name for it; null if none is.", {
    example: 'card.card_exp_year',
    holds: 'code',
  })
  error_param?: string | null;
  @f.Timestamp('Time at which the row got its result.', { required: true }) created_at!: Date;
  @f.Reference(() => PaymentMethodImport, 'import_id', 'Import that the row is of.', {
    visibility: 'nowhere',
  })
  import?: PaymentMethodImport;
}

/** Characters of a batch of rows: what the rows of a batch may have together, with room for their JSON. */
const BATCH_CHARACTERS_MAX = 1_000_000;

/** Rows of an import that are still to be saved. They are deleted in the transaction that saves them. */
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
  @f.Id('Import that it is of.', { required: true }) import_id!: string;
  @f.Integer('Line of its first row.', { required: true, min: 1 }) first_line!: number;
  @f.Text('The rows, each with its line.', { required: true, encrypted: true, max: BATCH_CHARACTERS_MAX })
  rows!: Buffer;
  @f.Reference(() => PaymentMethodImport, 'import_id', 'Import that it is of.')
  import?: PaymentMethodImport;
}

/** A key pair of the service that files are encrypted for. */
@Internal({ table: 'import_keys', id: 'kid', owned: false })
export class ImportKey {
  @f.Text('Identifier of the key: the SHA-256 thumbprint of its JWK.', { required: true }) kid!: string;
  @f.Json('The public key, as a JWK.', { required: true }) public_jwk!: object;
  @f.Text('The private key, as PEM.', { required: true, encrypted: true, max: 8192 }) private_key!: Buffer;
  @f.Timestamp('When the pair was made.', { required: true }) created_at!: Date;
}
