import { EventType, type EventTypeValue } from '../entities/event-types.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What a test webhook is to tell, and to whom. */
@Input({ about: 'Parameters for sending a test webhook.' })
export class WebhookTest {
  @f.Id("Business profile whose endpoint receives it; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
  @f.Enumeration(() => EventType, 'Type of the test event; `payment_succeeded` if omitted.')
  event_type?: EventTypeValue | null;
}
