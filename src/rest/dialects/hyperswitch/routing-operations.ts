import { Routing } from '../../../core/entities/values/profile-settings.ts';
import { routingAlgorithm } from '../../../core/entities/values/routing-documents.ts';
import { Problem } from '../../../core/foundation/errors.ts';
import { type DescribedClass, fieldsOf } from '../../../core/model/index.ts';
import type { Operation, OperationRequest } from '../../operation.ts';
import { hasTheirRules, type ReadRules, readTheirRules } from './routing-rules.ts';

/** The sentence about such rules in the description of an algorithm. */
export const ABOUT_RULES =
  ' A request may give `data` of `advanced` as Hyperswitch has it, `{"rules": [{"name", "connectorSelection", "statements"}], "defaultSelection"}`: it is stored, and returned, as the rules here.';

/** The fields of a body that hold a routing algorithm. */
export const routingFieldsOf = (body: DescribedClass | undefined): readonly string[] =>
  body
    ? fieldsOf(body).flatMap(({ kind, name, of, schema }) =>
        schema === routingAlgorithm || (kind === 'object' && of!() === Routing) ? [name] : [],
      )
    : [];

type Body = Readonly<Record<string, unknown>>;

/** Has an operation take rules as clients of Hyperswitch write them wherever its body holds a routing algorithm. */
export function takingTheirRules(
  handle: Operation['handle'],
  fields: readonly string[],
): Operation['handle'] {
  return async (ctx, request) => {
    const body = request.body as Body;
    const given = fields.filter((name) => hasTheirRules(body[name]));
    return given.length === 0
      ? handle(ctx, request)
      : withRulesRead(given, request, (own) => handle(ctx, own));
  };
}

async function withRulesRead(
  fields: readonly string[],
  request: OperationRequest,
  handle: (own: OperationRequest) => Promise<unknown>,
): Promise<unknown> {
  const body = request.body as Body;
  const read = fields.map((name): [string, ReadRules] => [name, readTheirRules(body[name] as Body, name)]);
  const algorithms = read.map(([name, { algorithm }]) => [name, algorithm]);
  try {
    return await handle({ ...request, body: { ...body, ...Object.fromEntries(algorithms) } });
  } catch (error) {
    const param = error instanceof Problem ? error.param : null;
    const rules = read.find(([name]) => param === name || param?.startsWith(`${name}.`))?.[1];
    if (!(error instanceof Problem) || !param || !rules) throw error;
    const path = rules.given(param);
    throw new Problem(error.code, error.message.replaceAll(param, path), { param: path });
  }
}
