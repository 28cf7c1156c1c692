import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Webhook endpoint and event switches. Specification: Merchant account. */
@ValueObject({ about: 'Webhook endpoint and the events it receives.' })
export class WebhookDetails {
  @f.Text("Version label for the merchant's own use.") webhook_version?: string | null;
  @f.Text('User name for HTTP basic authentication at `webhook_url`.') webhook_username?: string | null;
  @f.Text(
    'Password for HTTP basic authentication at `webhook_url`; returned masked, with the first and last two characters visible.',
    { masked: true },
  )
  webhook_password?: string | null;
  @f.Url(
    'URL that receives events: public https. Loopback over http is allowed only where the service is configured for it.',
    { example: 'https://example.com/webhooks' },
  )
  webhook_url?: string | null;
  @f.Bool('Whether `payment_created` events are sent; null counts as true.')
  payment_created_enabled?: boolean | null;
  @f.Bool('Whether `payment_succeeded` events are sent; null counts as true.')
  payment_succeeded_enabled?: boolean | null;
  @f.Bool('Whether `payment_failed` events are sent; null counts as true.')
  payment_failed_enabled?: boolean | null;
}
