import {
  type ConnectorAccess,
  type ConnectorEvent,
  WebhookRefusedError,
} from '../../core/foundation/ports/connector.ts';
import type { CardUpdatedEvent } from '../../core/foundation/ports/connector-events.ts';
import { networkOfBrand } from '../card-brands.ts';
import { type Adyen, merchantAccount } from './client.ts';
import { AdyenRefusal } from './errors.ts';
import { hmacKeysOf } from './hmac-keys.ts';
import { HmacValidator } from './library.ts';

/** The members read of a tokenization webhook. It is signed as a whole, in a header. */
export interface TokenWebhook {
  readonly type: string;
  readonly eventId: string;
  readonly createdAt?: unknown;
  readonly data: {
    readonly merchantAccount: string;
    readonly storedPaymentMethodId: string;
    readonly shopperReference?: unknown;
  };
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

/** How long Adyen may take to show a token. */
const ASK_WITHIN_MS = 5_000;

/** The events of a webhook of the tokenization. Adyen is asked for the card of an updated token. */
export async function tokenEvents(
  adyen: Adyen,
  access: ConnectorAccess,
  { createdAt, data, eventId, type }: TokenWebhook,
): Promise<ConnectorEvent[]> {
  const { setup } = adyen;
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
      return (await cardOf(adyen, access, data)).map((card) => ({ ...every, ...card }));
    default:
      setup.warn({ type }, 'Adyen reports an event of a token that is not known.');
      return [];
  }
}

/**
 * The card that an updated token charges now: the network has given it another date, or another number. None if the token
 * is gone, or is of no card.
 */
async function cardOf(
  adyen: Adyen,
  access: ConnectorAccess,
  { merchantAccount: account, shopperReference, storedPaymentMethodId }: TokenWebhook['data'],
): Promise<Pick<CardUpdatedEvent, 'type' | 'last4' | 'network' | 'expMonth' | 'expYear'>[]> {
  if (typeof shopperReference !== 'string') return [];
  const options = { signal: AbortSignal.timeout(ASK_WITHIN_MS) };
  const found = await adyen
    .tokens(access)
    .getTokensForStoredPaymentDetails(shopperReference, account, options)
    .catch((error: unknown) => {
      // Adyen asked again would refuse again: the shopper is gone, or the key lacks the role Merchant Recurring.
      if (!(error instanceof AdyenRefusal)) throw error;
      adyen.setup.warn({ code: error.code, message: error.message }, 'Adyen does not show an updated token.');
      return { storedPaymentMethods: [] };
    });
  const token = found.storedPaymentMethods?.find(({ id }) => id === storedPaymentMethodId);
  if (!token?.lastFour || !token.expiryMonth || !token.expiryYear) return [];
  const { brand, expiryMonth, expiryYear, lastFour: last4 } = token;
  return [
    {
      type: 'card_updated',
      last4,
      network: networkOfBrand(brand),
      expMonth: expiryMonth.padStart(2, '0'),
      expYear: expiryYear.padStart(4, '20'),
    },
  ];
}

/** @throws {WebhookRefusedError} unless the body is signed with one of the account's secrets. */
export function requireTokenSignature(access: ConnectorAccess, signature: unknown, body: Buffer): void {
  const validator = new HmacValidator();
  const isSigned =
    typeof signature === 'string' &&
    hmacKeysOf(access).some((key) => validator.validateHMACSignature(key, signature, body.toString('utf8')));
  if (!isSigned) throw new WebhookRefusedError('The signature is wrong.');
}
