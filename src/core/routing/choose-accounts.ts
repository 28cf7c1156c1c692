import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { Payout } from '../entities/payout.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { ineligibilityReason } from './eligibility.ts';
import { orderAccounts } from './order-accounts.ts';
import { type RoutingAlgorithm, readRoutingAlgorithm } from './routing-algorithm.ts';
import { paymentAsk, payoutAsk, type RoutingRequest } from './routing-request.ts';

/** Most connector accounts of a profile that are looked at. */
const ACCOUNTS_MAX = 1000;
/** Most accounts whose reasons an answer gives. */
const REASONS_MAX = 10;

/** A number from 0 to below 1, of 32 random bits: far finer than a percent. */
function drawFrom({ randomBytes }: WritingContext): () => number {
  return () => {
    const bytes = randomBytes(4);
    return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
  };
}

/** Reads a stored algorithm. One that cannot be read is the merchant's to mend: guessing would send money elsewhere. */
function stored(value: unknown, param: string): RoutingAlgorithm | null {
  try {
    return readRoutingAlgorithm(value, param);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('no_connector_available', `The routing cannot be used: ${error.message}`, {
      cause: error,
    });
  }
}

function merchantOf(tx: WritingContext, merchantId: string): Promise<MerchantAccount | null> {
  return tx.transaction.em.findOne(MerchantAccount, { merchant_id: merchantId });
}

/** The profile named, or the merchant's default one; null when there is neither. */
async function profileOf(tx: WritingContext, merchantId: string, named: string | null | undefined) {
  const id = named ?? (await merchantOf(tx, merchantId))?.default_profile;
  if (!id) return null;
  return tx.transaction.em.findOne(BusinessProfile, { merchant_id: merchantId, profile_id: id });
}

/** The accounts of a profile, or of the whole merchant where there is no profile; oldest first. */
function accountsOf(tx: WritingContext, merchantId: string, profile: BusinessProfile | null) {
  const within = profile ? { profile_id: profile.profile_id } : {};
  return tx.transaction.em.find(
    ConnectorAccount,
    { merchant_id: merchantId, ...within },
    { orderBy: { created_at: 'asc', merchant_connector_id: 'asc' }, limit: ACCOUNTS_MAX },
  );
}

function nothingFits(noun: string, reasons: ReadonlyMap<ConnectorAccount, string>): Problem {
  const named = [...reasons].slice(0, REASONS_MAX).map(([account, reason]) => {
    return `${account.connector_label ?? account.connector_name} (${reason})`;
  });
  const more = reasons.size > REASONS_MAX ? ` and ${reasons.size - REASONS_MAX} more` : '';
  const why = named.length > 0 ? named.join(', ') + more : 'there is no connector account at all';
  return new Problem('no_connector_available', `No connector account can take this ${noun}: ${why}.`);
}

/**
 * The accounts that can be used, in the order to try them. Those that cannot are taken out before they are put
 * in order, so that a split draws only among accounts that can serve.
 */
function choose(
  tx: WritingContext,
  noun: string,
  accounts: readonly ConnectorAccount[],
  algorithm: RoutingAlgorithm | null,
  ask: RoutingRequest,
): ConnectorAccount[] {
  const reasons = new Map<ConnectorAccount, string>();
  const able = accounts.filter((account) => {
    const reason = ineligibilityReason(account, tx.connectors.find(account.connector_name), ask);
    reasons.set(account, reason ?? 'not named by the routing');
    return reason === null;
  });
  const ordered = orderAccounts(algorithm, able, ask, drawFrom(tx));
  if (ordered.length === 0) throw nothingFits(noun, reasons);
  return ordered;
}

/**
 * The connector accounts that can take a payment, in the order in which they are to be tried: those of its
 * profile that accept it, as the profile's `routing_algorithm` puts them. Never empty.
 *
 * @throws {Problem} `no_connector_available`, which says of each account why not.
 */
export async function choosePaymentAccounts(
  tx: WritingContext,
  payment: Payment,
  cardNetwork: string | null,
): Promise<ConnectorAccount[]> {
  const profile = await profileOf(tx, payment.merchant_id, payment.profile_id);
  const accounts = await accountsOf(tx, payment.merchant_id, profile);
  const algorithm = stored(profile?.routing_algorithm, 'routing_algorithm');
  return choose(tx, 'payment', accounts, algorithm, paymentAsk(payment, cardNetwork));
}

/** The first that says anything: the payout, its list of connectors, its profile, its merchant. */
async function payoutAlgorithm(tx: WritingContext, payout: Payout, profile: BusinessProfile | null) {
  const own = stored(payout.routing, 'routing');
  if (own) return own;
  if (payout.connectors.length > 0) {
    const choices = payout.connectors.map((connector) => ({ connector, merchantConnectorId: null }));
    return { type: 'priority', choices } as const;
  }
  const param = 'payout_routing_algorithm';
  const ofProfile = stored(profile?.payout_routing_algorithm, param);
  if (ofProfile) return ofProfile;
  return stored((await merchantOf(tx, payout.merchant_id))?.payout_routing_algorithm, param);
}

/**
 * The connector accounts that can send a payout, in the order in which they are to be tried. How they are
 * chosen is said by the payout's `routing`, else its `connectors`, else the `payout_routing_algorithm` of its
 * profile, else the one of its merchant account. Never empty.
 *
 * @throws {Problem} `no_connector_available`, which says of each account why not.
 */
export async function choosePayoutAccounts(tx: WritingContext, payout: Payout): Promise<ConnectorAccount[]> {
  const profile = await profileOf(tx, payout.merchant_id, payout.profile_id);
  const accounts = await accountsOf(tx, payout.merchant_id, profile);
  const algorithm = await payoutAlgorithm(tx, payout, profile);
  return choose(tx, 'payout', accounts, algorithm, payoutAsk(payout));
}
