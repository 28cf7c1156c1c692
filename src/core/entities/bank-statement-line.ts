import * as f from '../model/fields.ts';
import { MerchantScoped, Resource } from '../model/index.ts';
import { whileReconIsActive } from './balance-entry.ts';
import { BANK_REFERENCE_MAX, FILE_LINES_MAX, FinanceImport } from './finance-import.ts';

/** A line of a bank statement. */
@Resource({
  table: 'bank_statement_lines',
  id: 'line_id',
  prefix: 'bsl',
  about: 'A line of a bank statement. A credit that pays a settlement is matched with it.',
  order: 'created_at',
  from: 'newest',
  reads: 'finance:read',
  reach: 'merchant',
  listedWhile: whileReconIsActive,
  indexes: {
    bank_statement_lines_contents: {
      columns: ['merchant_id', 'content_digest'],
      unique: true,
      where: 'duplicate_of is null',
    },
    bank_statement_lines_duplicates: {
      columns: ['merchant_id', 'duplicate_of'],
      where: 'duplicate_of is not null',
    },
    bank_statement_lines_of_import: { columns: ['merchant_id', 'import_id', 'line_number'], unique: true },
    bank_statement_lines_unmatched: {
      columns: ['merchant_id', 'currency', 'amount'],
      where: 'settlement_id is null and duplicate_of is null and amount > 0',
    },
  },
})
export class BankStatementLine extends MerchantScoped {
  @f.Id('Unique identifier of the line (`bsl_…`).', { required: true }) line_id!: string;
  @f.Id('Import of the statement.', { required: true, filter: 'unindexed' }) import_id!: string;
  @f.Integer('Number of the line or entry in the statement, from 1.', {
    required: true,
    min: 1,
    maximum: FILE_LINES_MAX,
    example: 2,
  })
  line_number!: number;
  @f.Timestamp('Start of the day on which the bank booked it.', { required: true, filter: true })
  booked_on!: Date;
  @f.Balance('Amount in minor units; a debit is negative.', { required: true, example: 98_250 })
  amount!: number;
  @f.Currency('ISO 4217 code of the currency.', { required: true, filter: 'unindexed', example: 'EUR' })
  currency!: string;
  @f.Text('Reference of the transfer; null without one.', {
    max: BANK_REFERENCE_MAX,
    holds: 'identifier',
    example: 'STRIPE po_1OaGB92eZvKYlo2C',
  })
  reference?: string | null;
  @f.Text('Name of the other party; null without one.', {
    encrypted: true,
    personal: true,
    example: 'Stripe Payments',
  })
  counterparty?: Buffer | null;
  @f.Id('Settlement that the line pays; null without one.', {
    filter: true,
    example: 'stl_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  settlement_id?: string | null;
  @f.Id('Earlier line with the same content; then this line does not count. Otherwise null.', {
    example: 'bsl_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  duplicate_of?: string | null;
  @f.Text('Digest of the content.', { required: true, visibility: 'nowhere' }) content_digest!: string;
  @f.Timestamp('Time at which the line was recorded.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Reference(() => FinanceImport, 'import_id', 'Import of the statement.', { visibility: 'nowhere' })
  import?: FinanceImport;
}
