import type { ConnectorAccess, ConnectorEvent, IncomingWebhook } from '../../core/foundation/connector.ts';
import { isSameSecret } from '../../core/foundation/same-secret.ts';
import { SIGNATURE_HEADER, webhookSignature } from './signature.ts';

/** How far the clocks of both sides may be apart, transport included: an older webhook may be a recorded one. */
const TOLERANCE_S = 5 * 60;

const presented = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** A webhook that did not come from the sandbox, or not lately, or cannot be read. */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError';
}

/**
 * Reads the events of a webhook.
 *
 * @throws {WebhookRefusedError} when its signature is missing, wrong or old, or what is signed is no event.
 */
export function readWebhook(now: Date, access: ConnectorAccess, webhook: IncomingWebhook): ConnectorEvent[] {
  const secret = access.webhookSecret;
  if (!secret) throw new WebhookRefusedError('The connector account has no webhook secret to check with.');
  const header = webhook.headers[SIGNATURE_HEADER];
  const match = typeof header === 'string' ? presented.exec(header) : null;
  if (!match) throw new WebhookRefusedError(`The header ${SIGNATURE_HEADER} is missing or malformed.`);
  const seconds = Number(match[1]);
  if (!isSameSecret(match[2]!, webhookSignature(secret, seconds, webhook.body))) {
    throw new WebhookRefusedError('The signature is not right.');
  }
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_S) {
    throw new WebhookRefusedError('The webhook is too old.');
  }
  return [readEvent(webhook.body)];
}

/** What is signed was written here, so only what may have been made by hand is looked at. */
function readEvent(body: Buffer): ConnectorEvent {
  const refused = (cause?: unknown) => new WebhookRefusedError('The body is not an event.', { cause });
  let event: ConnectorEvent | null;
  try {
    event = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw refused(error);
  }
  if (typeof event?.id !== 'string' || Number.isNaN(Date.parse(`${event.at}`))) throw refused();
  const at = new Date(event.at);
  if (event.type === 'outcome' && typeof event.idempotencyKey === 'string') return { ...event, at };
  if (event.type === 'dispute' && typeof event.connectorDisputeId === 'string') {
    return { ...event, at, respondBy: event.respondBy === null ? null : new Date(event.respondBy) };
  }
  throw refused();
}
