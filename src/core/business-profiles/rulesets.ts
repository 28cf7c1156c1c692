import { chooseProfile } from '../access/choose-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { RoutingConfiguration } from '../entities/routing-configuration.ts';
import { Ruleset } from '../entities/ruleset.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input, type JsonRecord } from '../model/index.ts';
import { ValidationErrors } from '../model/validation-errors.ts';
import { readOne } from '../reads/index.ts';
import { type ActiveRouting, type RoutingDecision, settingByDecision } from '../routing/decide-routing.ts';
import { requireAccounts } from '../routing/require-accounts.ts';
import {
  algorithmOfRules,
  choicesOfRules,
  type RoutingRules,
  readPayoutRoutingAction,
  readRoutingAction,
} from '../routing/routing-rules.ts';
import type { ActiveRules, DecisionName, WrittenRules } from '../rules/compiled-rules.ts';
import { unknownFacts } from '../rules/known-facts.ts';
import { type ReadAction, readRules } from '../rules/read-rules.ts';
import { readRiskAction } from '../rules/risk-action.ts';
import { warningsOf } from '../rules/rule-warnings.ts';
import { readSurchargeAction } from '../rules/surcharge-action.ts';
import { readThreeDsAction } from '../rules/three-ds-action.ts';
import { withListIds } from '../value-lists/rule-lists.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';

@Input({ about: 'Parameters for creating a ruleset.' })
export class RulesetCreation extends fieldsFrom(Ruleset, {
  requires: ['decision', 'name', 'rules'],
  takes: ['description', 'default'],
}) {
  @f.Id("Business profile of the ruleset; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
}

/** The kind of transaction that a routing configuration with a ruleset of this decision routes. */
export const transactionByDecision = {
  payment_routing: 'payment',
  payout_routing: 'payout',
} as const satisfies Record<RoutingDecision, RoutingConfiguration['transaction_type']>;

/** The field of a profile with the active ruleset of a decision. */
const fieldByDecision = {
  payment_routing: 'routing_ruleset_id',
  payout_routing: 'payout_routing_ruleset_id',
} as const satisfies Record<RoutingDecision, keyof BusinessProfile>;

const readActionOf: Readonly<Record<DecisionName, ReadAction>> = {
  risk: readRiskAction,
  three_ds: readThreeDsAction,
  surcharge: readSurchargeAction,
  payment_routing: readRoutingAction,
  payout_routing: readPayoutRoutingAction,
};

const isRouting = (decision: DecisionName): decision is RoutingDecision => decision in settingByDecision;

/**
 * Creates a ruleset, a draft, and returns its identifier. `/routing` shows it as a routing configuration.
 *
 * @throws {Problem} `invalid_parameter`, `missing_parameter` or `unknown_parameter` for invalid rules, by the path of the
 *   part; `resource_not_found` for an unknown profile, account or list; `missing_parameter` if there are several profiles to
 *   choose from.
 */
export function createRuleset(ctx: Context, input: RulesetCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { profileId } = await chooseProfile(tx, input.profile_id);
    // Versions are counted under the lock.
    const profile = await lock(tx, BusinessProfile, profileId, 'profile_id');
    const rules = await withListIds(tx, readWritten(input));
    const { decision } = input;
    if (isRouting(decision)) await requireAccounts(tx, profile, choicesOfRules(rules as RoutingRules));
    const ruleset = await addRuleset(tx, profile, { ...input, rules });
    if (isRouting(decision)) {
      await addConfiguration(
        tx,
        ruleset,
        (algorithmOfRules(rules as RoutingRules) ?? null) as RoutingConfiguration['algorithm'],
      );
    }
    return ruleset.ruleset_id;
  });
}

/** Reads the rules of a decision. @throws {Problem} for each invalid part, by its path. */
function readWritten({
  decision,
  default: otherwise,
  rules,
}: Pick<RulesetCreation, 'decision' | 'default' | 'rules'>): WrittenRules<unknown> {
  const errors = new ValidationErrors();
  const readAction = readActionOf[decision];
  const read = readRules(rules, readAction, errors);
  const hasDefault = otherwise !== undefined && otherwise !== null;
  if (hasDefault) readAction(otherwise, 'default', errors);
  if (errors.found === 0 && read.length === 0 && !hasDefault) {
    errors.invalid('rules', 'must have a rule, unless there is a default');
  }
  errors.raise();
  return { rules: read, default: otherwise ?? null };
}

/** The members of a new ruleset. */
interface NewRuleset extends Pick<RulesetCreation, 'decision' | 'name' | 'description'> {
  readonly rules: WrittenRules<unknown>;
}

/** Adds the next version of a locked or new profile's rules. They are valid. */
export async function addRuleset(
  tx: WritingContext,
  { merchant_id, profile_id }: BusinessProfile,
  { decision, description = null, name, rules }: NewRuleset,
): Promise<Ruleset> {
  const ruleset = new Ruleset();
  ruleset.merchant_id = merchant_id;
  ruleset.ruleset_id = tx.ports.ids.make('rul');
  ruleset.profile_id = profile_id;
  ruleset.decision = decision;
  ruleset.version = (await latestVersion(tx, merchant_id, profile_id, decision)) + 1;
  ruleset.name = name;
  ruleset.description = description;
  ruleset.status = 'draft';
  ruleset.rules = rules.rules;
  ruleset.default = rules.default ?? null;
  ruleset.warnings = [
    ...warningsOf(decision, rules.rules),
    ...unknownFacts(decision, rules.rules, tx.ports.countryOf !== null),
  ];
  ruleset.created_at = ruleset.modified_at = tx.ports.now();
  await insert(tx, ruleset, false);
  return ruleset;
}

async function latestVersion(
  { rows }: WritingContext,
  merchantId: string,
  profileId: string,
  decision: DecisionName,
): Promise<number> {
  const text = `select max(version) as version from rulesets
                where merchant_id = $1 and profile_id = $2 and decision = $3`;
  const [found] = await rows.query<{ version: number | null }>(
    { text, values: [merchantId, profileId, decision], touches: { reads: ['rulesets'] } },
    merchantId,
  );
  return found?.version ?? 0;
}

/** Adds the routing configuration that shows a ruleset. */
export async function addConfiguration(
  tx: WritingContext,
  { created_at, decision, description, merchant_id, name, profile_id, ruleset_id }: Ruleset,
  algorithm: RoutingConfiguration['algorithm'],
): Promise<RoutingConfiguration> {
  const configuration = new RoutingConfiguration();
  configuration.merchant_id = merchant_id;
  configuration.id = tx.ports.ids.make('rtg');
  configuration.profile_id = profile_id;
  configuration.transaction_type = transactionByDecision[decision as RoutingDecision];
  configuration.name = name;
  configuration.description = description ?? null;
  configuration.algorithm = algorithm ?? null;
  configuration.ruleset_id = ruleset_id;
  configuration.active = false;
  configuration.created_at = configuration.modified_at = created_at;
  await insert(tx, configuration, false);
  return configuration;
}

/**
 * Activates a ruleset; the active one of its profile and decision is retired. Repeating it changes nothing.
 *
 * @throws {Problem} `resource_not_found`, also for an account or list that the rules name and that was deleted since.
 */
export function activateRuleset(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { profile, ruleset } = await lockRuleset(tx, id);
    if (ruleset.status === 'active') return;
    await activateLocked(tx, profile, ruleset, await requireRoutes(tx, profile, ruleset));
  });
}

/** The algorithm that shows the rules of a routing decision, whose accounts must exist; null if none can. */
async function requireRoutes(
  tx: WritingContext,
  profile: BusinessProfile,
  ruleset: Ruleset,
): Promise<JsonRecord | null> {
  if (!isRouting(ruleset.decision)) return null;
  const rules = rulesOf(ruleset) as RoutingRules;
  await requireAccounts(tx, profile, choicesOfRules(rules));
  const { merchant_id, ruleset_id } = ruleset;
  const shown = await tx.transaction.em.findOne(RoutingConfiguration, { merchant_id, ruleset_id });
  return (shown ? (shown.algorithm ?? null) : algorithmOfRules(rules)) as JsonRecord | null;
}

/**
 * Deactivates a ruleset: its profile then has no rules of the decision.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` unless it is active.
 */
export function deactivateRuleset(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { profile, ruleset } = await lockRuleset(tx, id);
    if (ruleset.status !== 'active') {
      const message = `The ruleset is ${ruleset.status}, not active.`;
      throw new Problem('unexpected_state', message, { param: 'ruleset_id' });
    }
    await clearDecision(tx, profile, ruleset.decision);
  });
}

/** Locks a ruleset after its profile. */
async function lockRuleset(tx: WritingContext, id: string) {
  const seen = await readOne(tx, Ruleset, id, ['profile_id']);
  if (!seen) throw notFound('ruleset');
  const profile = await lock(tx, BusinessProfile, seen.profile_id);
  return { profile, ruleset: await lock(tx, Ruleset, id) };
}

/** The rules of a ruleset. */
export const rulesOf = ({ default: otherwise, rules }: Ruleset): WrittenRules<unknown> => ({
  rules: rules as WrittenRules<unknown>['rules'],
  default: otherwise ?? null,
});

/**
 * Activates a ruleset of a locked profile. `algorithm` shows its rules in the profile; null if it cannot.
 *
 * @throws {Problem} `resource_not_found` for a list that was deleted since, by the path of its name.
 */
export async function activateLocked(
  tx: WritingContext,
  profile: BusinessProfile,
  ruleset: Ruleset,
  algorithm: JsonRecord | null,
): Promise<void> {
  const { decision, ruleset_id, version } = ruleset;
  await withListIds(tx, rulesOf(ruleset));
  await clearDecision(tx, profile, decision);
  const configuration = isRouting(decision) ? await lockConfiguration(tx, ruleset) : null;
  // One time for all: a response is built before the commit, which sets the latest.
  const at = tx.ports.now();
  ruleset.status = 'active';
  ruleset.activated_at = ruleset.modified_at = at;
  const active = { ...rulesOf(ruleset), ruleset_id, version };
  setDecision(
    profile,
    decision,
    isRouting(decision) ? ({ ...active, algorithm } as ActiveRouting) : active,
    at,
  );
  if (configuration) setActive(configuration, true, at);
}

/** Leaves a locked profile without rules of a decision. Returns the routing configuration that was active, if any. */
export async function clearDecision(
  tx: WritingContext,
  profile: BusinessProfile,
  decision: DecisionName,
): Promise<RoutingConfiguration | null> {
  const { merchant_id, profile_id } = profile;
  const { em, writes } = tx.transaction;
  const was = await em.findOne(Ruleset, { merchant_id, profile_id, decision, status: 'active' });
  const ruleset = was && (await lock(tx, Ruleset, was.ruleset_id));
  const shown = isRouting(decision)
    ? await em.findOne(RoutingConfiguration, {
        merchant_id,
        profile_id,
        transaction_type: transactionByDecision[decision],
        active: true,
      })
    : null;
  const configuration = shown && (await lock(tx, RoutingConfiguration, shown.id));
  const at = tx.ports.now();
  if (ruleset) {
    ruleset.status = 'retired';
    ruleset.modified_at = at;
  }
  if (configuration) setActive(configuration, false, at);
  setDecision(profile, decision, null, at);
  // Written before another becomes active: at most one may be.
  await em.flush();
  await writes.send();
  return shown;
}

/** Locks the routing configuration that shows a ruleset, if there is one. */
async function lockConfiguration(
  tx: WritingContext,
  { merchant_id, ruleset_id }: Ruleset,
): Promise<RoutingConfiguration | null> {
  const found = await tx.transaction.em.findOne(RoutingConfiguration, { merchant_id, ruleset_id });
  return found && lock(tx, RoutingConfiguration, found.id);
}

function setActive(configuration: RoutingConfiguration, isActive: boolean, at: Date): void {
  configuration.active = isActive;
  configuration.modified_at = at;
}

/** Sets the active rules of a locked profile, and the setting that shows them. */
function setDecision(
  profile: BusinessProfile,
  decision: DecisionName,
  active: ActiveRules | ActiveRouting | null,
  at: Date,
): void {
  const { [decision]: _, ...others } = profile.active_rules ?? {};
  const all: JsonRecord = active ? { ...others, [decision]: active } : others;
  profile.active_rules = Object.keys(all).length > 0 ? all : null;
  if (isRouting(decision)) {
    profile[fieldByDecision[decision]] = active?.ruleset_id ?? null;
    profile[settingByDecision[decision]] = ((active as ActiveRouting | null)?.algorithm ?? null) as never;
  }
  profile.modified_at = at;
}
