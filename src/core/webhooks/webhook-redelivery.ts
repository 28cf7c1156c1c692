import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What is delivered again: the event is named, or one of its deliveries. */
@Input({ about: 'Parameters for redelivering a webhook: exactly one of the two identifiers.' })
export class WebhookRedelivery {
  @f.Id('Event to redeliver. Excludes `delivery_id`.') event_id?: string | null;
  @f.Id('Delivery whose event is redelivered. Excludes `event_id`.') delivery_id?: string | null;
}
