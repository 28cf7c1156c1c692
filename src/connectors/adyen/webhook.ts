import {
  type ConnectorAccess,
  type ConnectorEvent,
  type IncomingWebhook,
  type ReadWebhook,
  WebhookRefusedError,
} from '../../core/foundation/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { merchantAccount } from './client.ts';
import { eventOf } from './events.ts';
import { HmacValidator } from './library.ts';
import { type AdyenNotification, isNotification } from './notification.ts';

/** More than Adyen sends at once. */
const ITEMS_MAX = 200;

/** Adyen repeats a webhook until it is answered so. */
const accepted = Object.freeze({ status: 200, contentType: 'text/plain', body: '[accepted]' });

/**
 * Reads Adyen's standard webhook: a batch of notifications, each signed by itself. The signature covers what identifies
 * a notification, its amount and its success, and neither its reason nor `additionalData`: no money is moved by those.
 */
export async function readWebhook(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  { body }: IncomingWebhook,
): Promise<ReadWebhook> {
  const events: ConnectorEvent[] = [];
  for (const item of itemsOf(body)) {
    if (!isSigned(access, item)) throw new WebhookRefusedError('The signature is wrong.');
    // One address may be told of every merchant account of a company.
    if (item.merchantAccountCode !== merchantAccount(access)) continue;
    const event = eventOf(setup, item);
    if (event) events.push(event);
  }
  return { events, response: accepted };
}

function itemsOf(body: Buffer): AdyenNotification[] {
  const batch = parsed(body) as { notificationItems?: unknown } | null;
  const items = Array.isArray(batch?.notificationItems) ? batch.notificationItems : [];
  const found = items.map(
    (item) => (item as { NotificationRequestItem?: unknown } | null)?.NotificationRequestItem,
  );
  if (found.length === 0 || found.length > ITEMS_MAX || !found.every(isNotification)) {
    throw new WebhookRefusedError('It is no batch of notifications.');
  }
  return found;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new WebhookRefusedError('It is not JSON.');
  }
}

/** An HMAC key of Adyen. The package takes any text for one, and reads what is not hexadecimal as an empty key. */
const hmacKey = /^(?:[0-9A-Fa-f]{2}){16,64}$/;

/** Whether a notification is signed with either of the account's secrets: while keys are changed, two are good. */
function isSigned(
  { additionalWebhookSecret, webhookSecret }: ConnectorAccess,
  item: AdyenNotification,
): boolean {
  const keys = [webhookSecret, additionalWebhookSecret].filter((key) => key !== null && hmacKey.test(key));
  if (!item.additionalData?.hmacSignature) return false;
  const validator = new HmacValidator();
  return keys.some((key) => validator.validateHMAC(item as never, key!));
}
