import * as f from '../model/fields.ts';
import {
  enumeration,
  Internal,
  type JsonRecord,
  MerchantScoped,
  Resource,
  ValueObject,
  type ValueOf,
} from '../model/index.ts';

/** Maximum number of lines of an imported file. */
export const FILE_LINES_MAX = 1_000_000;
/** Lines that a preview shows, and refused lines that it names. */
export const SHOWN_LINES = 20;
export const SHOWN_REFUSALS = 20;
/** Maximum number of currencies of a file. */
export const FILE_CURRENCIES_MAX = 50;
/** Maximum number of columns of a file. */
export const FILE_COLUMNS_MAX = 200;
/** Maximum length of a bank's reference, in characters: one of SEPA has 140, and an entry may have several. */
export const BANK_REFERENCE_MAX = 500;

export const FinanceImportKind = enumeration('FinanceImportKind', 'What an imported file has.', {
  settlement: 'Lines of settlements, from a connector.',
  bank_statement: 'Lines of a bank statement.',
});

export const FinanceFileFormat = enumeration('FinanceFileFormat', 'Format of an imported file.', {
  csv: 'CSV with a header.',
  xlsx: 'A workbook of Excel; its first sheet was read.',
  camt: 'Bank statements in CAMT.053 (ISO 20022).',
});

export const FinanceImportStatus = enumeration('FinanceImportStatus', 'Progress of an import.', {
  preview: 'The file was read, and nothing was recorded. It expires after a day unless it is confirmed.',
  running: 'Lines are being recorded, or taken back.',
  done: 'Every line that was not refused is recorded.',
  failed: 'The lines could not be recorded; see `failure_reason`. None counts. Final.',
  undone: 'The lines were taken back, or the preview was discarded. Final.',
});

@ValueObject({ about: 'A line of an imported file, as it was read. Members that the file lacks are null.' })
export class ImportedLine {
  @f.Integer('Number of the line, row or entry in the file, from 1.', { required: true, min: 1, example: 2 })
  line!: number;
  @f.Text('Type of the movement.', { holds: 'code', example: 'capture' }) type?: string | null;
  @f.Text("The connector's identifier of the movement.", {
    holds: 'identifier',
    example: 'txn_1MiN3gLkdIwHu7',
  })
  connector_reference?: string | null;
  @f.Text("The merchant's reference.", { holds: 'identifier', example: 'order-7' })
  order_reference?: string | null;
  @f.Text("The connector's identifier of the settlement.", {
    holds: 'identifier',
    example: 'po_1OaGB92eZvKYlo2C',
  })
  settlement_reference?: string | null;
  @f.Balance('Amount before fees, in minor units.', { example: 1_000 }) gross?: number | null;
  @f.Balance('Fee, in minor units.', { example: 40 }) fee?: number | null;
  @f.Balance('`gross` − `fee`, in minor units; of a bank statement, the amount.', {
    required: true,
    example: 960,
  })
  net!: number;
  @f.Currency('ISO 4217 code of the currency.', { required: true, example: 'EUR' }) currency!: string;
  @f.Balance('Net amount after conversion, in minor units of `settled_currency`.', {
    currencyIn: 'settled_currency',
    example: 1_043,
  })
  settled_net?: number | null;
  @f.Currency('ISO 4217 code of the currency after conversion.', { example: 'USD' })
  settled_currency?: string | null;
  @f.Timestamp('Time of the movement, or start of the day on which the bank booked it.', { required: true })
  occurred_at!: string;
  @f.Text('Reference in the bank statement.', {
    holds: 'identifier',
    max: BANK_REFERENCE_MAX,
    example: 'STRIPE po_1OaGB92eZvKYlo2C',
  })
  reference?: string | null;
}

@ValueObject({ about: 'Sums of the lines of a file in one currency, without refused lines.' })
export class ImportedSum {
  @f.Currency('ISO 4217 code of the currency.', { required: true, example: 'EUR' }) currency!: string;
  @f.Integer('Number of lines.', { required: true, min: 0, example: 104 }) lines!: number;
  @f.Balance('Sum of the amounts before fees, in minor units.', { required: true, example: 100_000 })
  gross!: number;
  @f.Balance('Sum of the fees, in minor units.', { required: true, example: 1_750 }) fee!: number;
  @f.Balance('`gross` − `fee`, in minor units.', { required: true, example: 98_250 }) net!: number;
}

@ValueObject({ about: 'A line of a file that does not count.' })
export class RefusedLine {
  @f.Integer('Number of the line, row or entry in the file, from 1.', { required: true, min: 1, example: 7 })
  line!: number;
  @f.Text('What is wrong, and how to mend it. It quotes nothing of the file.', {
    required: true,
    holds: 'message',
    example: 'gross has a comma for the decimal point: write 1234.50.',
  })
  reason!: string;
}

/** An import of a settlement file or a bank statement. */
@Resource({
  table: 'finance_imports',
  id: 'import_id',
  prefix: 'fim',
  about:
    'An import of a settlement file or a bank statement: first a preview, which records nothing; then, once confirmed, a job that records its lines.',
  order: 'created_at',
  from: 'newest',
  reads: 'finance:read',
  reach: 'merchant',
  audited: { shows: 'figures' },
  indexes: {
    finance_imports_due: { columns: ['created_at'], where: "status = 'running'" },
    finance_imports_files: {
      columns: ['merchant_id', 'content_digest'],
      unique: true,
      where: "status in ('preview', 'running', 'done')",
    },
    finance_imports_by_expires_at: { columns: ['expires_at'], where: 'expires_at is not null' },
  },
})
export class FinanceImport extends MerchantScoped {
  @f.Id('Unique identifier of the import (`fim_…`).', { required: true }) import_id!: string;
  @f.Enumeration(() => FinanceImportKind, 'What the file has.', {
    required: true,
    checked: true,
    filter: true,
  })
  kind!: ValueOf<typeof FinanceImportKind>;
  @f.Enumeration(() => FinanceImportStatus, 'Progress of the import.', {
    required: true,
    checked: true,
    filter: true,
    example: 'preview',
  })
  status!: ValueOf<typeof FinanceImportStatus>;
  @f.Id('Connector account of a settlement file; null for a bank statement.', {
    filter: true,
    example: 'mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  merchant_connector_id?: string | null;
  @f.Enumeration(() => FinanceFileFormat, 'Format of the file.', { required: true, example: 'csv' })
  format!: ValueOf<typeof FinanceFileFormat>;
  @f.Text('Name under which the mapping of columns is kept; null without one.', { max: 64, example: 'Adyen' })
  mapping_name?: string | null;
  @f.JsonObject('Column of the file for each target column; null if the file has their names.', {
    example: { gross: 'Amount', connector_reference: 'PSP reference' },
  })
  mapping?: JsonRecord | null;
  @f.TextList('Columns of the file, in order.', {
    max: FILE_COLUMNS_MAX,
    holds: 'code',
    example: ['PSP reference', 'Amount'],
  })
  columns!: string[];
  @f.ObjectList(() => ImportedLine, `The first ${SHOWN_LINES} lines, as they were read.`, {
    max: SHOWN_LINES,
    example: [],
  })
  first_lines!: ImportedLine[];
  @f.ObjectList(() => ImportedSum, 'Sums of the lines by currency.', { max: FILE_CURRENCIES_MAX })
  sums!: ImportedSum[];
  @f.ObjectList(() => RefusedLine, `The first ${SHOWN_REFUSALS} refused lines.`, { max: SHOWN_REFUSALS })
  refused!: RefusedLine[];
  @f.Integer('Number of lines of the file that were read, with those refused.', {
    required: true,
    min: 0,
    maximum: FILE_LINES_MAX,
    example: 105,
  })
  lines_read!: number;
  @f.Integer('Number of lines that were refused, and do not count.', {
    required: true,
    min: 0,
    maximum: FILE_LINES_MAX,
    example: 1,
  })
  lines_refused!: number;
  @f.Integer('Number of lines that the job recorded so far.', {
    required: true,
    min: 0,
    maximum: FILE_LINES_MAX,
    example: 104,
  })
  lines_taken!: number;
  @f.Integer(
    'Number of recorded lines that an earlier file or report has too, and which do not count again.',
    {
      required: true,
      min: 0,
      maximum: FILE_LINES_MAX,
      example: 0,
    },
  )
  lines_duplicate!: number;
  @f.Integer('Part of the job that is done, in percent.', {
    required: true,
    min: 0,
    maximum: 100,
    example: 0,
  })
  progress!: number;
  @f.Text('Reason for the failure; null unless failed.', { holds: 'message' }) failure_reason?: string | null;
  @f.Text('Digest of the file, its kind and its account.', { required: true, visibility: 'nowhere' })
  content_digest!: string;
  @f.Bool('Whether the job takes lines back.', { required: true, visibility: 'nowhere', default: 'false' })
  takes_back!: boolean;
  @f.Timestamp('Time at which the file was read.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which the import was confirmed; null before.') confirmed_at?: Date | null;
  @f.Timestamp('Time at which the job last ended; null before.') finished_at?: Date | null;
  @f.Timestamp('Time at which a preview is deleted; null once it is confirmed.', { due: {} })
  expires_at?: Date | null;
}

/** A line of a file that does not count. */
@Resource({
  table: 'finance_import_refusals',
  id: 'refusal_id',
  prefix: 'fir',
  about: 'A line of an imported file that was refused, and does not count.',
  order: 'created_at',
  from: 'oldest',
  reads: 'finance:read',
  reach: 'merchant',
})
export class FinanceImportRefusal extends MerchantScoped {
  @f.Id("Unique identifier of the refusal: the import's identifier and the line number.", {
    required: true,
    example: 'fim_01JZ5V0G7N4S8X2T6W9Y3B1C5D_0000007',
  })
  refusal_id!: string;
  @f.Id('Import that the line belongs to.', { required: true, filter: true }) import_id!: string;
  @f.Integer('Number of the line, row or entry in the file, from 1.', { required: true, min: 1, example: 7 })
  line!: number;
  @f.Text('What is wrong, and how to mend it. It quotes nothing of the file.', {
    required: true,
    holds: 'message',
    example: 'gross has a comma for the decimal point: write 1234.50.',
  })
  reason!: string;
  @f.Timestamp('Time at which the file was read.', { required: true }) created_at!: Date;
  @f.Reference(() => FinanceImport, 'import_id', 'Import that the line belongs to.', {
    visibility: 'nowhere',
    onDelete: 'cascade',
  })
  import?: FinanceImport;
}

/** Maximum length of a batch of lines, in characters. */
const BATCH_CHARACTERS_MAX = 1_000_000;

/** Lines of an import that are not recorded yet. They are deleted in the transaction that records them. */
@Internal({
  table: 'finance_import_batches',
  id: 'batch_id',
  prefix: 'fib',
  indexes: {
    finance_import_batches_in_order: { columns: ['merchant_id', 'import_id', 'place'], unique: true },
  },
})
export class FinanceImportBatch extends MerchantScoped {
  @f.Id('Identifier of the batch.', { required: true }) batch_id!: string;
  @f.Id('Import that the batch belongs to.', { required: true }) import_id!: string;
  @f.Integer('Place of the batch among those of the import, from 1.', { required: true, min: 1 })
  place!: number;
  @f.Text('The lines as JSON, compressed by gzip, in base64.', {
    required: true,
    encrypted: true,
    max: BATCH_CHARACTERS_MAX,
  })
  lines!: Buffer;
  @f.Reference(() => FinanceImport, 'import_id', 'Import that the batch belongs to.', { onDelete: 'cascade' })
  import?: FinanceImport;
}

/** A mapping of columns that a merchant keeps under a name. */
@Internal({ table: 'finance_mappings', id: 'mapping_name' })
export class FinanceMapping extends MerchantScoped {
  @f.Text('Kind of the files and name of the mapping.', { required: true, max: 100 }) mapping_name!: string;
  @f.JsonObject('Column of the file for each target column.', { required: true }) mapping!: JsonRecord;
  @f.Timestamp('Time at which it was last kept.', { required: true }) kept_at!: Date;
}
