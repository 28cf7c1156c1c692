import { findActiveRules, removeRules, replaceRules } from '../../core/business-profiles/replace-rules.ts';
import { rulesOf } from '../../core/business-profiles/rulesets.ts';
import { Ruleset } from '../../core/entities/ruleset.ts';
import type { Context } from '../../core/foundation/context.ts';
import { invalidParameter, Problem } from '../../core/foundation/errors.ts';
import { decisionRules } from '../../core/operations/decision-rules.ts';
import type { Row } from '../../core/reads/index.ts';
import {
  DecisionRulesQuery,
  SurchargeRules,
  SurchargeRulesBody,
  ThreeDsRules,
  ThreeDsRulesBody,
} from '../dialects/hyperswitch/decision-bodies.ts';
import { surchargeSelection, threeDsOverride } from '../dialects/hyperswitch/program-outputs.ts';
import { readProgram, withProgram } from '../dialects/hyperswitch/read-program.ts';
import { writeProgram } from '../dialects/hyperswitch/write-program.ts';
import { handleAt } from '../places/handle-at.ts';
import { retrieve } from '../places/retrieve-at.ts';
import { one } from '../response-shapes.ts';
import { executeThreeDs } from './execute-three-ds.ts';

const amex = (connectorSelection: object, defaultSelection: object) => ({
  rules: [
    {
      name: 'American Express',
      connectorSelection,
      statements: [
        {
          condition: [
            {
              lhs: 'card_network',
              comparison: 'equal',
              value: { type: 'enum_variant', value: 'AmericanExpress' },
              metadata: {},
            },
          ],
          nested: null,
        },
      ],
    },
  ],
  defaultSelection,
  metadata: {},
});

/** The members that rules have in either language. */
function shared(row: Row): Row {
  const { created_at, modified_at, name, profile_id, rules, ruleset_id } = row;
  return { name, profile_id, ruleset_id, rules, default: row.default ?? null, created_at, modified_at };
}

const rulesetAt = (ctx: Context, id: string) => retrieve(ctx, Ruleset, id);

async function threeDsAt(ctx: Context, id: string): Promise<Row> {
  const row = await rulesetAt(ctx, id);
  return { ...shared(row), program: writeProgram(threeDsOverride, rulesOf(row as never) as never) };
}

async function surchargesAt(ctx: Context, id: string): Promise<Row> {
  const row = await rulesetAt(ctx, id);
  return {
    ...shared(row),
    algorithm: writeProgram(surchargeSelection, rulesOf(row as never) as never),
    merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
  };
}

const PROFILE = 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D';
const example = { query: { profile_id: PROFILE } };
const threeDs = {
  path: '/routing/decision',
  query: DecisionRulesQuery,
  response: one(ThreeDsRules),
  example,
} as const;
const surcharges = {
  path: '/routing/decision/surcharge',
  query: DecisionRulesQuery,
  response: one(SurchargeRules),
  example,
} as const;

export const decisionRulesBeyond = [
  handleAt(decisionRules.setThreeDsRules, {
    method: 'post',
    path: '/routing/decision',
    alsoAt: ['PUT /routing/decision'],
    body: ThreeDsRulesBody,
    response: one(ThreeDsRules),
    example: {
      body: {
        name: 'American Express',
        profile_id: PROFILE,
        algorithm: amex({ override_3ds: 'three_ds' }, { override_3ds: null }),
      },
    },
    handle: async (ctx, { body: { algorithm, name, profile_id, program } }) => {
      const param = algorithm === undefined || algorithm === null ? 'program' : 'algorithm';
      const given = algorithm ?? program ?? null;
      if (given === null) {
        throw new Problem('missing_parameter', 'algorithm is required.', { param: 'algorithm' });
      }
      const { default: otherwise, ...read } = readProgram(threeDsOverride, given, param);
      const rules = {
        name,
        profile_id,
        decision: 'three_ds' as const,
        rules: read.rules,
        default: otherwise,
      };
      return threeDsAt(ctx, await withProgram(read, () => replaceRules(ctx, rules)));
    },
  }),
  handleAt(decisionRules.retrieveThreeDsRules, {
    ...threeDs,
    method: 'get',
    handle: async (ctx, { query: { profile_id } }) =>
      threeDsAt(ctx, await findActiveRules(ctx, profile_id, 'three_ds')),
  }),
  handleAt(decisionRules.deleteThreeDsRules, {
    ...threeDs,
    method: 'delete',
    handle: async (ctx, { query: { profile_id } }) =>
      threeDsAt(ctx, await removeRules(ctx, profile_id, 'three_ds')),
  }),
  handleAt(decisionRules.setSurchargeRules, {
    method: 'post',
    path: '/routing/decision/surcharge',
    alsoAt: ['PUT /routing/decision/surcharge'],
    body: SurchargeRulesBody,
    response: one(SurchargeRules),
    example: {
      body: {
        name: 'American Express',
        profile_id: PROFILE,
        merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
        algorithm: amex(
          {
            surcharge_details: {
              surcharge: { type: 'rate', value: { percentage: 2.5 } },
              tax_on_surcharge: { percentage: 19 },
            },
          },
          { surcharge_details: null },
        ),
      },
    },
    handle: async (ctx, { body: { algorithm, merchant_surcharge_configs: display, name, profile_id } }) => {
      if (display?.show_surcharge_breakup_screen === false) {
        const param = 'merchant_surcharge_configs.show_surcharge_breakup_screen';
        throw invalidParameter(param, `${param} must be true or left out: pages always show the surcharge.`);
      }
      const { default: otherwise, ...read } = readProgram(surchargeSelection, algorithm, 'algorithm');
      const rules = {
        name,
        profile_id,
        decision: 'surcharge' as const,
        rules: read.rules,
        default: otherwise,
      };
      return surchargesAt(ctx, await withProgram(read, () => replaceRules(ctx, rules)));
    },
  }),
  handleAt(decisionRules.retrieveSurchargeRules, {
    ...surcharges,
    method: 'get',
    handle: async (ctx, { query: { profile_id } }) =>
      surchargesAt(ctx, await findActiveRules(ctx, profile_id, 'surcharge')),
  }),
  handleAt(decisionRules.deleteSurchargeRules, {
    ...surcharges,
    method: 'delete',
    handle: async (ctx, { query: { profile_id } }) =>
      surchargesAt(ctx, await removeRules(ctx, profile_id, 'surcharge')),
  }),
  executeThreeDs,
];
