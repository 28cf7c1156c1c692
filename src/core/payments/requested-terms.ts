import { profileOf } from '../business-profiles/choose-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { AuthorizationTerms, GrantedTerms } from '../foundation/authorization-terms.ts';
import type { WritingContext } from '../foundation/context.ts';
import { canCaptureLater } from '../routing/eligibility.ts';
import { chooseNetwork } from './card-network.ts';

/**
 * Whether a payment is captured together with its authorization. Nothing to capture makes it a verification: the
 * card is checked, and the payment is complete.
 */
export const isCapturedAtOnce = (payment: Payment): boolean =>
  (payment.capture_method ?? 'automatic') === 'automatic' || payment.net_amount === 0;

/** Whether the merchant decides when to capture: only then does it matter how long and how much it can. */
const isCapturedLater = (payment: Payment): boolean =>
  !isCapturedAtOnce(payment) && payment.capture_method !== 'sequential_automatic';

/** Whether what an account authorizes of a payment can be held, for a fraud check or a review, and captured then. */
export function canBeHeld(tx: WritingContext, payment: Payment, account: ConnectorAccount): boolean {
  const connector = tx.ports.connectors.find(account.connector_name);
  return connector !== undefined && canCaptureLater(connector, payment.payment_method ?? 'card');
}

/** What an authorization is to be good for, as the payment asks, or else its profile. */
export async function termsOf(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
): Promise<AuthorizationTerms> {
  const network = await chooseNetwork(tx, payment, account);
  if (!isCapturedLater(payment))
    return { incremental: false, extended: false, multipleCaptures: false, network };
  const asked = payment.request_extended_authorization;
  return {
    incremental: payment.request_incremental_authorization === true,
    network,
    multipleCaptures: payment.capture_method === 'manual_multiple',
    extended: asked ?? (await profileOf(tx, payment)).always_request_extended_authorization,
  };
}

/** Shows what the connector granted of what it was asked for. */
export function recordGranted(payment: Payment, asked: AuthorizationTerms, granted: GrantedTerms = {}): void {
  if (asked.incremental) payment.incremental_authorization_allowed = granted.incremental === true;
  if (asked.extended) payment.extended_authorization_applied = granted.extended === true;
}
