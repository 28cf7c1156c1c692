import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../core/foundation/cryptography.ts';
import {
  type ConnectorAccess,
  type ConnectorEvent,
  type IncomingWebhook,
  WebhookRefusedError,
} from '../../core/foundation/ports/connector.ts';

/** The header with a webhook's signature: `t=<unix seconds>,v1=<hex>`. */
export const SIGNATURE_HEADER = 'x-sandbox-signature';

/** Clock skew plus transport time that is tolerated. Anything older may be a replayed recording. */
const TOLERANCE_S = 5 * 60;

const headerFormat = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The headers of a body sent now; unsigned without a secret. */
export const webhookHeaders = (secret: string | null, now: Date, body: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...(secret ? { [SIGNATURE_HEADER]: signatureHeader(secret, now, Buffer.from(body)) } : {}),
});

/** The signature header's value for a body sent now. */
export function signatureHeader(secret: string, now: Date, body: Buffer): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${hmacOf(secret, seconds, body)}`;
}

function hmacOf(secret: string, seconds: number, body: Buffer): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
}

/**
 * Verifies a webhook and reads its event; none if it is of a kind that the service has no use for.
 *
 * @throws {WebhookRefusedError} if the signature is missing, wrong or expired, or the signed body is not an event.
 */
export function readSignedEvents(
  now: Date,
  access: ConnectorAccess,
  webhook: IncomingWebhook,
): ConnectorEvent[] {
  const secret = access.webhookSecret;
  if (!secret) throw new WebhookRefusedError('The connector account has no webhook secret.');
  const header = webhook.headers[SIGNATURE_HEADER];
  const match = typeof header === 'string' ? headerFormat.exec(header) : null;
  if (!match) throw new WebhookRefusedError(`The header ${SIGNATURE_HEADER} is missing or malformed.`);
  const seconds = Number(match[1]);
  if (!isSameSecret(match[2]!, hmacOf(secret, seconds, webhook.body))) {
    throw new WebhookRefusedError('The signature does not match.');
  }
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_S) {
    throw new WebhookRefusedError('The signature has expired.');
  }
  return readEvent(webhook.body);
}

/** The field by which the other events name their transaction. */
const identifiers = {
  refund_made: 'connectorRefundId',
  refund_failed: 'connectorRefundId',
  capture_made: 'connectorCaptureId',
  fraud_warning: 'connectorTransactionId',
  capture_failed: 'connectorTransactionId',
  authorization_ended: 'connectorTransactionId',
  payout_returned: 'connectorTransactionId',
} as const;

/** Checks only the likely faults of a hand-written body: the sandbox itself wrote every genuine one. */
function readEvent(body: Buffer): ConnectorEvent[] {
  const refused = () => new WebhookRefusedError('The body is not an event.');
  let event: ConnectorEvent | null;
  try {
    event = JSON.parse(body.toString('utf8'));
  } catch {
    throw refused();
  }
  if (typeof event?.id !== 'string' || Number.isNaN(Date.parse(`${event.at}`))) throw refused();
  const at = new Date(event.at);
  if (event.type === 'outcome' && typeof event.call?.idempotencyKey === 'string') return [{ ...event, at }];
  if (event.type === 'dispute' && typeof event.connectorDisputeId === 'string') {
    return [{ ...event, at, respondBy: event.respondBy === null ? null : new Date(event.respondBy) }];
  }
  const isAfterwards = Object.hasOwn(identifiers, event.type);
  if (isAfterwards && identifiers[event.type as keyof typeof identifiers] in event) return [{ ...event, at }];
  if (isAfterwards || event.type === 'outcome' || event.type === 'dispute') throw refused();
  return [];
}
