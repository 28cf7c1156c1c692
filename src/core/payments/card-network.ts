import { profileOf } from '../business-profiles/choose-profile.ts';
import { cardNetworkOf } from '../cards/card.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { debitRouter } from '../routing/debit-routing.ts';

/**
 * The brand of a payment's card, as a routing attribute; null unless it is paid by card. An earlier attempt may show
 * the debit network that it went over.
 */
export function brandOf({ payment_method_data: data }: Payment): string | null {
  const card = data?.card;
  const bin = card?.card_extended_bin ?? card?.card_isin;
  return (bin ? cardNetworkOf(bin)?.name : null) ?? card?.card_network ?? null;
}

/**
 * Chooses the debit network to charge a payment over at an account, and shows it, or else the card's brand, as the
 * card's network. Null leaves the network to the connector.
 */
export async function chooseNetwork(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
): Promise<string | null> {
  const data = payment.payment_method_data;
  const profile = await profileOf(tx, payment);
  if (!profile.is_debit_routing_enabled || !data?.card) return null;
  const brand = brandOf(payment);
  const route = debitRouter(tx.ports.connectors, profile, payment, brand)?.(account) ?? null;
  const shown = route?.network ?? brand;
  if (data.card.card_network !== shown) {
    payment.payment_method_data = { ...data, card: { ...data.card, card_network: shown } };
  }
  return route && route.network !== brand ? route.network : null;
}
