import {
  type ConnectorAccess,
  type ConnectorEvent,
  type IncomingWebhook,
  type ReadWebhook,
  WebhookRefusedError,
} from '../../core/foundation/ports/connector.ts';
import { readEvent } from '../exchange.ts';
import { type Adyen, merchantAccount } from './client.ts';
import { eventOf } from './events.ts';
import { hmacKeysOf } from './hmac-keys.ts';
import { HmacValidator } from './library.ts';
import { type AdyenNotification, isNotification } from './notification.ts';
import { attemptOfVoid } from './references.ts';
import { isTokenWebhook, requireTokenSignature, tokenEvents } from './token-webhook.ts';

/** More than Adyen sends at once. */
const ITEMS_MAX = 200;

/** The acknowledgement; Adyen repeats a webhook until it receives this. */
const accepted = Object.freeze({ status: 200, contentType: 'text/plain', body: '[accepted]' });

/**
 * Reads a webhook of Adyen's tokenization, or a standard one: a batch of notifications, each with its own signature.
 * The signature covers a notification's identifiers, amount and success, but neither its reason nor `additionalData`:
 * no money is moved because of those.
 */
export async function readWebhook(
  adyen: Adyen,
  access: ConnectorAccess,
  { body, headers }: IncomingWebhook,
): Promise<ReadWebhook> {
  const { setup } = adyen;
  const sent = parsed(body);
  if (isTokenWebhook(sent)) {
    requireTokenSignature(access, headers.hmacsignature, body);
    return { events: await tokenEvents(adyen, access, sent), response: accepted };
  }
  const events: ConnectorEvent[] = [];
  for (const item of itemsOf(sent)) {
    if (!isSigned(access, item)) throw new WebhookRefusedError('The signature is wrong.');
    // One address may receive webhooks for every merchant account of a company.
    if (item.merchantAccountCode !== merchantAccount(access)) continue;
    const read = () => [eventOf(setup, item)].filter((event) => event !== null);
    const found = await readEvent(setup, item.eventCode, read);
    events.push(...found.map((event) => ({ ...event, objectReference: referenceOf(item) })));
  }
  return { events, response: accepted };
}

/** The reference of the payment, or of our modification of it; a void's is its attempt's. */
const referenceOf = ({ merchantReference }: AdyenNotification): string =>
  attemptOfVoid(merchantReference) ?? merchantReference;

function itemsOf(sent: unknown): AdyenNotification[] {
  const batch = sent as { notificationItems?: unknown } | null;
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

/** Whether a notification is signed with one of the account's secrets. */
function isSigned(access: ConnectorAccess, item: AdyenNotification): boolean {
  if (!item.additionalData?.hmacSignature) return false;
  const validator = new HmacValidator();
  return hmacKeysOf(access).some((key) => validator.validateHMAC(item as never, key));
}
