import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import type { WritingContext } from '../foundation/context.ts';
import { withinMerchant } from '../foundation/context.ts';
import { endConsentWithoutMandate, revokeMandatesOfMethod } from '../mandates/revoke-mandate.ts';
import { methodOfConnectorMandate } from './connector-mandate.ts';

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
