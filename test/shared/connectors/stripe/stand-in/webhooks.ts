import Stripe from 'stripe';
import { API_VERSION } from '../../../../../src/connectors/stripe/client.ts';
import type { VendorWebhook } from '../../conformance/harness.ts';
import type { PlannedEvent, State } from './state.ts';

/** The stand-in's signing secret. */
export const WEBHOOK_SECRET = 'whsec_standin';

/**
 * The secret of the endpoint for connected accounts. The package's `WebhookEndpoints.connect`: an endpoint "should
 * receive events from connected accounts (`true`), or from your account (`false`)".
 */
export const CONNECT_SECRET = 'whsec_standin_connect';

/** Signs a body like Stripe, with its own package. */
export function signed(body: string, now: Date, secret = WEBHOOK_SECRET): VendorWebhook {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp,
  });
  return { headers: { 'content-type': 'application/json', 'stripe-signature': signature }, body };
}

/** An event in Stripe's format. */
export const eventBody = ({ account, dueAt, id, object, type }: PlannedEvent): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    ...(account ? { account } : {}),
    created: Math.floor(dueAt / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });

/** The due events, oldest first. Each is returned once. */
export function dueWebhooks(state: State): VendorWebhook[] {
  const now = state.now();
  const due = state.events.filter(({ dueAt }) => dueAt <= now.getTime()).sort((a, b) => a.dueAt - b.dueAt);
  for (const event of due) state.events.splice(state.events.indexOf(event), 1);
  return due.map((event) => signed(eventBody(event), now, event.account ? CONNECT_SECRET : WEBHOOK_SECRET));
}
