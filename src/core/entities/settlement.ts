import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { whileReconIsActive } from './balance-entry.ts';

export const SettlementState = enumeration('SettlementState', 'State of a settlement.', {
  open: 'The connector has not sent the money to the bank, or its report is still being read.',
  in_transit: 'The connector sent the money to the bank.',
  paid: 'The money arrived, by the report of the connector or the statement of the bank.',
  differs: 'The transferred amount, or the amount at the bank, is not the sum of its lines.',
});

/** A settlement: the money that a connector sends to the merchant's bank at once. */
@Resource({
  table: 'settlements',
  id: 'settlement_id',
  prefix: 'stl',
  about:
    "A settlement: money that a connector sends to the merchant's bank at once, with the sums of its lines. Made from the connector's reports, or from files.",
  order: 'created_at',
  from: 'newest',
  reads: 'finance:read',
  reach: 'profile',
  listedWhile: whileReconIsActive,
  indexes: {
    settlements_references: {
      columns: ['merchant_id', 'merchant_connector_id', 'settlement_reference', 'currency'],
      unique: true,
    },
  },
  checks: { settlements_net_of_fees: 'net = gross - fee' },
})
export class Settlement extends MerchantScoped {
  @f.Id('Unique identifier of the settlement (`stl_…`).', { required: true }) settlement_id!: string;
  @f.Text('Name of the connector.', { required: true, example: 'sandbox', holds: 'code' })
  connector!: string;
  @f.Id('Connector account that was settled.', {
    required: true,
    filter: true,
    example: 'mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  merchant_connector_id!: string;
  @f.Id('Business profile of the connector account.', { required: true }) profile_id!: string;
  @f.Text("The connector's identifier of the settlement, such as that of its payout or batch.", {
    required: true,
    filter: 'unindexed',
    example: 'po_1OaGB92eZvKYlo2C',
    holds: 'identifier',
  })
  settlement_reference!: string;
  @f.Timestamp('Time of its first line.', { required: true, filter: true }) period_start!: Date;
  @f.Timestamp('Time of its last line.', { required: true, filter: true }) period_end!: Date;
  @f.Currency('ISO 4217 code of the currency that is sent to the bank.', {
    required: true,
    filter: true,
    example: 'EUR',
  })
  currency!: string;
  @f.Balance('Sum of the lines before fees, in minor units. Transfers and duplicates do not count.', {
    required: true,
    example: 100_000,
  })
  gross!: number;
  @f.Balance('Sum of the fees of the lines, in minor units.', { required: true, example: 1_750 })
  fee!: number;
  @f.Balance('`gross` − `fee`: the amount to be transferred, in minor units.', {
    required: true,
    example: 98_250,
  })
  net!: number;
  @f.Balance('Amount that the connector reports as transferred to the bank; null before the transfer.', {
    example: 98_250,
  })
  transferred?: number | null;
  @f.Integer('Number of its lines, without duplicates.', { required: true, min: 0, example: 104 })
  line_count!: number;
  @f.Text('Reference of the transfer in the statement of the bank; null if unknown.', {
    example: 'RF18 5390 0754 7034',
    holds: 'identifier',
  })
  bank_reference?: string | null;
  @f.Balance('Amount of the matched line in the statement of the bank; null before.', { example: 98_250 })
  bank_amount?: number | null;
  @f.Enumeration(() => SettlementState, 'State of the settlement.', {
    required: true,
    checked: true,
    filter: true,
    example: 'in_transit',
  })
  state!: ValueOf<typeof SettlementState>;
  @f.Timestamp('Time at which the money arrived; null before.') paid_at?: Date | null;
  @f.Timestamp('Time at which its first line was recorded.', { required: true, filter: true, sort: true })
  created_at!: Date;
}
