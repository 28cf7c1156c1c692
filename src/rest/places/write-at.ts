import type { Context } from '../../core/foundation/context.ts';
import { type DescribedClass, isResource } from '../../core/model/index.ts';
import type { CommandResult, WriteOperation } from '../../core/operations/operation.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import { one, oneForCustomers, oneWithSecret, type ResponseShape } from '../response-shapes.ts';
import { handleAt, idsIn, type Place } from './handle-at.ts';
import { retrieve } from './retrieve-at.ts';

/** Places an operation that changes something. Its input is the body. */
export function writeAt<Input>(
  described: WriteOperation<Input>,
  { pathIds, inputOf, ...place }: Place<Input>,
): Operation {
  const { callsConnector, input, perform, spansTransactions, target } = described;
  const idsOf = idsIn(described, place.path, pathIds);
  const handle = async (ctx: Context, { path, query, body }: OperationRequest): Promise<object> => {
    const values = inputOf
      ? inputOf({ path, query: query as object, body: body as object })
      : (body as Input);
    return resultOf(ctx, target, await perform(ctx, idsOf(path), values));
  };
  const replay: Operation['replay'] = (ctx, path, objectId, body) =>
    isResource(target)
      ? retrieve(ctx, target, idsOf(path)[0] ?? objectId!)
      : handle(ctx, { path, query: {}, body });
  return handleAt(described, {
    ...(input && !place.query ? { body: input } : {}),
    ...(callsConnector || spansTransactions ? { replay } : {}),
    response: responseOf(described),
    handle,
    ...place,
  });
}

function responseOf({ customerFields, oneTimeText, target }: WriteOperation<never>): ResponseShape {
  if (customerFields) return oneForCustomers(target, customerFields);
  if (!oneTimeText) return isResource(target) ? one(target, 'full') : one(target);
  const { about, name } = oneTimeText;
  return oneWithSecret(target, name, `${about} Null in the replay of an idempotent request.`);
}

/** The changed object, with the values that only this response contains. */
async function resultOf(ctx: Context, target: DescribedClass, result: CommandResult): Promise<object> {
  const row = result.snapshot ?? (await retrieve(ctx, target, result.id));
  return { ...row, ...result.oneTime, ...result.oneTimeTexts };
}
