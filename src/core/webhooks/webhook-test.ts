import { EventType, type EventTypeValue } from '../entities/event-types.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What a test webhook is to tell, and to whom. */
@Input({ about: 'What a test webhook is to tell, and to whom.' })
export class WebhookTest {
  @f.Id(
    "The business profile whose endpoint is tried; the merchant's default or only one when it is not given.",
  )
  profile_id?: string | null;
  @f.Enumeration(() => EventType, 'What it tells of: `payment_succeeded` when it is not given.')
  event_type?: EventTypeValue | null;
}
