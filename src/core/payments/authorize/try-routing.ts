import { BusinessProfile } from '../../entities/business-profile.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import { Payment } from '../../entities/payment.ts';
import type { Context } from '../../foundation/context.ts';
import { notFound } from '../../foundation/errors.ts';
import { reachesProfile, requireProfile } from '../../foundation/permissions.ts';
import { evenIfSuspended } from '../../foundation/suspension.ts';
import type { JsonRecord } from '../../model/index.ts';
import { findOneSettings } from '../../reads/index.ts';
import { accountsOf, selectPaymentAccounts } from '../../routing/choose-accounts.ts';
import { rulingFor } from '../../routing/order-accounts.ts';
import { requireRoutable } from '../../routing/require-accounts.ts';
import type { RoutingAlgorithm } from '../../routing/routing-algorithm.ts';
import { paymentRoutingRequest, type RoutingFacts } from '../../routing/routing-request.ts';
import { type UnableAccount, unableAccounts } from '../../routing/unable-accounts.ts';
import { inTransaction, requireMerchant } from '../../writes/transactions.ts';
import { brandOf } from '../method/method-data.ts';

/** A routing algorithm to try, and the payment to try it with. */
interface Proposal {
  readonly profileId: string;
  readonly paymentId: string;
  /** As `routing_algorithm` of a business profile; null to try accounts oldest first. */
  readonly routing: JsonRecord | null;
}

type AccountName = Pick<ConnectorAccount, 'merchant_connector_id' | 'connector_name' | 'connector_label'>;

/** The result of trying a routing algorithm. */
export interface RoutingTrial {
  /** The accounts in the order to try them; empty if the payment would be refused. */
  readonly accounts: readonly AccountName[];
  /** The other accounts of the profile, each with the reason. */
  readonly leftOut: readonly { readonly account: AccountName; readonly reason: string }[];
  /** Whether the accounts are the profile's others, since none of the algorithm can take the payment. */
  readonly isFallback: boolean;
  readonly decision: {
    /** Null if there is no algorithm. */
    readonly type: RoutingAlgorithm['type'] | null;
    /** Index of the matching rule, from 0; null without a match. */
    readonly ruleIndex: number | null;
    readonly ruleName: string | null;
  };
}

/**
 * Decides which accounts a payment would be sent to under a proposed routing algorithm, with the code that routes new
 * payments, and the accounts' present state. For a volume split, which is drawn per payment, the eligible account with
 * the largest share comes first. Nothing changes, and no connector is called.
 *
 * @throws {Problem} `not_permitted` for another profile than the caller's; `resource_not_found` for an unknown profile,
 * payment or account; `invalid_parameter` for an invalid algorithm, by the path of the invalid part.
 */
export function tryRouting(ctx: Context, { paymentId, profileId, routing }: Proposal): Promise<RoutingTrial> {
  const caller = evenIfSuspended(ctx);
  requireProfile(caller, profileId);
  return inTransaction(caller, async (tx) => {
    const merchant_id = requireMerchant(tx);
    const profile = await findOneSettings(tx, BusinessProfile, { merchant_id, profile_id: profileId });
    if (!profile) throw notFound('business profile', 'profileId');
    const payment = await tx.transaction.em.findOne(Payment, { merchant_id, payment_id: paymentId });
    if (!payment || !reachesProfile(caller, payment.profile_id)) throw notFound('payment', 'paymentId');
    const algorithm = await requireRoutable(tx, profile, routing, 'routing');
    const network = brandOf(payment);
    const { chosen, isFallback, reasons } = await selectPaymentAccounts(
      tx,
      payment,
      network,
      profile,
      algorithm,
      () => 0,
    );
    const leftOut = [...reasons].filter(([account]) => !chosen.includes(account));
    return {
      accounts: chosen,
      isFallback,
      leftOut: leftOut.map(([account, reason]) => ({ account, reason })),
      decision: decisionOf(algorithm, paymentRoutingRequest(payment, network)),
    };
  });
}

/**
 * The accounts in a proposed routing algorithm of a profile that cannot accept the payments routed to them.
 *
 * @throws {Problem} `not_permitted` for another profile than the caller's; `resource_not_found` for an unknown profile or
 * account; `invalid_parameter` for an invalid algorithm, by the path of the invalid part.
 */
export function checkRouting(
  ctx: Context,
  { profileId, routing, transaction }: Omit<Proposal, 'paymentId'> & { transaction: 'payment' | 'payout' },
): Promise<UnableAccount[]> {
  const caller = evenIfSuspended(ctx);
  requireProfile(caller, profileId);
  return inTransaction(caller, async (tx) => {
    const merchant_id = requireMerchant(tx);
    const profile = await findOneSettings(tx, BusinessProfile, { merchant_id, profile_id: profileId });
    if (!profile) throw notFound('business profile', 'profileId');
    const algorithm = await requireRoutable(tx, profile, routing, 'routing');
    const accounts = await accountsOf(tx, merchant_id, profile);
    const type = transaction === 'payout' ? 'payout_processor' : 'payment_processor';
    return unableAccounts(algorithm, accounts, type, tx.ports.connectors);
  });
}

/** The part of an algorithm that decides for these facts. */
export function decisionOf(
  algorithm: RoutingAlgorithm | null,
  facts: RoutingFacts,
): RoutingTrial['decision'] {
  const rule = algorithm?.type === 'advanced' ? rulingFor(algorithm, facts) : undefined;
  return {
    type: algorithm?.type ?? null,
    ruleIndex: rule && algorithm?.type === 'advanced' ? algorithm.rules.indexOf(rule) : null,
    ruleName: rule?.name || null,
  };
}
