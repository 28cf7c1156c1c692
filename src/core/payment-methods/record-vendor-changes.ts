import { cardNetworkOf, displayOfNumber } from '../cards/card.ts';
import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { SavedCard } from '../entities/values/payment-method-data.ts';
import { type WritingContext, withinMerchant } from '../foundation/context.ts';
import { endConsentWithoutMandate, revokeMandatesOfMethod } from '../mandates/revoke-mandate.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';

/**
 * Records the card with which a network replaced a saved card: `card` shows the card that the connector's mandate
 * charges. The replaced number stored here is kept but not used, unless a later report names it again.
 */
export async function recordCardUpdate(
  tx: WritingContext,
  source: EventSource,
  event: EventOf<'card_updated'>,
): Promise<Reported> {
  const method = await methodOfConnectorMandate(tx, source, event.connectorMandateId);
  if (!method) return unknownObject;
  const now = tx.ports.now();
  const number = decryptField(tx, method, 'card_number');
  if (typeof number === 'string') {
    const isReplaced = !isCardOf(event, number.slice(-4), cardNetworkOf(number)?.name);
    method.number_replaced_at = isReplaced ? (method.number_replaced_at ?? now) : null;
  }
  method.card = updatedCard(method.card ?? {}, event, method.number_replaced_at ? null : number);
  method.updated_at = now;
  return recorded;
}

/** Whether a reported card may have these last digits and this network. */
const isCardOf = (
  { last4, network }: EventOf<'card_updated'>,
  digits: string | null | undefined,
  itsNetwork: string | null | undefined,
): boolean => last4 === digits && (!network || !itsNetwork || network === itsNetwork);

/** The display data of a saved card after a report. Facts about the former card do not remain. */
function updatedCard(card: SavedCard, event: EventOf<'card_updated'>, number: unknown): SavedCard {
  const { expMonth, expYear, last4 } = event;
  const renewed = { ...card, expiry_month: expMonth, expiry_year: expYear };
  const network = card.card_network ?? card.scheme;
  if (isCardOf(event, card.last4_digits, network)) return renewed;
  const shown = typeof number === 'string' ? displayOfNumber(number, expMonth, expYear, null) : null;
  const itsNetwork = shown?.card_network ?? event.network ?? network ?? null;
  return {
    ...renewed,
    last4_digits: last4,
    scheme: itsNetwork,
    card_network: itsNetwork,
    card_isin: shown ? shown.card_isin : null,
    card_extended_bin: shown ? shown.card_extended_bin : null,
    issuer_country: null,
    card_issuer: null,
    card_type: null,
    saved_to_locker: shown !== null,
  };
}

/** Records that a customer, or their bank, withdrew the consent to be charged while absent, with all its mandates. */
export async function recordMandateRevoked(
  tx: WritingContext,
  source: EventSource,
  { connectorMandateId }: EventOf<'mandate_revoked'>,
): Promise<Reported> {
  const method = await methodOfConnectorMandate(tx, source, connectorMandateId);
  if (!method) return unknownObject;
  const own = { ...tx, ...withinMerchant(tx, method.merchant_id), transaction: tx.transaction };
  await revokeMandatesOfMethod(own, method);
  await endConsentWithoutMandate(own, method);
  return recorded;
}

/** Locks the saved payment method that an account charges by this connector mandate; null without one. */
async function methodOfConnectorMandate(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  connectorMandateId: string,
): Promise<PaymentMethod | null> {
  const text = `select payment_method_id from payment_methods
                where merchant_id = $1 and connector_mandates @> jsonb_build_object($2::text, $3::text) limit 1`;
  const values = [merchantId, merchantConnectorId, connectorMandateId];
  const [found] = await tx.rows.query<{ payment_method_id: string }>(
    { text, values, touches: { reads: ['payment_methods'] } },
    merchantId,
  );
  return found ? lock(tx, PaymentMethod, found.payment_method_id) : null;
}
