import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/** A processed event of a connector's webhook: redeliveries are ignored until it expires. */
@Internal({
  table: 'incoming_events',
  within: ['merchant_connector_id'],
  id: 'event_id',
  indexes: { incoming_events_by_expires_at: { columns: ['expires_at'] } },
})
export class IncomingEvent extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text("The connector's identifier of the event.", { required: true }) event_id!: string;
  @f.Timestamp('When the webhook arrived.', { required: true }) received_at!: Date;
  @f.Timestamp('When it was processed.', { required: true }) processed_at!: Date;
  @f.Timestamp('When it is forgotten.', { required: true }) expires_at!: Date;
}
