import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Payout } from '../entities/payout.ts';
import { type Context, isCustomersKey, type WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireCallsTo } from '../foundation/outgoing-calls.ts';
import { guardKey, offFor } from '../foundation/ports/connector.ts';
import { findOneSettings, findSettings } from '../reads/index.ts';
import { keepDecision } from '../rules/compiled-rules.ts';
import type { FactValues, Subject } from '../rules/rule-conditions.ts';
import { lookUpValues } from '../rules/rule-lookups.ts';
import {
  type CompiledRouting,
  decidedOrder,
  decideRouting,
  paymentSubject,
  payoutSubject,
  type RoutingDecision,
  type RoutingOutcome,
  routingRecord,
  rulesOfProfile,
} from './decide-routing.ts';
import { ineligibilityReason } from './eligibility.ts';
import { byDebitCost, type DebitRouter, debitRouter, orderAccounts } from './order-accounts.ts';
import { type RoutingAlgorithm, readStored } from './routing-algorithm.ts';
import { paymentRoutingRequest, payoutRoutingRequest, type RoutingRequest } from './routing-request.ts';

/** Maximum number of connector accounts considered per profile. */
const ACCOUNTS_MAX = 1000;
/** Maximum number of accounts named with reasons in an error. */
const REASONS_MAX = 10;

/** Generates random numbers in [0, 1), of 32 bits each. */
export function drawFrom({ ports: { randomBytes } }: WritingContext): () => number {
  return () => {
    const bytes = randomBytes(4);
    return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
  };
}

/** The merchant account; null if it does not exist. */
export function merchantOf(tx: WritingContext, merchantId: string): Promise<MerchantAccount | null> {
  return findOneSettings(tx, MerchantAccount, { merchant_id: merchantId });
}

type Owned = Pick<Payment | Payout, 'merchant_id' | 'profile_id'>;

/** The profile, else the merchant's default one; null if there is neither. */
async function namedOrDefaultProfile(tx: WritingContext, { merchant_id, profile_id: named }: Owned) {
  const id = named ?? (await merchantOf(tx, merchant_id))?.default_profile;
  return id ? findOneSettings(tx, BusinessProfile, { merchant_id, profile_id: id }) : null;
}

/**
 * Reads the `frm_routing_algorithm` of a payment: the profile's, else the merchant account's; null without one.
 *
 * @throws {Problem} `no_connector_available` if the stored algorithm is invalid.
 */
export async function fraudAlgorithmOf(
  tx: WritingContext,
  { merchant_id, profile_id }: Payment,
): Promise<RoutingAlgorithm | null> {
  const profile = await findOneSettings(tx, BusinessProfile, { merchant_id, profile_id: profile_id! });
  const read = (stored: unknown) => (stored ? readStored(stored, 'frm_routing_algorithm') : null);
  const ofProfile = read(profile?.frm_routing_algorithm);
  return ofProfile ?? read((await merchantOf(tx, merchant_id))?.frm_routing_algorithm);
}

/** The accounts of a profile, or of the merchant if there is no profile; oldest first. */
export function accountsOf(tx: WritingContext, merchantId: string, profile: BusinessProfile | null) {
  const within = profile ? { profile_id: profile.profile_id } : {};
  return findSettings(tx, ConnectorAccount, { merchant_id: merchantId, ...within }, ACCOUNTS_MAX);
}

/** The error when no account is eligible, with the reasons, except for a customer's client, which may not see accounts. */
function noEligibleAccount(
  { caller }: Context,
  noun: string,
  reasons: ReadonlyMap<ConnectorAccount, string>,
): Problem {
  if (isCustomersKey(caller.kind)) {
    return new Problem('no_connector_available', `This ${noun} cannot be made with this payment method.`);
  }
  return new Problem(
    'no_connector_available',
    `No connector account can process this ${noun}: ${reasonsText(reasons)}.`,
  );
}

/** The reasons to exclude each account, by their labels. */
export function reasonsText(reasons: ReadonlyMap<ConnectorAccount, string>): string {
  const named = [...reasons].slice(0, REASONS_MAX).map(([account, reason]) => {
    return `${account.connector_label ?? account.connector_name} (${reason})`;
  });
  const more = reasons.size > REASONS_MAX ? ` and ${reasons.size - REASONS_MAX} more` : '';
  return named.length > 0 ? named.join(', ') + more : 'there are no connector accounts';
}

/** Maximum duration of an open circuit, in seconds. */
const RETRY_AFTER_S = 10;

const noneReachable = (noun: string) =>
  new Problem(
    'connector_unavailable',
    `No connector account for this ${noun} can be reached at present. Nothing was sent; try again shortly.`,
    { retryAfterS: RETRY_AFTER_S },
  );

/** Restrictions and reorderings of the accounts besides the algorithm. */
interface Constraints {
  /** The accounts that hold the payment's mandate. */
  readonly holders?: ReadonlySet<string> | null;
  /** The least-cost networks of a debit card. */
  readonly route?: DebitRouter | null;
}

const unselected = (algorithm: RoutingAlgorithm | null) =>
  algorithm?.fallback === 'none'
    ? 'not selected by the routing algorithm, whose fallback is none'
    : 'not selected by the routing algorithm';

/** How accounts were chosen. */
export interface AccountSelection {
  /** The accounts in the order to try them. Accounts with an open circuit come last. */
  readonly chosen: readonly ConnectorAccount[];
  /** Whether a chosen account can be reached at present. */
  readonly isReachable: boolean;
  /** Whether no account of the algorithm can process the payment, so that the profile's other accounts come first. */
  readonly isFallback: boolean;
  /** The reason to exclude each account; meaningless for a chosen one. */
  readonly reasons: ReadonlyMap<ConnectorAccount, string>;
}

/**
 * Selects the eligible accounts, in the order to try them. Ineligible ones are removed first, so that a volume split
 * draws among eligible accounts only. Accounts with an open circuit, currently unreachable, come last. A payment that no
 * account of the algorithm can process goes to the profile's other accounts, oldest first, unless the algorithm's
 * `fallback` is `none`.
 */
export function selectAccounts(
  tx: WritingContext,
  accounts: readonly ConnectorAccount[],
  algorithm: RoutingAlgorithm | null,
  request: RoutingRequest,
  draw: () => number,
  { holders = null, route = null }: Constraints = {},
): AccountSelection {
  const reasons = new Map<ConnectorAccount, string>();
  const eligible = accounts.filter((account) => {
    const isHolder = holders?.has(account.merchant_connector_id) ?? true;
    const reason = isHolder
      ? ineligibilityReason(account, tx.ports.connectors.find(account.connector_name), request)
      : 'does not hold the mandate';
    reasons.set(account, reason ?? unselected(algorithm));
    return reason === null;
  });
  const order = (of: readonly ConnectorAccount[]) => {
    const selected = byDebitCost(orderAccounts(algorithm, of, request, draw), route);
    // The algorithm orders the accounts that hold a mandate, but excludes none.
    return holders ? [...selected, ...of] : selected;
  };
  const isOff = ({ connector_name }: ConnectorAccount) => offFor(tx.ports, connector_name) !== null;
  const reachable = eligible.filter(
    (account) => !isOff(account) && !tx.ports.guard.isOpen(guardKey(account)),
  );
  const selected = order(reachable);
  const fallsBack = request.connectorType === 'payment_processor' && algorithm?.fallback !== 'none';
  const ordered = selected.length === 0 && fallsBack ? reachable : selected;
  const last = reachable.length < eligible.length ? order(eligible) : [];
  return {
    chosen: [...new Set([...ordered, ...last])],
    isReachable: ordered.length > 0,
    isFallback: ordered.length > selected.length,
    reasons,
  };
}

/**
 * The chosen accounts: at least one, and at least one reachable. A decline would be final for the customer, though the card
 * is good.
 */
function required(
  ctx: Context,
  noun: string,
  { chosen, isReachable, reasons }: AccountSelection,
): ConnectorAccount[] {
  if (chosen.length === 0) throw noEligibleAccount(ctx, noun, reasons);
  if (!isReachable) {
    for (const { connector_name } of chosen) requireCallsTo(ctx.ports, connector_name);
    throw noneReachable(noun);
  }
  return [...chosen];
}

/**
 * The accounts that hold the mandate of an off-session payment, which is restricted to them unless its profile sets
 * `is_connector_agnostic_mit_enabled`. A payment by a processor's token, or by a method that only connectors store, is
 * always restricted. Null if it is not restricted, or no account holds a mandate.
 */
async function mandateHolders(
  tx: WritingContext,
  payment: Payment,
  profile: BusinessProfile | null,
): Promise<ReadonlySet<string> | null> {
  const { card_number, merchant_id, method_data, off_session, payment_method_id } = payment;
  const { recurring_source: source } = payment;
  if (source?.merchant_connector_id) return new Set([String(source.merchant_connector_id)]);
  if (!payment_method_id || card_number || method_data) return null;
  const method = await tx.transaction.em.findOne(PaymentMethod, { merchant_id, payment_method_id });
  const isFree = !off_session || profile?.is_connector_agnostic_mit_enabled;
  const hasNumber = method?.bank_transfer || (method?.card_number && !method.number_replaced_at);
  if (!method || (isFree && hasNumber)) return null;
  const holders = Object.keys(method?.connector_mandates ?? {});
  return holders.length > 0 ? new Set(holders) : null;
}

/** Selects the accounts for a payment of a profile by a routing algorithm; the result may be empty. */
export async function selectPaymentAccounts(
  tx: WritingContext,
  payment: Payment,
  cardNetwork: string | null,
  profile: BusinessProfile | null,
  algorithm: RoutingAlgorithm | null,
  draw: () => number,
): Promise<AccountSelection> {
  const accounts = await accountsOf(tx, payment.merchant_id, profile);
  return selectionFor(tx, { accounts, algorithm, profile }, payment, cardNetwork, draw);
}

/** The settings that route the payments of a profile. */
export interface PaymentRouting {
  readonly profile: BusinessProfile | null;
  /** The payment's own algorithm, which goes first. */
  readonly algorithm: RoutingAlgorithm | null;
  /** The profile's rules. */
  readonly rules?: CompiledRouting | null;
  readonly accounts: readonly ConnectorAccount[];
  /** The values of the rules' lookups, if they are known already. */
  readonly lookedUp?: Subject['lookedUp'];
}

/** Accounts with the decision that the rules of the profile made about them. */
export interface DecidedSelection extends AccountSelection {
  /** Null without rules, and for a payment or payout with an algorithm of its own. */
  readonly decision: RoutingOutcome | null;
}

/**
 * The settings that route a payment: its profile, the payment's `routing` or else the profile's rules, and the profile's
 * accounts.
 *
 * @throws {Problem} `no_connector_available` if the stored algorithm is invalid.
 */
export async function paymentRouting(tx: WritingContext, payment: Payment): Promise<PaymentRouting> {
  const profile = await namedOrDefaultProfile(tx, payment);
  const algorithm = payment.routing ? readStored(payment.routing, 'routing') : null;
  const isRuled = !algorithm && (profile?.active_rules || profile?.routing_algorithm);
  const rules = isRuled ? rulesOfProfile(profile, 'payment_routing') : null;
  return { profile, algorithm, rules, accounts: await accountsOf(tx, payment.merchant_id, profile) };
}

/**
 * The accounts that could process a payment in its present state, chosen by the code of the confirmation; empty if the
 * confirmation would find no account. A volume split may be drawn again at the confirmation.
 */
export async function takingAccounts(
  tx: WritingContext,
  routing: PaymentRouting,
  payment: Payment,
  cardNetwork: string | null,
): Promise<readonly ConnectorAccount[]> {
  const { chosen, isReachable } = await selectionFor(tx, routing, payment, cardNetwork);
  return isReachable ? chosen : [];
}

/**
 * The accounts that could process a payment in its present state, the decision of the rules, and the reasons that exclude
 * the other accounts.
 */
export async function selectionFor(
  tx: WritingContext,
  { accounts, algorithm, lookedUp, profile, rules }: PaymentRouting,
  payment: Payment,
  cardNetwork: string | null,
  draw: () => number = () => 0,
  set: FactValues = {},
): Promise<DecidedSelection> {
  const holders = await mandateHolders(tx, payment, profile);
  const route = debitRouter(tx.ports.connectors, profile, payment, cardNetwork);
  const request = paymentRoutingRequest(payment, cardNetwork);
  const seen = () => {
    const subject = paymentSubject(payment, cardNetwork, tx.ports.now(), tx.ports.countryOf);
    return { ...subject, facts: { ...subject.facts, ...set } };
  };
  const decision = rules ? decideRouting(rules, await completed(tx, payment, rules, seen(), lookedUp)) : null;
  const by = algorithm ?? (decision && decidedOrder(decision));
  return { ...selectAccounts(tx, accounts, by, request, draw, { holders, route }), decision };
}

interface ConfirmationChoice {
  /** Set at a confirmation, whose decision the payment keeps. */
  readonly keeps?: boolean;
  /** The values that the decisions before routing looked up for all rules. */
  readonly lookedUp?: Subject['lookedUp'];
}

/**
 * The connector accounts of a payment's profile that can process it, ordered by the result of {@link paymentRouting}. An
 * off-session payment stays with the accounts that hold its mandate; a co-badged debit card goes to the cheapest account,
 * if the profile enables that. Never empty.
 *
 * @throws {Problem} `no_connector_available`, with the reason for each account; `connector_unavailable` while the
 *   circuits of all eligible accounts are open; `outgoing_calls_off` while none of them is called.
 */
export async function choosePaymentAccounts(
  tx: WritingContext,
  payment: Payment,
  cardNetwork: string | null,
  { keeps = false, lookedUp }: ConfirmationChoice = {},
): Promise<ConnectorAccount[]> {
  const routing = await paymentRouting(tx, payment);
  const selection = await selectionFor(tx, { ...routing, lookedUp }, payment, cardNetwork, drawFrom(tx));
  const accounts = required(tx, 'payment', selection);
  if (keeps) keepRouting(payment, 'payment_routing', selection);
  return accounts;
}

/** A subject with the values that the rules look up. */
async function completed(
  tx: WritingContext,
  { merchant_id }: Owned,
  { lookups }: CompiledRouting,
  subject: Subject,
  known?: Subject['lookedUp'],
): Promise<Subject> {
  if (known) return { ...subject, lookedUp: known };
  if (lookups.length === 0) return subject;
  return { ...subject, lookedUp: await lookUpValues(tx, merchant_id, lookups, subject) };
}

/** The accounts for a payout by the payout's own algorithm, its profile's rules, or its merchant account's algorithm. */
export async function selectPayoutAccounts(
  tx: WritingContext,
  payout: Payout,
  draw: () => number,
): Promise<DecidedSelection> {
  const profile = await namedOrDefaultProfile(tx, payout);
  const accounts = await accountsOf(tx, payout.merchant_id, profile);
  const own = payoutAlgorithm(payout);
  const rules = own ? null : rulesOfProfile(profile, 'payout_routing');
  const decision =
    rules && decideRouting(rules, await completed(tx, payout, rules, payoutSubject(payout, tx.ports.now())));
  const by = own ?? (decision && decidedOrder(decision)) ?? (await merchantsPayoutAlgorithm(tx, payout));
  return { ...selectAccounts(tx, accounts, by, payoutRoutingRequest(payout), draw), decision };
}

/** The algorithm of a merchant account, which counts where the profile decides nothing. */
export async function merchantsPayoutAlgorithm(
  tx: WritingContext,
  { merchant_id }: Pick<Payout, 'merchant_id'>,
): Promise<RoutingAlgorithm | null> {
  const setting = (await merchantOf(tx, merchant_id))?.payout_routing_algorithm;
  return readStored(setting, 'payout_routing_algorithm');
}

/** A payout's own algorithm: its routing, or else its list of connectors. */
function payoutAlgorithm(payout: Payout): RoutingAlgorithm | null {
  const own = readStored(payout.routing, 'routing');
  if (own) return own;
  if (payout.connectors.length === 0) return null;
  const accounts = payout.connectors.map((connector) => ({ connector, merchant_connector_id: null }));
  return { fallback: null, type: 'priority', accounts };
}

/**
 * The connector accounts that can send a payout, in the order to try them: by the payout's `routing`, else its
 * `connectors`, else the rules of its profile, else the `payout_routing_algorithm` of its merchant account. Never empty.
 *
 * @param keeps Set at a confirmation, whose decision the payout keeps.
 * @throws {Problem} `no_connector_available`, with the reason for each account; `connector_unavailable` while the
 * circuits of all eligible accounts are open; `outgoing_calls_off` while none of them is called.
 */
export async function choosePayoutAccounts(
  tx: WritingContext,
  payout: Payout,
  keeps: 'keep decision' | null = null,
): Promise<ConnectorAccount[]> {
  const selection = await selectPayoutAccounts(tx, payout, drawFrom(tx));
  const accounts = required(tx, 'payout', selection);
  if (keeps) keepRouting(payout, 'payout_routing', selection);
  return accounts;
}

function keepRouting(
  of: Payment | Payout,
  name: RoutingDecision,
  { chosen, decision, isFallback }: DecidedSelection,
): void {
  if (!decision && of.decisions.length === 0) return;
  keepDecision(of, name, decision && routingRecord(decision, chosen[0]!, isFallback));
}

const retriesEnd: ReadonlySet<string> = new Set([
  'no_connector_available',
  'connector_unavailable',
  'outgoing_calls_off',
]);

/** The chosen accounts; empty if no account is eligible, and then there is no retry. */
export async function orNone(chosen: Promise<ConnectorAccount[]>): Promise<ConnectorAccount[]> {
  try {
    return await chosen;
  } catch (error) {
    if (error instanceof Problem && retriesEnd.has(error.code)) return [];
    throw error;
  }
}
