import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/** A processed event of a connector's webhook: redeliveries are ignored until it expires. */
@Internal({
  table: 'incoming_events',
  within: ['merchant_connector_id'],
  id: 'event_id',
  indexes: {
    incoming_events_by_expires_at: { columns: ['expires_at'] },
    incoming_events_kept: {
      columns: ['merchant_id', 'merchant_connector_id', 'awaits'],
      where: 'awaits is not null',
    },
  },
})
export class IncomingEvent extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text("The connector's identifier of the event.", { required: true }) event_id!: string;
  @f.Timestamp('When the webhook arrived.', { required: true }) received_at!: Date;
  @f.Timestamp('When it was processed.', { required: true }) processed_at!: Date;
  @f.Text('The object that it is about and that is not known yet; null once it is recorded.')
  awaits?: string | null;
  @f.Json('The event, while it awaits its object.') body?: unknown;
  @f.Timestamp('When it is forgotten.', { required: true }) expires_at!: Date;
}
