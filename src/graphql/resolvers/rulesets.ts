import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Ruleset } from '../../core/entities/ruleset.ts';
import { rulesets } from '../../core/operations/rulesets.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

@Resolver(() => Ruleset)
class RulesetFields {
  @FieldResolver()
  profile(@Root() ruleset: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(ruleset, info);
  }
}

export const rulesetResolvers = [
  ...queriesFor(rulesets.retrieveRuleset, rulesets.listRulesets),
  RulesetFields,
  mutationOf(rulesets.createRuleset),
  mutationOf(rulesets.activateRuleset),
  mutationOf(rulesets.deactivateRuleset),
  mutationOf(rulesets.evaluateRules, { payloadField: 'evaluation' }),
  mutationOf(rulesets.replayRuleset),
  ...queriesFor(rulesets.retrieveRuleReplay, rulesets.listRuleReplays),
  ...queriesFor(rulesets.retrieveRuleReplayPayment, rulesets.listRuleReplayPayments),
];
