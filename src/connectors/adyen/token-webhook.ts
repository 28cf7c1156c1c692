import {
  type ConnectorAccess,
  type ConnectorEvent,
  WebhookRefusedError,
} from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { merchantAccount } from './client.ts';
import { hmacKeysOf } from './hmac-keys.ts';
import { HmacValidator } from './library.ts';

/** The members read of a tokenization webhook. It is signed as a whole, in a header. */
export interface TokenWebhook {
  readonly type: string;
  readonly eventId: string;
  readonly createdAt?: unknown;
  readonly data: { readonly merchantAccount: string; readonly storedPaymentMethodId: string };
}

/** Whether a body is a webhook of the tokenization, which has another shape than the standard ones. */
export function isTokenWebhook(body: unknown): body is TokenWebhook {
  const { data, eventId, type } = (body ?? {}) as { [Name in keyof TokenWebhook]?: unknown };
  const told = (data ?? {}) as { [Name in keyof TokenWebhook['data']]?: unknown };
  return (
    typeof type === 'string' &&
    type.startsWith('recurring.token.') &&
    typeof eventId === 'string' &&
    typeof told.merchantAccount === 'string' &&
    typeof told.storedPaymentMethodId === 'string'
  );
}

/** The events of a webhook of the tokenization. */
export function tokenEvents(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  { createdAt, data, eventId, type }: TokenWebhook,
): ConnectorEvent[] {
  if (data.merchantAccount !== merchantAccount(access)) return [];
  const connectorMandateId = data.storedPaymentMethodId;
  const at = new Date(String(createdAt));
  const id = `${type}.${eventId}.${connectorMandateId}`;
  const every = { id, at: Number.isNaN(at.getTime()) ? setup.now() : at, connectorMandateId };
  switch (type) {
    case 'recurring.token.created':
    case 'recurring.token.alreadyExisting':
      return [{ ...every, type: 'mandate_stored', connectorTransactionId: eventId }];
    case 'recurring.token.disabled':
      return [{ ...every, type: 'mandate_revoked' }];
    case 'recurring.token.updated':
      // The token stays the same; Adyen does not report the new card.
      return [];
    default:
      setup.warn({ type }, 'Adyen reports an event of a token that is not known.');
      return [];
  }
}

/** @throws {WebhookRefusedError} unless the body is signed with one of the account's secrets. */
export function requireTokenSignature(access: ConnectorAccess, signature: unknown, body: Buffer): void {
  const validator = new HmacValidator();
  const isSigned =
    typeof signature === 'string' &&
    hmacKeysOf(access).some((key) => validator.validateHMACSignature(key, signature, body.toString('utf8')));
  if (!isSigned) throw new WebhookRefusedError('The signature is wrong.');
}
