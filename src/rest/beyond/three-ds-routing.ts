import type { Request } from 'express';
import { removeRules } from '../../core/business-profiles/replace-rules.ts';
import { activateRuleset, createRuleset, rulesOf } from '../../core/business-profiles/rulesets.ts';
import { Ruleset } from '../../core/entities/ruleset.ts';
import type { Context } from '../../core/foundation/context.ts';
import { invalidParameter, notFound } from '../../core/foundation/errors.ts';
import { isObject } from '../../core/model/read-input.ts';
import type { OperationDescription } from '../../core/operations/operation.ts';
import { rulesets } from '../../core/operations/rulesets.ts';
import { type Condition, type ListPage, type Row, readList, WrittenPage } from '../../core/reads/index.ts';
import { threeDsDecision } from '../dialects/hyperswitch/program-outputs.ts';
import { readProgram, withProgram } from '../dialects/hyperswitch/read-program.ts';
import {
  ThreeDsRouting,
  ThreeDsRoutingActivation,
  ThreeDsRoutingCreation,
  ThreeDsRoutingDeactivation,
  ThreeDsRoutingQuery,
} from '../dialects/hyperswitch/three-ds-routing-bodies.ts';
import { writeProgram } from '../dialects/hyperswitch/write-program.ts';
import type { Operation } from '../operation.ts';
import { handleAt } from '../places/handle-at.ts';
import { retrieve } from '../places/retrieve-at.ts';
import { one, page } from '../response-shapes.ts';

/*
 * Routing configurations of Hyperswitch's clients for the transaction type `three_ds_authentication`: views of the rulesets of
 * the decision `three_ds`.
 */

/** The transaction type by which requests ask for them. */
const THREE_DS = 'three_ds_authentication';
const PROGRAM = 'three_ds_decision_rule';

function shown(row: Row): Row {
  const { created_at, description, modified_at, name, profile_id, ruleset_id, status } = row;
  const data = writeProgram(threeDsDecision, rulesOf(row as never) as never);
  return {
    ...{ created_at, description, modified_at, name, profile_id, ruleset_id },
    id: ruleset_id,
    algorithm: data && { type: PROGRAM, data },
    transaction_type: THREE_DS,
    active: status === 'active',
  };
}

const shownAt = async (ctx: Context, id: string): Promise<Row> => shown(await retrieve(ctx, Ruleset, id));

/** A ruleset of 3-D Secure. @throws {Problem} `resource_not_found`, also for a ruleset of another decision. */
async function threeDsRuleset(ctx: Context, id: string): Promise<Row> {
  const row = await retrieve(ctx, Ruleset, id);
  if (row.decision !== 'three_ds') throw notFound('routing configuration');
  return row;
}

/** The operation of rulesets that a routing operation stands for: its permission, reach and errors. */
const viewOf = (of: OperationDescription): OperationDescription => ({ ...of, ids: [], ofMerchant: true });
const listed = { response: page(ThreeDsRouting), query: ThreeDsRoutingQuery } as const;

const listOf =
  (where: readonly Condition[]) =>
  async (ctx: Context, { query }: { readonly query: ThreeDsRoutingQuery }) => {
    const { profile_id, transaction_type: _, ...paged } = query;
    const ofProfile: Condition[] = profile_id ? [{ field: 'profile_id', op: 'eq', value: profile_id }] : [];
    const decided: Condition = { field: 'decision', op: 'eq', value: 'three_ds' };
    const conditions = [decided, ...ofProfile, ...where];
    const found = await readList(ctx, Ruleset, 'full', conditions, paged as ListPage);
    const rows = found instanceof WrittenPage ? (JSON.parse(found.json) as Row[]) : found.rows;
    return { more: found.more, rows: rows.map(shown) };
  };

const create = handleAt(viewOf(rulesets.createRuleset), {
  method: 'post',
  path: '/routing',
  body: ThreeDsRoutingCreation,
  response: one(ThreeDsRouting),
  handle: async (ctx, { body: { algorithm, description, name, profile_id } }) => {
    const { data, type } = isObject(algorithm) ? algorithm : ({} as Record<string, unknown>);
    if (type !== PROGRAM) throw invalidParameter('algorithm.type', `algorithm.type must be ${PROGRAM}.`);
    const { default: otherwise, ...read } = readProgram(threeDsDecision, data ?? null, 'algorithm.data');
    const id = await withProgram(read, () =>
      createRuleset(ctx, {
        ...{ name, decision: 'three_ds', rules: read.rules, default: otherwise },
        ...{ description: description ?? null, profile_id: profile_id ?? null },
      }),
    );
    return shownAt(ctx, id);
  },
});

const list = handleAt(viewOf(rulesets.listRulesets), {
  ...listed,
  method: 'get',
  path: '/routing',
  handle: listOf([]),
});

const listActive = handleAt(viewOf(rulesets.listRulesets), {
  ...listed,
  method: 'get',
  path: '/routing/active',
  handle: listOf([{ field: 'status', op: 'eq', value: 'active' }]),
});

const retrieveOne = handleAt(viewOf(rulesets.retrieveRuleset), {
  method: 'get',
  path: '/routing/{routing_id}',
  response: one(ThreeDsRouting),
  handle: async (ctx, { path }) => shown(await threeDsRuleset(ctx, path.routing_id)),
});

const activate = handleAt(viewOf(rulesets.activateRuleset), {
  method: 'post',
  path: '/routing/{routing_id}/activate',
  body: ThreeDsRoutingActivation,
  response: one(ThreeDsRouting),
  handle: async (ctx, { path: { routing_id: id } }) => {
    await threeDsRuleset(ctx, id);
    await activateRuleset(ctx, id);
    return shownAt(ctx, id);
  },
});

const deactivate = handleAt(viewOf(rulesets.deactivateRuleset), {
  method: 'post',
  path: '/routing/deactivate',
  body: ThreeDsRoutingDeactivation,
  response: one(ThreeDsRouting),
  handle: async (ctx, { body: { profile_id } }) =>
    shownAt(ctx, await removeRules(ctx, profile_id, 'three_ds')),
});

const asksByBody = ({ body }: Request) => isObject(body) && body.transaction_type === THREE_DS;
const asksByQuery = ({ originalUrl }: Request) =>
  new URL(originalUrl, 'http://localhost').searchParams.get('transaction_type') === THREE_DS;
/** Their configurations have the identifiers of rulesets. */
const asksByPath = ({ params }: Request) => String(params.routing_id).startsWith('rul_');

/** The operations that serve these requests in place of those of routing configurations, by the name of the latter. */
export const threeDsRouting: Readonly<Record<string, NonNullable<Operation['instead']>>> = {
  createRoutingConfiguration: { asks: asksByBody, operation: create },
  listRoutingConfigurations: { asks: asksByQuery, operation: list },
  listActiveRouting: { asks: asksByQuery, operation: listActive },
  retrieveRoutingConfiguration: { asks: asksByPath, operation: retrieveOne },
  activateRoutingConfiguration: { asks: asksByPath, operation: activate },
  deactivateRouting: { asks: asksByBody, operation: deactivate },
};
