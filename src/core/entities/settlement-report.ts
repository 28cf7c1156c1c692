import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/** When a connector account is next asked for reports. One row for each account that was asked. */
@Internal({
  table: 'settlement_feeds',
  id: 'merchant_connector_id',
  prefix: 'mca',
  indexes: { settlement_feeds_due: { columns: ['next_at'] } },
})
export class SettlementFeed extends MerchantScoped {
  @f.Id('Connector account.', { required: true }) merchant_connector_id!: string;
  @f.Timestamp('Time from which its connector is asked for reports.', {
    required: true,
    due: { as: 'settlement_report' },
  })
  next_at!: Date;
  @f.Text('Reason why the last try failed; null if it succeeded.', { max: 255 }) failure_reason?:
    | string
    | null;
}

/** A report of a connector, and how far it was read. */
@Internal({
  table: 'settlement_reports',
  within: ['merchant_connector_id'],
  id: 'report_reference',
  indexes: {
    settlement_reports_by_reported_at: { columns: ['merchant_id', 'merchant_connector_id', 'reported_at'] },
  },
})
export class SettlementReport extends MerchantScoped {
  @f.Id('Connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text("The connector's identifier of the report.", { required: true }) report_reference!: string;
  @f.Timestamp('Time at which the connector made it.', { required: true }) reported_at!: Date;
  @f.Timestamp('Time at which it was read to its end and found whole; null before.') checked_at?: Date | null;
  @f.Integer('Number of the last line whose content was recorded.', { required: true, min: 0 })
  lines_read!: number;
  @f.Text("The connector's position after that line; null at the start.") read_to?: string | null;
  @f.Integer('Number of lines that were refused.', { required: true, min: 0 }) lines_refused!: number;
  @f.Timestamp('Time at which all of it was recorded; null before.') finished_at?: Date | null;
  @f.Bool('Whether the money of it arrived, or the connector never says so.', { required: true })
  is_paid!: boolean;
  @f.Text('Reason why it is not read; null if it is.', { max: 255 }) failure_reason?: string | null;
}
