import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What is delivered again: the event is named, or one of its deliveries. */
@Input({ about: 'What is delivered again: exactly one of the two is given.' })
export class WebhookRedelivery {
  @f.Id('The event to deliver again. Not together with `delivery_id`.') event_id?: string | null;
  @f.Id('A delivery of the event to deliver again. Not together with `event_id`.') delivery_id?:
    | string
    | null;
}
