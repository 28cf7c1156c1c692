import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Payout } from '../entities/payout.ts';
import { type Context, isCustomersKey, type WritingContext } from '../foundation/context.ts';
import { requireCallsTo } from '../foundation/outgoing-calls.ts';
import { guardKey, offFor } from '../foundation/ports/connector.ts';
import { findOneSettings, findSettings } from '../reads/index.ts';
import { type DecidedAction, keepDecision } from '../rules/compiled-rules.ts';
import type { FactValues, Subject } from '../rules/rule-conditions.ts';
import { lookUpValues } from '../rules/rule-lookups.ts';
import {
  type CompiledRouting,
  decidedOrder,
  decideRouting,
  paymentSubject,
  type RoutingDecision,
  type RoutingOutcome,
  routingRecord,
  rulesOfProfile,
} from './decide-routing.ts';
import { ineligibilityReason } from './eligibility.ts';
import { type LearnedOrder, learnedOrder } from './learned/arrange.ts';
import { noEligibleAccount, noneReachable } from './no-account.ts';
import { byDebitCost, type DebitRouter, debitRouter, orderAccounts } from './order-accounts.ts';
import type { RoutedPayment } from './routed-columns.ts';
import { type RoutingAlgorithm, readStored } from './routing-algorithm.ts';
import { paymentRoutingRequest, type RoutingRequest, waitsForReview } from './routing-request.ts';

/** Maximum number of connector accounts considered per profile. */
const ACCOUNTS_MAX = 1000;

/** Generates random numbers in [0, 1), of 32 bits each. */
export function drawFrom({ ports: { learned, randomBytes } }: WritingContext): () => number {
  if (learned.seeded) return learned.seeded;
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
export async function namedOrDefaultProfile(tx: WritingContext, { merchant_id, profile_id: named }: Owned) {
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

/** Restrictions and reorderings of the accounts besides the algorithm. */
interface Constraints {
  /** The accounts that hold the payment's mandate. */
  readonly holders?: ReadonlySet<string> | null;
  /** The least-cost networks of a debit card. */
  readonly route?: DebitRouter | null;
  /** Puts the selected accounts in the order of a rule that learns. */
  readonly learned?: LearnedOrder | null;
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
  /** The expectations of the first account and the next, for a rule that learns. */
  readonly expectation: string | null;
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
  { holders = null, learned = null, route = null }: Constraints = {},
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
  const arranged = learned?.(order(reachable), true) ?? null;
  const selected = arranged?.accounts ?? order(reachable);
  const fallsBack = request.connectorType === 'payment_processor' && algorithm?.fallback !== 'none';
  const ordered = selected.length === 0 && fallsBack ? reachable : selected;
  const unreachable = reachable.length < eligible.length ? order(eligible) : [];
  const last = learned?.(unreachable, false).accounts ?? unreachable;
  return {
    chosen: [...new Set([...ordered, ...last])],
    isReachable: ordered.length > 0,
    isFallback: ordered.length > selected.length,
    reasons,
    expectation: arranged?.why ?? null,
  };
}

/**
 * The chosen accounts: at least one, and at least one reachable. A decline would be final for the customer, though the card
 * is good.
 */
export function requireChosen(
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

/** Whether a saved method decides which accounts may take a payment. */
export const isChargedBySavedMethod = (payment: MandatedPayment): boolean =>
  Boolean(payment.payment_method_id) && !payment.card_number && !payment.method_data;

type MandatedPayment = RoutedPayment & Partial<Pick<Payment, 'card_number' | 'method_data'>>;

/** The members of a saved method that decide which accounts may charge it. */
type HeldMethod = Readonly<
  Pick<PaymentMethod, 'bank_transfer' | 'card_number' | 'number_replaced_at' | 'connector_mandates'>
>;

/**
 * The accounts that hold the mandate of an off-session payment, which is restricted to them unless its profile sets
 * `is_connector_agnostic_mit_enabled`. A payment by a processor's token, or by a method that only connectors store, is
 * always restricted. Null if it is not restricted, or no account holds a mandate.
 *
 * @param method The saved method, if {@link isChargedBySavedMethod}.
 */
export function mandateHolders(
  { off_session, recurring_source: source }: RoutedPayment,
  profile: BusinessProfile | null,
  method: HeldMethod | null,
): ReadonlySet<string> | null {
  if (source?.merchant_connector_id) return new Set([String(source.merchant_connector_id)]);
  const isFree = !off_session || profile?.is_connector_agnostic_mit_enabled;
  const hasNumber = method?.bank_transfer || (method?.card_number && !method.number_replaced_at);
  if (!method || (isFree && hasNumber)) return null;
  const holders = Object.keys(method.connector_mandates ?? {});
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
  return selectionFor(tx, { accounts, algorithm, profile }, payment, cardNetwork, { draw });
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

/** How accounts are selected, besides the settings. */
interface SelectionOptions {
  /** Draws the share of a volume split; by default the largest. */
  readonly draw?: () => number;
  /** The facts that earlier decisions set. */
  readonly set?: FactValues;
  /** The decisions that precede routing; by default those of the latest confirmation. */
  readonly decisions?: readonly DecidedAction[];
  /** Whether a rule that learns may explore. */
  readonly explores?: boolean;
}

/**
 * The accounts that could process a payment in its present state, the decision of the rules, and the reasons that exclude
 * the other accounts.
 */
export async function selectionFor(
  tx: WritingContext,
  routing: PaymentRouting,
  payment: Payment,
  cardNetwork: string | null,
  options: SelectionOptions = {},
): Promise<DecidedSelection> {
  const method = isChargedBySavedMethod(payment) ? await savedMethodOf(tx, payment) : null;
  const holders = mandateHolders(payment, routing.profile, method);
  const subject = routing.rules
    ? await subjectOf(tx, routing, payment, cardNetwork, options.set ?? {})
    : null;
  return decidedSelection(tx, { ...routing, holders }, payment, cardNetwork, subject, options);
}

const savedMethodOf = (tx: WritingContext, { merchant_id, payment_method_id: id }: Payment) =>
  tx.transaction.em.findOne(PaymentMethod, { merchant_id, payment_method_id: id! });

/** The subject of routing rules, with the facts that earlier decisions set and what the rules look up. */
function subjectOf(
  tx: WritingContext,
  { lookedUp, rules }: PaymentRouting,
  payment: Payment,
  cardNetwork: string | null,
  set: FactValues,
): Promise<Subject> {
  const seen = withFacts(paymentSubject(payment, cardNetwork, tx.ports.now(), tx.ports.countryOf), set);
  return completed(tx, payment, rules!, seen, lookedUp);
}

/** A subject with the facts that earlier decisions set. */
export const withFacts = (subject: Subject, set: FactValues): Subject => ({
  ...subject,
  facts: { ...subject.facts, ...set },
});

/**
 * Decides and selects without a statement: {@link selectionFor} by the saved method's mandates, and a subject with what its
 * rules look up; null without rules.
 */
export function decidedSelection(
  tx: WritingContext,
  routing: PaymentRouting & Pick<Constraints, 'holders'>,
  payment: RoutedPayment,
  cardNetwork: string | null,
  subject: Subject | null,
  { decisions = payment.decisions, draw = () => 0, explores = false }: SelectionOptions,
): DecidedSelection {
  const { accounts, algorithm, holders = null, profile, rules } = routing;
  const route = debitRouter(tx.ports.connectors, profile, payment, cardNetwork);
  const request = paymentRoutingRequest(payment, cardNetwork, decisions);
  const decision = rules && subject ? decideRouting(rules, subject) : null;
  const by = algorithm ?? (decision && decidedOrder(decision));
  const learns = decision?.action?.success_rate ?? decision?.action?.least_cost;
  const learned = learns ? learnedOrder(tx, decision!, profile, subject!, explores ? draw : null) : null;
  return { ...selectAccounts(tx, accounts, by, request, draw, { holders, learned, route }), decision };
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
  // A retry does not explore.
  const options = { draw: drawFrom(tx), explores: keeps };
  const selection = await selectionFor(tx, { ...routing, lookedUp }, payment, cardNetwork, options);
  const accounts = requireChosen(
    tx,
    payment.decisions.length > 0 ? nounOf(tx, payment) : 'payment',
    selection,
  );
  if (keeps) keepRouting(payment, 'payment_routing', selection);
  return accounts;
}

/** The noun of a payment in an error. A customer's client does not learn of the rule. */
const nounOf = ({ caller }: Context, payment: Payment): string =>
  waitsForReview(payment) && !isCustomersKey(caller.kind)
    ? 'payment that a risk rule holds for review'
    : 'payment';

/** A subject with the values that the rules look up. */
export async function completed(
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

/** Keeps the routing decision of a confirmation, or removes that of an earlier one. */
export function keepRouting(
  of: Payment | Payout,
  name: RoutingDecision,
  { chosen, decision, expectation, isFallback }: DecidedSelection,
): void {
  if (!decision && of.decisions.length === 0) return;
  keepDecision(of, name, decision && routingRecord(decision, chosen[0]!, isFallback, expectation));
}
