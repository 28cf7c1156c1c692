import { chooseProfile, profileOf } from '../../access/choose-profile.ts';
import { rulesOf } from '../../business-profiles/rulesets.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import { Payment } from '../../entities/payment.ts';
import { Ruleset } from '../../entities/ruleset.ts';
import { RuleDecided } from '../../entities/values/rule-documents.ts';
import {
  type FactName,
  factNames,
  facts as factTypes,
  isPersonalFact,
} from '../../entities/values/rule-facts.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../../foundation/errors.ts';
import { requirePermission, requireProfile } from '../../foundation/permissions.ts';
import * as f from '../../model/fields.ts';
import { Input, ValueObject } from '../../model/index.ts';
import { ValidationErrors } from '../../model/validation-errors.ts';
import {
  accountsOf,
  type DecidedSelection,
  merchantsPayoutAlgorithm,
  paymentRouting,
  selectAccounts,
  selectionFor,
} from '../../routing/choose-accounts.ts';
import {
  type CompiledRouting,
  decidedOrder,
  decideRouting,
  paymentSubject,
  routingRecord,
  rulesOfProfile,
} from '../../routing/decide-routing.ts';
import {
  activeRules,
  type CompiledRules,
  compileRules,
  type DecisionName,
  decideBy,
  type RuleOutcome,
} from '../../rules/compiled-rules.ts';
import { earlyDecisionNames, earlyDecisions } from '../../rules/decision-kinds.ts';
import { readRuleObject } from '../../rules/read-rules.ts';
import type { FactValues, Subject } from '../../rules/rule-conditions.ts';
import { lookUpValues } from '../../rules/rule-lookups.ts';
import { inTransaction, requireMerchant } from '../../writes/transactions.ts';
import { brandOf } from '../method/method-data.ts';
import { EvaluatedAccount, evaluatedAccount, type RoutingParameters, requestOf } from './evaluate-routing.ts';
import { earlyRecord } from './take-decisions.ts';

@Input({ about: 'Parameters for evaluating rules: `payment` or `payment_id`.' })
export class RulesEvaluationRequest {
  @f.Id(
    "Business profile of the rules; the merchant's default or only profile if omitted, or that of the payment.",
  )
  profile_id?: string | null;
  @f.Json(
    'Facts of a payment that does not exist, as conditions name them: `amount`, `currency` and `payment_method` are required, any other fact, `metadata`, and `card_fingerprint`, `customer_id` and `ip_address`, by which rules count and look up, are optional. With `payout_type` in place of `payment_method`, facts of a payout. What is left out is not known.',
  )
  payment?: unknown;
  @f.Id(
    'A payment, instead of `payment`. Rules see it in its present state. Requires the permission `payments:read`, and `personal_data:read` with a `ruleset_id` whose rules compare the e-mail address, its domain or the phone number.',
  )
  payment_id?: string | null;
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
}

@ValueObject({ about: 'The result of evaluating rules.' })
export class RulesEvaluation {
  @f.ObjectList(
    () => RuleEvaluated,
    'The decisions in the order in which they are made; none without an active ruleset, and for a payment with its own `routing`.',
    { required: true },
  )
  results!: RuleEvaluated[];
}

/**
 * Decides what rules would decide about a payment or payout, by the code that decides. Nothing is changed, and no connector
 * is called.
 *
 * @throws {Problem} `parameters_exclusive` and `missing_parameter` unless exactly one of `payment` and `payment_id` is
 * given; `resource_not_found` for an unknown profile, payment or ruleset; `invalid_parameter` for an invalid fact, by its
 * path, and for a ruleset of another profile or for the other kind; `not_permitted` for a payment that the caller may not
 * read, or not ask about by personal data.
 */
export async function evaluateRules(ctx: Context, request: RulesEvaluationRequest): Promise<RulesEvaluation> {
  const { payment, payment_id: id, ruleset_id: draft } = request;
  // A draft could be written to find out any fact of a payment.
  if (id) requirePermission(ctx, 'payments:read');
  return inTransaction(ctx, async (tx) => {
    const hasFacts = payment !== undefined && payment !== null;
    if (hasFacts && id) {
      const message = 'Give either payment or payment_id, not both.';
      throw new Problem('parameters_exclusive', message, { param: 'payment_id' });
    }
    if (!hasFacts && !id) {
      throw new Problem('missing_parameter', 'payment or payment_id is required.', { param: 'payment' });
    }
    const found = id ? await findPayment(tx, id) : null;
    const { profileId } = await chooseProfile(tx, request.profile_id ?? found?.profile_id);
    requireProfile(tx, profileId);
    if (found && found.profile_id !== profileId) {
      throw invalidParameter('profile_id', 'profile_id must be the profile of payment_id.');
    }
    const profile = await profileOf(tx, { merchant_id: requireMerchant(tx), profile_id: profileId });
    const given = draft ? await givenRules(tx, draft, profile) : null;
    const asksByPersonalData = given?.rules.some(({ fields }) => fields.some(isPersonalFact));
    if (found && asksByPersonalData) requirePermission(ctx, 'personal_data:read');
    const asked = { profile, given };
    const results = found
      ? await ofPayment(tx, found, asked)
      : await ofFacts(tx, { ...readFacts(payment, tx.ports.now()), countryOf: tx.ports.countryOf }, asked);
    return { results };
  });
}

async function findPayment(tx: WritingContext, payment_id: string): Promise<Payment> {
  const merchant_id = requireMerchant(tx);
  const payment = await tx.transaction.em.findOne(Payment, { merchant_id, payment_id });
  if (!payment) throw notFound('payment', 'payment_id');
  requireProfile(tx, payment.profile_id);
  return payment;
}

async function givenRules(
  tx: WritingContext,
  ruleset_id: string,
  { merchant_id, profile_id }: BusinessProfile,
): Promise<CompiledRules> {
  const found = await tx.transaction.em.findOne(Ruleset, { merchant_id, ruleset_id });
  if (!found) throw notFound('ruleset', 'ruleset_id');
  requireProfile(tx, found.profile_id);
  if (found.profile_id !== profile_id) {
    throw invalidParameter('ruleset_id', 'ruleset_id must be a ruleset of the same business profile.');
  }
  const { decision, version } = found;
  return compileRules(decision, { ruleset_id, version }, rulesOf(found));
}

/** The rules that are asked about: a given ruleset goes before the active one of its decision. */
interface AskedRules {
  readonly profile: BusinessProfile;
  readonly given: CompiledRules | null;
}

async function ofPayment(tx: WritingContext, payment: Payment, asked: AskedRules): Promise<RuleEvaluated[]> {
  const { given } = asked;
  requireDecision(given, [...earlyDecisionNames, 'payment_routing']);
  const brand = brandOf(payment);
  const early = await decideEarly(
    tx,
    asked,
    paymentSubject(payment, brand, tx.ports.now(), tx.ports.countryOf),
  );
  const routing = await paymentRouting(tx, payment);
  const isGiven = given?.decision === 'payment_routing' && !routing.algorithm;
  const rules = isGiven ? (given as CompiledRouting) : (routing.rules ?? null);
  const selection = await selectionFor(tx, { ...routing, rules }, payment, brand, () => 0, early.set);
  return [...early.results, ...shown(selection)];
}

function requireDecision(given: CompiledRules | null, possible: readonly DecisionName[]): void {
  if (!given || possible.includes(given.decision)) return;
  throw invalidParameter(
    'ruleset_id',
    `ruleset_id must be a ruleset of ${possible.join(', ')}, not of ${given.decision}.`,
  );
}

/**
 * Looks up what rules ask, counting nothing.
 *
 * @throws {Problem} `not_permitted` for a caller who may not read the payments that are counted.
 */
async function lookUp(
  tx: WritingContext,
  { merchant_id }: BusinessProfile,
  { lookups }: CompiledRules,
  subject: Subject,
): Promise<ReadonlyMap<string, number>> {
  if (lookups.length > 0) requirePermission(tx, 'payments:read');
  return lookUpValues(tx, merchant_id, lookups, subject);
}

/** Decides what precedes routing, without carrying it out; with the facts that these decisions set. */
async function decideEarly(
  tx: WritingContext,
  { given, profile }: AskedRules,
  subject: Subject,
): Promise<{ readonly results: RuleEvaluated[]; readonly set: FactValues }> {
  const results: RuleEvaluated[] = [];
  let set: FactValues = {};
  for (const name of earlyDecisionNames) {
    const rules = given?.decision === name ? given : activeRules(profile, name);
    if (!rules) continue;
    const lookedUp = await lookUp(tx, profile, rules, subject);
    const outcome = decideBy(rules, { ...subject, facts: { ...subject.facts, ...set }, lookedUp });
    const record = earlyRecord(name, outcome as RuleOutcome<never>);
    if (record) results.push({ ...record, accounts: [], left_out: [] });
    if (outcome.action) set = { ...set, ...earlyDecisions[name].sets(outcome.action as never) };
  }
  return { results, set };
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
  const early = isPayout ? { results: [], set: {} } : await decideEarly(tx, asked, subject);
  const known = { ...facts, payment_method: request.payment_method, ...early.set };
  const rules =
    given?.decision === decisionName ? (given as CompiledRouting) : rulesOfProfile(profile, decisionName);
  const lookedUp = rules ? await lookUp(tx, profile, rules, subject) : new Map<string, number>();
  const decision = rules && decideRouting(rules, { ...subject, facts: known, lookedUp });
  const order =
    (decision && decidedOrder(decision)) ?? (isPayout ? await merchantsPayoutAlgorithm(tx, profile) : null);
  const accounts = await accountsOf(tx, profile.merchant_id, profile);
  const selection = selectAccounts(tx, accounts, order, request, () => 0);
  return [...early.results, ...shown({ ...selection, decision })];
}

/** What payments are counted and looked up by, besides facts. */
const keyNames = ['card_fingerprint', 'customer_id', 'ip_address'] as const;
const KEY_MAX = 255;
const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null);
const isKey = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= KEY_MAX && !value.includes('\0');

/** Reads the facts of a payment, with those that a real one always has. @throws {Problem} by the path of a fact. */
function readFacts(value: unknown, at: Date): Subject {
  const errors = new ValidationErrors();
  const given = readRuleObject(value, 'payment', [...factNames, ...keyNames, 'metadata'], errors) ?? {};
  for (const name of factNames) {
    const fact = given[name];
    if (fact === undefined || fact === null) continue;
    const { hint, isValid } = factTypes[name as FactName].type;
    if (!isValid(fact)) errors.invalid(`payment.${name}`, `must be ${hint}`);
  }
  for (const name of keyNames) {
    if (given[name] !== undefined && given[name] !== null && !isKey(given[name]))
      errors.invalid(`payment.${name}`, `must be text of 1 to ${KEY_MAX} characters`);
  }
  for (const name of ['amount', 'currency'] as const) {
    if (given[name] === undefined || given[name] === null) errors.missing(`payment.${name}`);
  }
  const metadata = given.metadata ?? null;
  if (metadata !== null && (typeof metadata !== 'object' || Array.isArray(metadata))) {
    errors.invalid('payment.metadata', 'must be an object');
  }
  errors.raise();
  const { metadata: _, card_fingerprint: card, customer_id: customer, ip_address, ...facts } = given;
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

function shown({ chosen, decision, isFallback, isReachable, reasons }: DecidedSelection): RuleEvaluated[] {
  const record = decision && routingRecord(decision, isReachable ? (chosen[0] ?? null) : null, isFallback);
  if (!record) return [];
  const others = [...reasons].filter(([account]) => !chosen.includes(account));
  return [
    {
      ...record,
      accounts: chosen.map((account) => evaluatedAccount(account)),
      left_out: others.map(([account, reason]) => evaluatedAccount(account, reason)),
    },
  ];
}
