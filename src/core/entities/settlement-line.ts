import * as f from '../model/fields.ts';
import { MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { BalanceEntryType, whileReconIsActive } from './balance-entry.ts';

/** Largest number of a line in a report or file. */
export const LINE_NUMBER_MAX = 2_147_483_647;

/** A line of a connector's report, or of a settlement file. */
@Resource({
  table: 'settlement_lines',
  id: 'line_id',
  prefix: 'stln',
  about: "A line of a connector's report or of a settlement file: one movement of the balance.",
  order: 'created_at',
  from: 'oldest',
  reads: 'finance:read',
  reach: 'profile',
  listedWhile: whileReconIsActive,
  indexes: {
    settlement_lines_of_report: {
      columns: ['merchant_id', 'merchant_connector_id', 'report_reference', 'line_number'],
      unique: true,
    },
    settlement_lines_contents: {
      columns: ['merchant_id', 'merchant_connector_id', 'content_digest'],
      unique: true,
      where: 'duplicate_of is null',
    },
    settlement_lines_duplicates: {
      columns: ['merchant_id', 'duplicate_of'],
      where: 'duplicate_of is not null',
    },
    settlement_lines_of_import: { columns: ['merchant_id', 'import_id'], where: 'import_id is not null' },
  },
  checks: { settlement_lines_net_of_fee: 'net = gross - coalesce(fee, 0)' },
})
export class SettlementLine extends MerchantScoped {
  @f.Id('Unique identifier of the line (`stln_…`).', { required: true }) line_id!: string;
  @f.Id('Settlement of the line; null until it is known.', {
    filter: true,
    example: 'stl_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  settlement_id?: string | null;
  @f.Id('Connector account of the line.', {
    required: true,
    filter: 'unindexed',
    example: 'mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  merchant_connector_id!: string;
  @f.Id('Business profile of the connector account.', { required: true }) profile_id!: string;
  @f.Id('Import of the file that has the line; null for a report of the connector.', {
    example: 'fim_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  import_id?: string | null;
  @f.Text('Identifier of the report or file that has the line.', {
    required: true,
    example: 'po_1OaGB92eZvKYlo2C',
    holds: 'identifier',
  })
  report_reference!: string;
  @f.Integer('Number of the line in the report or file, from 1.', {
    required: true,
    min: 1,
    maximum: LINE_NUMBER_MAX,
    example: 1,
  })
  line_number!: number;
  @f.Enumeration(() => BalanceEntryType, 'Type of the movement.', {
    required: true,
    checked: true,
    filter: 'unindexed',
    example: 'capture',
  })
  type!: ValueOf<typeof BalanceEntryType>;
  @f.Text("The connector's identifier of the movement; null if the line has none.", {
    filter: 'unindexed',
    example: 'txn_1MiN3gLkdIwHu7ixxapQrznl',
    holds: 'identifier',
  })
  connector_reference?: string | null;
  @f.Text("The merchant's reference that the connector was sent; null if the line has none.", {
    filter: 'unindexed',
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_1',
    holds: 'identifier',
  })
  order_reference?: string | null;
  @f.Text("The connector's identifier of the settlement; null if the line has none.", {
    example: 'po_1OaGB92eZvKYlo2C',
    holds: 'identifier',
  })
  settlement_reference?: string | null;
  @f.Balance("Amount before fees, in minor units of `currency`, signed as the merchant's balance sees it.", {
    required: true,
    example: 1_000,
  })
  gross!: number;
  @f.Balance(
    'Fee in minor units of `currency`; null if the line has none in this currency, negative if given back.',
    { example: 40 },
  )
  fee?: number | null;
  @f.Balance('`gross` − `fee`, in minor units of `currency`.', { required: true, example: 960 })
  net!: number;
  @f.Currency('ISO 4217 code of the currency of `gross`, `fee` and `net`.', {
    required: true,
    filter: 'unindexed',
    example: 'EUR',
  })
  currency!: string;
  @f.Balance('Net amount after conversion, in minor units of `settled_currency`; null without conversion.', {
    currencyIn: 'settled_currency',
    example: 1_043,
  })
  settled_net?: number | null;
  @f.Balance('Fee that `settled_net` is net of, in minor units of `settled_currency`; null without one.', {
    currencyIn: 'settled_currency',
    example: 45,
  })
  settled_fee?: number | null;
  @f.Currency('ISO 4217 code of the currency after conversion; null without conversion.', { example: 'USD' })
  settled_currency?: string | null;
  @f.Timestamp('Time of the movement, by the connector.', { required: true }) occurred_at!: Date;
  @f.Timestamp('Time from which the money can be paid out; null if unknown.') available_on?: Date | null;
  @f.Id('Balance entry that the line was matched with; null before.', {
    example: 'bal_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  entry_id?: string | null;
  @f.Id('Earlier line with the same content; then this line does not count. Otherwise null.', {
    example: 'stln_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  duplicate_of?: string | null;
  @f.Text('Digest of the content, by which a line of an earlier report is found.', {
    required: true,
    visibility: 'nowhere',
  })
  content_digest!: string;
  @f.Timestamp('Time at which the line was recorded.', { required: true }) created_at!: Date;
}
