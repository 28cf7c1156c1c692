import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { ConnectorRegistry } from '../foundation/ports/connector.ts';
import { canonicalName } from './canonical-name.ts';
import { type DebitNetworkFee, readDebitNetworkFees } from './debit-network-fees.ts';

/** The network that a debit card is charged over at an account, and what that costs in minor units. */
export interface DebitRoute {
  readonly network: string;
  readonly cost: number;
}

/** The least-cost network of a payment at an account; null if debit routing does not apply there. */
export type DebitRouter = (account: ConnectorAccount) => DebitRoute | null;

/** A profile as far as debit routing is concerned. */
type Profile = Pick<BusinessProfile, 'is_debit_routing_enabled'>;

const BASIS_POINTS = 10_000;

const costOf = ({ fixed_amount, rate_basis_points }: DebitNetworkFee, amount: number): number =>
  fixed_amount + (amount * rate_basis_points) / BASIS_POINTS;

/**
 * Finds the least-cost network for a payment by a co-badged debit card, account by account. It compares the networks
 * that both the card has, by its connector's table of BINs, and the account has a fee for; the card's own brand is one
 * of them. Null unless the profile enables it and the card may be a debit card.
 *
 * @param brand The card's brand, such as `Visa`.
 */
export function debitRouter(
  connectors: ConnectorRegistry,
  profile: Profile | null,
  payment: Payment,
  brand: string | null,
): DebitRouter | null {
  const card = payment.payment_method_data?.card;
  const bin = card?.card_extended_bin ?? card?.card_isin;
  const type = payment.payment_method_type;
  const mayBeDebit = !type || canonicalName(type) === 'debit';
  // A charge under a mandate stays on the network that the mandate was given on.
  if (!profile?.is_debit_routing_enabled || !bin || !mayBeDebit || payment.off_session) return null;
  return (account) => {
    const debit = connectors.find(account.connector_name)?.debitNetworksOf?.(bin) ?? [];
    if (debit.length === 0) return null;
    const names = new Map(
      [...debit, ...(brand ? [brand] : [])].map((network) => [canonicalName(network), network]),
    );
    const routes = readDebitNetworkFees(account.metadata).flatMap((fee): DebitRoute[] => {
      const network = names.get(canonicalName(fee.network));
      return network ? [{ network, cost: costOf(fee, payment.net_amount) }] : [];
    });
    return routes.sort((a, b) => a.cost - b.cost)[0] ?? null;
  };
}

/** Puts the accounts with a debit route first, by cost; the rest, and equals, keep their order. */
export function byDebitCost(
  accounts: readonly ConnectorAccount[],
  route: DebitRouter | null,
): readonly ConnectorAccount[] {
  if (!route) return accounts;
  const cost = new Map(
    accounts.map((account) => [account, route(account)?.cost ?? Number.POSITIVE_INFINITY]),
  );
  return accounts.toSorted((a, b) => Math.sign(cost.get(a)! - cost.get(b)!) || 0);
}
