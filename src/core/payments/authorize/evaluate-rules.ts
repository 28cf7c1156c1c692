import { chooseProfile, profileOf } from '../../access/choose-profile.ts';
import { rulesOf } from '../../business-profiles/rulesets.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import { Payment } from '../../entities/payment.ts';
import { Payout } from '../../entities/payout.ts';
import { Ruleset } from '../../entities/ruleset.ts';
import { SurchargeDetails } from '../../entities/values/payment-parts.ts';
import { RuleDecided } from '../../entities/values/rule-documents.ts';
import {
  type FactName,
  factNames,
  facts as factTypes,
  isPersonalFact,
} from '../../entities/values/rule-facts.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../../foundation/errors.ts';
import { reachesProfile, requirePermission, requireProfile } from '../../foundation/permissions.ts';
import * as f from '../../model/fields.ts';
import { Input, ValueObject } from '../../model/index.ts';
import { ValidationErrors } from '../../model/validation-errors.ts';
import {
  accountsOf,
  type DecidedSelection,
  paymentRouting,
  selectAccounts,
  selectionFor,
} from '../../routing/choose-accounts.ts';
import { merchantsPayoutAlgorithm, selectPayoutAccounts } from '../../routing/choose-payout-accounts.ts';
import {
  type CompiledRouting,
  decidedOrder,
  decideRouting,
  paymentSubject,
  routingRecord,
  rulesOfProfile,
} from '../../routing/decide-routing.ts';
import { learnedOrder } from '../../routing/learned/arrange.ts';
import { abilitiesForReview, waitsForReview } from '../../routing/routing-request.ts';
import { type CompiledRules, compileRules, type DecisionName } from '../../rules/compiled-rules.ts';
import { decideEarly, type EarlyOutcomes, earlyRules } from '../../rules/decide-early.ts';
import { earlyDecisionNames, surchargeOfAction } from '../../rules/decision-kinds.ts';
import { readRuleObject } from '../../rules/read-rules.ts';
import type { FactValues, Subject } from '../../rules/rule-conditions.ts';
import { type Lookup, lookUpValues } from '../../rules/rule-lookups.ts';
import type { SurchargeAction } from '../../rules/surcharge-action.ts';
import { withoutRuleSurcharge } from '../../rules/surcharge-amounts.ts';
import type { ThreeDsPayment } from '../../rules/three-ds-terms.ts';
import { inTransaction, requireMerchant } from '../../writes/transactions.ts';
import { brandOf } from '../method/method-data.ts';
import { EvaluatedAccount, evaluatedAccount, type RoutingParameters, requestOf } from './evaluate-routing.ts';
import { earlyRecord } from './take-decisions.ts';

@Input({ about: 'Parameters for evaluating rules: `payment`, `payment_id` or `payout_id`.' })
export class RulesEvaluationRequest {
  @f.Id(
    "Business profile of the rules; the merchant's default or only profile if omitted, or that of the payment or payout.",
  )
  profile_id?: string | null;
  @f.Json(
    'Facts of a payment that does not exist, as conditions name them: `amount`, `currency` and `payment_method` are required, any other fact, `metadata`, and `card_fingerprint`, `customer_id` and `ip_address`, by which rules count and look up, are optional. With `payout_type` in place of `payment_method`, facts of a payout. What is left out is not known.',
  )
  payment?: unknown;
  @f.Id(
    'A payment, instead of `payment`. Rules see it in its present state. Requires the permission `payments:read`, and `personal_data:read` with a `ruleset_id` whose rules compare the e-mail address, its domain, the phone number, the IP address, the customer or the card fingerprint.',
  )
  payment_id?: string | null;
  @f.Id(
    'A payout, instead of `payment`. Rules see it in its present state. Requires the permission `payouts:read`, and `personal_data:read` with a `ruleset_id` whose rules compare the e-mail address, its domain, the phone number or the customer.',
  )
  payout_id?: string | null;
  @f.Id('A ruleset to evaluate in place of the active one, such as a draft.') ruleset_id?: string | null;
}

@ValueObject({ about: 'A decision that rules would make, and its accounts.' })
export class RuleEvaluated extends RuleDecided {
  @f.ObjectList(
    () => EvaluatedAccount,
    'Of a routing decision, the accounts in the order of use; of a volume split, the largest eligible share first. If empty, the payment or payout would be refused.',
    { required: true },
  )
  accounts!: EvaluatedAccount[];
  @f.ObjectList(
    () => EvaluatedAccount,
    'Of a routing decision, the other accounts of the profile, each with its reason.',
    { required: true },
  )
  left_out!: EvaluatedAccount[];
  @f.NestedObject(
    () => SurchargeDetails,
    'Of a surcharge decision, the surcharge and the tax on it that are added; null if none is.',
  )
  surcharge_details?: SurchargeDetails | null;
}

@ValueObject({ about: 'The result of evaluating rules.' })
export class RulesEvaluation {
  @f.ObjectList(
    () => RuleEvaluated,
    'The decisions in the order in which they are made; none without an active ruleset. A payment with its own `routing` or `surcharge_details` has no decision about those.',
    { required: true },
  )
  results!: RuleEvaluated[];
}

/** The ways of naming what rules are evaluated about. */
const ways = ['payment', 'payment_id', 'payout_id'] as const;

/**
 * Decides what rules would decide about a payment or payout, by the code that decides. Nothing is changed, and no connector
 * is called.
 *
 * @throws {Problem} `parameters_exclusive` and `missing_parameter` unless exactly one of `payment`, `payment_id` and
 * `payout_id` is given; `resource_not_found` for an unknown profile, payment, payout or ruleset; `invalid_parameter` for an
 * invalid fact, by its path, and for a ruleset of another profile or for the other kind; `not_permitted` for a payment or
 * payout that the caller may not read, or not ask about by personal data.
 */
export async function evaluateRules(ctx: Context, request: RulesEvaluationRequest): Promise<RulesEvaluation> {
  const { payment, payment_id: paymentId, payout_id: payoutId, ruleset_id: draft } = request;
  // A draft could be written to find out any fact of a payment.
  if (paymentId) requirePermission(ctx, 'payments:read');
  if (payoutId) requirePermission(ctx, 'payouts:read');
  requireOneWay(request);
  return inTransaction(ctx, async (tx) => {
    const found = paymentId
      ? await findOwn(tx, Payment, { payment_id: paymentId })
      : payoutId
        ? await findOwn(tx, Payout, { payout_id: payoutId })
        : null;
    const { profileId } = await chooseProfile(tx, request.profile_id ?? found?.profile_id);
    requireProfile(tx, profileId);
    if (found && found.profile_id !== profileId) {
      const param = paymentId ? 'payment_id' : 'payout_id';
      throw invalidParameter('profile_id', `profile_id must be the profile of ${param}.`);
    }
    const profile = await profileOf(tx, { merchant_id: requireMerchant(tx), profile_id: profileId });
    const given = draft ? await givenRules(tx, draft, profile) : null;
    const asksByPersonalData = given?.rules.some(({ fields }) => fields.some(isPersonalFact));
    if (found && asksByPersonalData) requirePermission(ctx, 'personal_data:read');
    const asked = { profile, given };
    if (found instanceof Payout) return { results: await ofPayout(tx, found, asked) };
    const results = found
      ? await ofPayment(tx, found, asked)
      : await ofFacts(tx, { ...readFacts(payment, tx.ports.now()), countryOf: tx.ports.countryOf }, asked);
    return { results };
  });
}

function requireOneWay(request: RulesEvaluationRequest): void {
  const given = ways.filter((way) => request[way] !== undefined && request[way] !== null);
  const [first, second] = given;
  if (second) {
    const message = `Give either ${first} or ${second}, not both.`;
    throw new Problem('parameters_exclusive', message, { param: second });
  }
  if (first) return;
  throw new Problem('missing_parameter', 'payment, payment_id or payout_id is required.', {
    param: 'payment',
  });
}

/** A payment or payout by its identifier. @throws {Problem} `resource_not_found`, also for one of another profile. */
async function findOwn<T extends Payment | Payout>(
  tx: WritingContext,
  type: new () => T,
  key: Readonly<Record<string, string>>,
): Promise<T> {
  const found = await tx.transaction.em.findOne(type, { merchant_id: requireMerchant(tx), ...key } as never);
  const [param] = Object.keys(key);
  if (found && reachesProfile(tx, (found as Payment | Payout).profile_id)) return found as T;
  throw notFound(param!.replace('_id', ''), param!);
}

async function givenRules(
  tx: WritingContext,
  ruleset_id: string,
  { merchant_id, profile_id }: BusinessProfile,
): Promise<CompiledRules> {
  const found = await tx.transaction.em.findOne(Ruleset, { merchant_id, ruleset_id });
  if (!found || !reachesProfile(tx, found.profile_id)) throw notFound('ruleset', 'ruleset_id');
  if (found.profile_id !== profile_id) {
    throw invalidParameter('ruleset_id', 'ruleset_id must be a ruleset of the same business profile.');
  }
  const { decision, version } = found;
  return compileRules(decision, { ruleset_id, version }, rulesOf(found));
}

/** The rules to evaluate: a given ruleset replaces the active one of its decision. */
interface AskedRules {
  readonly profile: BusinessProfile;
  readonly given: CompiledRules | null;
}

async function ofPayment(tx: WritingContext, payment: Payment, asked: AskedRules): Promise<RuleEvaluated[]> {
  const { given } = asked;
  requireDecision(given, [...earlyDecisionNames, 'payment_routing']);
  const brand = brandOf(payment);
  const own = { ...withoutRuleSurcharge(payment), decisions: [] };
  const early = await evaluateEarly(
    tx,
    asked,
    paymentSubject(own, brand, tx.ports.now(), tx.ports.countryOf),
    own,
  );
  if (early.isRefused) return early.results;
  const routing = await paymentRouting(tx, payment);
  const isGiven = given?.decision === 'payment_routing' && !routing.algorithm;
  const rules = isGiven ? (given as CompiledRouting) : (routing.rules ?? null);
  const { results, set } = early;
  const selection = await selectionFor(tx, { ...routing, rules }, payment, brand, {
    set,
    decisions: results,
  });
  return [...results, ...shown(selection)];
}

async function ofPayout(tx: WritingContext, payout: Payout, { given }: AskedRules): Promise<RuleEvaluated[]> {
  requireDecision(given, ['payout_routing']);
  return shown(await selectPayoutAccounts(tx, payout, () => 0, given as CompiledRouting | null));
}

function requireDecision(given: CompiledRules | null, possible: readonly DecisionName[]): void {
  if (!given || possible.includes(given.decision)) return;
  throw invalidParameter(
    'ruleset_id',
    `ruleset_id must be a ruleset of ${possible.join(', ')}, not of ${given.decision}.`,
  );
}

interface EarlyResults extends Pick<EarlyOutcomes, 'set' | 'isRefused'> {
  readonly results: RuleEvaluated[];
}

const nothingEarly: EarlyResults = { results: [], set: {}, isRefused: false };

/**
 * Looks up what rules ask, counting nothing.
 *
 * @throws {Problem} `not_permitted` for a caller who may not read the payments that are counted.
 */
export async function lookUpFor(
  tx: WritingContext,
  merchantId: string,
  lookups: readonly Lookup[],
  subject: Subject,
): Promise<ReadonlyMap<string, number>> {
  if (lookups.length > 0) requirePermission(tx, 'payments:read');
  return lookUpValues(tx, merchantId, lookups, subject);
}

/** Decides what precedes routing, without carrying it out. */
async function evaluateEarly(
  tx: WritingContext,
  { given, profile }: AskedRules,
  subject: Subject,
  payment: ThreeDsPayment & Partial<Pick<Payment, 'surcharge_details'>>,
): Promise<EarlyResults> {
  const rules = earlyRules(profile, payment, given);
  const lookups = rules.flatMap(([, one]) => one.lookups);
  const lookedUp = await lookUpFor(tx, profile.merchant_id, lookups, subject);
  const { outcomes, ...decided } = decideEarly(rules, { ...subject, lookedUp }, { payment, profile });
  const results = outcomes.flatMap(({ name, on, outcome }): RuleEvaluated[] => {
    const record = earlyRecord(name, outcome, on);
    const action = name === 'surcharge' ? (outcome.action as SurchargeAction | null) : null;
    const surcharge_details = surchargeOfAction(action, on);
    return record ? [{ ...record, accounts: [], left_out: [], surcharge_details }] : [];
  });
  return { ...decided, results };
}

async function ofFacts(tx: WritingContext, subject: Subject, asked: AskedRules): Promise<RuleEvaluated[]> {
  const { given, profile } = asked;
  const { facts } = subject;
  const isPayout = facts.payout_type !== undefined && facts.payout_type !== null;
  const decisionName = isPayout ? 'payout_routing' : 'payment_routing';
  requireDecision(given, isPayout ? [decisionName] : [...earlyDecisionNames, decisionName]);
  const parameters = {
    ...facts,
    recurring: facts.off_session === true || facts.setup_future_usage === 'off_session',
  } as unknown as RoutingParameters;
  const request = requestOf(isPayout ? 'payout' : 'payment', parameters, 'payment');
  const early = isPayout ? nothingEarly : await evaluateEarly(tx, asked, subject, {});
  if (early.isRefused) return early.results;
  const isHeld = waitsForReview({ decisions: early.results, net_amount: request.amount });
  const abilities = [...request.abilities, ...(isHeld ? abilitiesForReview : [])];
  const known = { ...facts, payment_method: request.payment_method, ...early.set };
  const rules =
    given?.decision === decisionName ? (given as CompiledRouting) : rulesOfProfile(profile, decisionName);
  const lookedUp = rules
    ? await lookUpFor(tx, profile.merchant_id, rules.lookups, subject)
    : new Map<string, number>();
  const decision = rules && decideRouting(rules, { ...subject, facts: known, lookedUp });
  const order =
    (decision && decidedOrder(decision)) ?? (isPayout ? await merchantsPayoutAlgorithm(tx, profile) : null);
  const accounts = await accountsOf(tx, profile.merchant_id, profile);
  const learned =
    decision && learnedOrder(tx, decision, profile, { ...subject, facts: { ...facts, ...known } }, null);
  const selection = selectAccounts(tx, accounts, order, { ...request, abilities }, () => 0, { learned });
  return [...early.results, ...shown({ ...selection, decision })];
}

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null);

/** Reads the facts of a payment, with those that a real one always has. @throws {Problem} by the path of a fact. */
export function readFacts(value: unknown, at: Date): Subject {
  const errors = new ValidationErrors();
  const given = readRuleObject(value, 'payment', [...factNames, 'metadata'], errors) ?? {};
  for (const name of factNames) {
    const fact = given[name];
    if (fact === undefined || fact === null) continue;
    const { hint, isValid } = factTypes[name as FactName].type;
    if (!isValid(fact)) errors.invalid(`payment.${name}`, `must be ${hint}`);
  }
  for (const name of ['amount', 'currency'] as const) {
    if (given[name] === undefined || given[name] === null) errors.missing(`payment.${name}`);
  }
  const metadata = given.metadata ?? null;
  if (metadata !== null && (typeof metadata !== 'object' || Array.isArray(metadata))) {
    errors.invalid('payment.metadata', 'must be an object');
  }
  errors.raise();
  const { metadata: _, ...facts } = given;
  const { card_fingerprint: card, customer_id: customer, ip_address } = facts;
  const defaults = facts.payout_type
    ? { customer_known: Boolean(customer) }
    : {
        capture_method: 'automatic',
        payment_channel: 'ecommerce',
        off_session: false,
        saved_method: false,
        customer_known: Boolean(customer),
      };
  const domain = typeof facts.email === 'string' ? { email_domain: facts.email.split('@').at(-1)! } : {};
  return {
    at,
    metadata: metadata as Subject['metadata'],
    keys: { card, customer, ip_address: lower(ip_address), email: lower(facts.email) } as NonNullable<
      Subject['keys']
    >,
    facts: { ...defaults, ...domain, ...(facts as FactValues) },
  };
}

function shown(selection: DecidedSelection): RuleEvaluated[] {
  const { chosen, decision, expectation, isFallback, isReachable, reasons } = selection;
  const first = isReachable ? (chosen[0] ?? null) : null;
  const record = decision && routingRecord(decision, first, isFallback, expectation);
  if (!record) return [];
  const others = [...reasons].filter(([account]) => !chosen.includes(account));
  return [
    {
      ...record,
      accounts: chosen.map((account) => evaluatedAccount(account)),
      left_out: others.map(([account, reason]) => evaluatedAccount(account, reason)),
      surcharge_details: null,
    },
  ];
}
