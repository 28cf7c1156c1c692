import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Where events are sent, and which. Specification: Merchant account. */
@ValueObject({ about: 'Where events are sent, and which of them.' })
export class WebhookDetails {
  @f.Text("A version label of the merchant's own choosing; the service only keeps it.")
  webhook_version?: string | null;
  @f.Text('User name for HTTP basic authentication at `webhook_url`.') webhook_username?: string | null;
  @f.Text('Password for HTTP basic authentication; shown as first two and last two characters.', {
    masked: true,
  })
  webhook_password?: string | null;
  @f.Url(
    'Public https address that events are posted to; http only to the same machine, where that is allowed.',
  )
  webhook_url?: string | null;
  @f.Bool('Whether `payment_created` is sent; unset counts as true.') payment_created_enabled?:
    | boolean
    | null;
  @f.Bool('Whether `payment_succeeded` is sent; unset counts as true.')
  payment_succeeded_enabled?: boolean | null;
  @f.Bool('Whether `payment_failed` is sent; unset counts as true.') payment_failed_enabled?: boolean | null;
}
