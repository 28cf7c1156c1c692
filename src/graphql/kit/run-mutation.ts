import type { GraphQLResolveInfo } from 'graphql';
import { accountContext, actingContext } from '../../core/access/acting-context.ts';
import { type Context, isCustomersKey, requireKind, requirePerson } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import { requireAccess, withClientSecret, working } from '../../core/foundation/permissions.ts';
import { evenIfSuspended } from '../../core/foundation/suspension.ts';
import {
  type DescribedClass,
  isResource,
  namesRedirection,
  resourceOf,
  validate,
} from '../../core/model/index.ts';
import type { CommandResult, WriteOperation } from '../../core/operations/operation.ts';
import { hideFromReplay, type Row, readWritten } from '../../core/reads/index.ts';
import { once, onceAcross } from '../../core/writes/idempotency.ts';
import { requireRedirectsNamed } from '../../core/writes/require-redirects.ts';
import { callerContext, type GraphqlContext, requireCustomerFields } from './context.ts';
import { fromGraphql } from './mutation-input.ts';
import { mutationKey } from './mutation-key.ts';
import { columnsOf, selectionAt, selectionOf } from './selection.ts';
import { withStoredRouting } from './typed-routing.ts';
import { isUserError, userErrors } from './user-errors.ts';

/** A mutation: the operation that it carries out, and its form in GraphQL. */
export interface MutationForm {
  readonly operation: WriteOperation<never>;
  /** The class of the argument `input`. */
  readonly input: DescribedClass;
  /** The class of the object in the payload, and the payload's field that holds it. */
  readonly payload: DescribedClass;
  readonly payloadField: string;
  /** Whether the admin key must name the merchant. */
  readonly creates: boolean;
}

/** Validates the input, runs the command at most once per idempotency key, and reads the payload. */
export async function runMutation(
  form: MutationForm,
  input: unknown,
  graphql: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<object> {
  const { input: inputClass, operation, payloadField } = form;
  const begun = begin(form, graphql, info);
  let request: MutationRequest | undefined;
  try {
    request = readInput(form, begun, input);
    const key = mutationKey(request.keyInInput, graphql, info);
    const { oneTimeTexts, replayed, result } = await runOnce(form, request, key);
    if (replayed) graphql.markReplayed();
    const row = await payloadRow(form, request.ctx, result, info);
    const { oneTimeText } = operation;
    const secret = oneTimeText ? { [oneTimeText.name]: oneTimeTexts?.[oneTimeText.name] ?? null } : {};
    return { [payloadField]: row && { ...row, ...result.oneTime }, userErrors: [], ...secret };
  } catch (error) {
    if (!(error instanceof Problem) || !isUserError(error)) throw error;
    if (graphql.observed) graphql.observed.userError ??= error.code;
    if (error.isReplayed) graphql.markReplayed();
    const kept =
      request && error.paymentId !== null
        ? await payloadRow(form, request.ctx, { id: error.paymentId, snapshot: null }, info)
        : null;
    return { [payloadField]: kept, userErrors: userErrors(inputClass, input, error) };
  }
}

/**
 * The context of a mutation whose caller may call it and select the payload's fields. A refusal comes before the command
 * runs, so that it never hides a change.
 *
 * @throws {Problem} `wrong_key_kind`; as {@link requireAccess}.
 */
function begin(
  { operation, payload, payloadField }: MutationForm,
  graphql: GraphqlContext,
  info: GraphQLResolveInfo,
): Context {
  const { byPersons, customerFields, keys, name } = operation;
  const ctx = { ...callerContext(graphql), command: { name, recorded: new Set<string>() } };
  ctx.record?.commands.add(name);
  if (byPersons) requirePerson(ctx.caller);
  requireKind(ctx.caller, keys);
  requireAccess(ctx, operation);
  if (customerFields && isCustomersKey(ctx.caller.kind)) {
    const [selected] = selectionAt(selectionOf(info), [payloadField]);
    requireCustomerFields(resourceOf(payload), customerFields, selected!);
  }
  return operation.evenIfSuspended ? evenIfSuspended(working(ctx)) : working(ctx);
}

interface MutationRequest {
  /** The context of the merchant to act for. */
  readonly ctx: Context;
  /** All of the input but the idempotency key: repeated under the key, it must be the same. */
  readonly values: Row;
  readonly ids: readonly string[];
  readonly command: Row;
  readonly keyInInput: string | null;
}

/** @throws {Problem} As {@link validate}, {@link requireRedirectsNamed} and {@link actingContext}. */
function readInput(
  { creates, input: inputClass, operation, payload }: MutationForm,
  begun: Context,
  input: unknown,
): MutationRequest {
  const validated = validate(inputClass, fromGraphql(inputClass, input)) as Row;
  const { idempotency_key: keyInInput, ...values } = withStoredRouting(inputClass, validated) as Row;
  if (namesRedirection(inputClass, values)) requireRedirectsNamed(begun, inputClass, values);
  const { merchant_id, ...others } = values;
  const merchantId = merchant_id as string | null | undefined;
  const caller = withClientSecret(begun, values.client_secret);
  // For merchant accounts, merchant_id is the object's own identifier.
  const isMerchant = isResource(payload) && resourceOf(payload).id === 'merchant_id';
  const ctx = isMerchant
    ? accountContext(caller, operation.reach, merchantId)
    : actingContext(caller, merchantId, creates);
  const fields = isMerchant ? values : others;
  const ids = operation.ids.map((id) => String(fields[id]));
  const command = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !operation.ids.includes(name)),
  );
  return { ctx, values, ids, command, keyInInput: (keyInInput as string | null | undefined) ?? null };
}

/** The result stored (encrypted) for replays: the object's identifier, and values not read from the object. */
type StoredResult = { id: string; snapshot: Row | null; oneTime: Row | null };

interface Run {
  readonly result: StoredResult;
  readonly replayed: boolean;
  /** Secrets, which are not stored: undefined in a replay. */
  readonly oneTimeTexts: CommandResult['oneTimeTexts'];
}

async function runOnce(
  { operation, payload }: MutationForm,
  { command, ctx, ids, values }: MutationRequest,
  key: string | null,
): Promise<Run> {
  let oneTimeTexts: CommandResult['oneTimeTexts'];
  const run = async (within: Context): Promise<StoredResult> => {
    const {
      id,
      oneTime = null,
      snapshot = null,
      ...secret
    } = await operation.perform(within, ids, command as never);
    oneTimeTexts = secret.oneTimeTexts;
    return { id, snapshot, oneTime };
  };
  // After an interruption, return the object that was created or acted on. A command that returns something else is
  // safe to run again.
  const recover = async (within: Context, objectId: string | null): Promise<StoredResult> =>
    isResource(payload) ? { id: objectId ?? ids[0] ?? '', snapshot: null, oneTime: null } : run(within);
  const request = { key, operation: operation.name, input: values };
  const spans = operation.callsConnector || operation.spansTransactions;
  const { answer: result, replayed } = await (spans
    ? onceAcross(ctx, request, run, recover)
    : once(ctx, request, run));
  return { result, replayed, oneTimeTexts };
}

/** The object in the payload: the stored snapshot, or the selected columns of the object. */
async function payloadRow(
  { payload, payloadField }: MutationForm,
  ctx: Context,
  { id, snapshot }: Pick<StoredResult, 'id' | 'snapshot'>,
  info: GraphQLResolveInfo,
): Promise<Row | null> {
  if (snapshot) return hideFromReplay(ctx, payload, snapshot);
  const selection = selectionAt(selectionOf(info), [payloadField]);
  return readWritten(ctx, payload, id, columnsOf(resourceOf(payload), ...selection));
}
