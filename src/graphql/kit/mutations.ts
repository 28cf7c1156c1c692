import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { Arg, Ctx, Field, Info, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accountContext, actingContext } from '../../core/access/acting-context.ts';
import {
  type Context,
  isCustomersKey,
  type KeyKind,
  requireKind,
  requirePerson,
} from '../../core/foundation/context.ts';
import { invalidParameter, Problem, type ProblemType } from '../../core/foundation/errors.ts';
import {
  describeRequirement,
  permitted,
  type Requirement,
  withClientSecret,
} from '../../core/foundation/permissions.ts';
import { evenIfSuspended } from '../../core/foundation/suspension.ts';
import {
  type DescribedClass,
  isResource,
  namesRedirection,
  resourceOf,
  validate,
} from '../../core/model/index.ts';
import type { CommandResult, OneTimeText, WriteOperation } from '../../core/operations/operation.ts';
import { hideFromReplay, type Row, readWritten } from '../../core/reads/index.ts';
import { once, onceAcross } from '../../core/writes/idempotency.ts';
import { requireRedirectsNamed } from '../../core/writes/require-redirects.ts';
import { callerContext, type GraphqlContext, requireCustomerFields } from './context.ts';
import { fromGraphql, inputPath, mutationInput } from './mutation-input.ts';
import { registerField } from './root-fields.ts';
import { columnsOf, selectionAt, selectionOf } from './selection.ts';
import { typedPath, withStoredRouting } from './typed-routing.ts';

@ObjectType({ description: 'An error the caller can correct.', simpleResolvers: true })
export class UserError {
  @Field(() => String, { description: 'Stable error code, the same as in the REST API.' }) code!: string;
  @Field(() => String, { description: 'The fault, and how to correct it.' }) message!: string;
  @Field(() => String, {
    nullable: true,
    description: "Path of the parameter, in the specification's names.",
  })
  param?: string | null;
  @Field(() => [String], {
    nullable: true,
    description:
      'Path of the field within `input`, in its own names, such as `["paymentMethodData", "card", "cardNumber"]`; positions in lists are numbers from 0. Null if no field of the input is at fault.',
  })
  field?: string[] | null;
}

/** Describes a mutation: its types, validation and payload are derived from this. */
export interface MutationDescription<Command> extends Requirement {
  readonly name: string;
  readonly about: string;
  /** True if only signed-in people may use it: it concerns their own account. */
  readonly byPersons?: true;
  /** Accepted kinds of key. An API key acts for its own merchant, the admin key for the named one. */
  readonly keys?: readonly KeyKind[];
  /** The fields of the payload's object that a customer's key may select; required if `keys` has such a kind. */
  readonly customerFields?: ReadonlySet<string>;
  /** The command's input. */
  readonly input?: DescribedClass & { prototype: Command };
  /** Names of the identifiers of the object it acts on, as in the specification. */
  readonly ids?: readonly string[];
  /** True if it creates an object of a merchant: the admin key must name the merchant. */
  readonly creates?: boolean;
  /** The resource it returns, or a described value without an identifier; and its name in the payload. */
  readonly payload: DescribedClass;
  readonly payloadField: string;
  readonly oneTimeText?: OneTimeText;
  /** Allowed for a suspended merchant: it returns money, ends something or erases data. */
  readonly evenIfSuspended?: boolean;
  /** True if it may call a connector, which must not happen within a transaction. */
  readonly callsConnector?: boolean;
  /** Whether it spans transactions without one, such as to look something up between them. */
  readonly spansTransactions?: boolean;
  readonly run: (
    ctx: Context,
    input: Command,
    ids: Readonly<Record<string, string>>,
  ) => Promise<CommandResult>;
}

const merchantKeys: readonly KeyKind[] = ['api_key', 'admin_key'];

/** Types of problems the caller can correct: these are user errors of the payload, all others GraphQL errors. */
const userErrorTypes = new Set<ProblemType>(['invalid_request', 'not_found', 'conflict', 'connector']);

/** A client secret is a parameter here, though its problems have the type `authentication`. */
const isUserError = ({ type, code }: Problem) =>
  userErrorTypes.has(type) || code.startsWith('client_secret_');

function userErrors(input: DescribedClass, given: unknown, problem: Problem): UserError[] {
  const all = problem.parameters.length > 0 ? problem.parameters : [problem];
  return all.map(({ code, message, param }) => {
    const field = typedPath(input, given, param) ?? inputPath(input, param);
    return { code, message, param, field };
  });
}

/** The result stored (encrypted) for replays: the object's identifier, and values not read from the object. */
type StoredResult = { id: string; snapshot: Row | null; oneTime: Row | null };

const isMerchant = (target: DescribedClass) => isResource(target) && resourceOf(target).id === 'merchant_id';

type InputValues = Record<string, unknown> & { merchant_id?: string | null; idempotency_key?: string | null };

/**
 * The idempotency key of a mutation: of its input, or of the request where that has one mutation.
 *
 * @throws {Problem} `invalid_parameter` if both are given and differ, or a header is given with several mutations.
 */
function keyOf(inInput: string | null, graphql: GraphqlContext, info: GraphQLResolveInfo): string | null {
  const inHeader = graphql.idempotencyKey();
  if (inHeader === null) return inInput;
  if (rootFieldsOf(info.operation.selectionSet, info) > 1) {
    throw invalidParameter(
      'Idempotency-Key',
      'The header Idempotency-Key works only for a document with one mutation. Give each input its own idempotencyKey.',
    );
  }
  if (inInput !== null && inInput !== inHeader) {
    throw invalidParameter(
      'Idempotency-Key',
      'The header Idempotency-Key and input.idempotencyKey differ. Send one of them.',
    );
  }
  return inHeader;
}

const rootFieldsOf = ({ selections }: SelectionSetNode, info: GraphQLResolveInfo): number =>
  selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    const inside =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value]!;
    return sum + rootFieldsOf(inside.selectionSet, info);
  }, 0);

/** Validates the input, runs the command at most once per idempotency key, and reads the payload. */
async function mutate<Command>(
  description: MutationDescription<Command>,
  inputClass: DescribedClass,
  input: unknown,
  graphql: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<object> {
  const command = { name: description.name, recorded: new Set<string>() };
  const given = { ...callerContext(graphql), command };
  given.record?.commands.add(description.name);
  if (description.byPersons) requirePerson(given.caller);
  requireKind(given.caller, description.keys ?? merchantKeys);
  const own = permitted(given, description);
  const begun = description.evenIfSuspended ? evenIfSuspended(own) : own;
  const { customerFields, ids = [], payload, payloadField, oneTimeText } = description;
  // Checked before anything happens: a refusal must not hide that the command has run.
  if (customerFields && isCustomersKey(begun.caller.kind)) {
    const [selected] = selectionAt(selectionOf(info), [payloadField]);
    requireCustomerFields(resourceOf(payload), customerFields, selected!);
  }
  try {
    const validated = validate(inputClass, fromGraphql(inputClass, input));
    const { idempotency_key: inInput = null, ...values } = withStoredRouting(
      inputClass,
      validated as Record<string, unknown>,
    ) as InputValues;
    if (namesRedirection(inputClass, values)) requireRedirectsNamed(begun, inputClass, values);
    const key = keyOf(inInput, graphql, info);
    const { merchant_id: merchantId, ...rest } = values;
    const caller = withClientSecret(begun, values.client_secret);
    // For merchant accounts, merchant_id is the object's own identifier.
    const ctx = isMerchant(payload)
      ? accountContext(caller, description.reach, merchantId)
      : actingContext(caller, merchantId, description.creates ?? false);
    const fields = isMerchant(payload) ? values : rest;
    const idValues = Object.fromEntries(ids.map((id) => [id, String(fields[id])]));
    const command = Object.fromEntries(Object.entries(fields).filter(([name]) => !ids.includes(name)));

    let oneTimeTexts: CommandResult['oneTimeTexts'];
    const request = { key, operation: description.name, input: values };
    const run = async (at: Context): Promise<StoredResult> => {
      const result = await description.run(at, command as Command, idValues);
      oneTimeTexts = result.oneTimeTexts;
      return { id: result.id, snapshot: result.snapshot ?? null, oneTime: result.oneTime ?? null };
    };
    // After an interruption, return the object that was created or acted on. A command that returns something else is
    // safe to run again.
    const recover = async (at: Context, objectId: string | null): Promise<StoredResult> =>
      isResource(payload)
        ? { id: objectId ?? idValues[ids[0] ?? ''] ?? '', snapshot: null, oneTime: null }
        : run(at);
    const spans = description.callsConnector || description.spansTransactions;
    const { answer: result, replayed } = await (spans
      ? onceAcross(ctx, request, run, recover)
      : once(ctx, request, run));
    if (replayed) graphql.markReplayed();
    const row = result.snapshot
      ? hideFromReplay(ctx, payload, result.snapshot)
      : await readSelected(ctx, description, result.id, info);
    const secret = oneTimeText ? { [oneTimeText.name]: oneTimeTexts?.[oneTimeText.name] ?? null } : {};
    return { [payloadField]: row && { ...row, ...result.oneTime }, userErrors: [], ...secret };
  } catch (error) {
    if (!(error instanceof Problem) || !isUserError(error)) throw error;
    if (graphql.observed) graphql.observed.userError ??= error.code;
    return { [payloadField]: null, userErrors: userErrors(inputClass, input, error) };
  }
}

/** Reads the selected columns of the object a mutation returns. */
function readSelected(
  ctx: Context,
  { payload, payloadField }: Pick<MutationDescription<never>, 'payload' | 'payloadField'>,
  id: string,
  info: GraphQLResolveInfo,
): Promise<Row | null> {
  const selection = selectionAt(selectionOf(info), [payloadField]);
  return readWritten(ctx, payload, id, columnsOf(resourceOf(payload), ...selection));
}

/** The requirements of each mutation, by name. */
export const mutationRequirements: ReadonlyMap<string, Requirement> = new Map();

/** The names of the mutations that may call a connector. */
export const connectorMutations: ReadonlySet<string> = new Set();

function aboutOf(description: MutationDescription<never>): string {
  const { about, byPersons, evenIfSuspended: goesOn } = description;
  const also = goesOn ? ' Also while the merchant is suspended.' : '';
  const takes = byPersons ? ' Takes the session of a person.' : describeRequirement(description);
  return about + also + takes;
}

/** A mutation's resolver, such as `updateRefund(input: UpdateRefundInput!): UpdateRefundPayload!`. */
export function mutation<Command>(description: MutationDescription<Command>): new () => object {
  const { name, payloadField, payload, oneTimeText } = description;
  if (description.callsConnector) (connectorMutations as Set<string>).add(name);
  (mutationRequirements as Map<string, Requirement>).set(name, description);
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  const input = mutationInput({
    name: typeName,
    about: `Input of \`${name}\`.`,
    ids: description.ids ?? [],
    hasMerchant: !description.byPersons && (!isResource(payload) || resourceOf(payload).owned),
    ...(description.input ? { command: description.input } : {}),
  });

  @ObjectType(`${typeName}Payload`, {
    description: `Result of \`${name}\`.`,
    simpleResolvers: true,
  })
  class Payload {
    @Field(() => [UserError], { description: 'Errors the caller can correct; empty on success.' })
    userErrors!: UserError[];
  }
  const aboutObject = isResource(payload)
    ? 'The object after the mutation; null if it failed.'
    : 'The result; null if the mutation failed.';
  Field(() => payload, { nullable: true, description: aboutObject })(Payload.prototype, payloadField);
  if (oneTimeText) {
    Field(() => String, { nullable: true, description: oneTimeText.about })(
      Payload.prototype,
      oneTimeText.name,
    );
  }

  @Resolver()
  class MutationResolver {
    @Mutation(() => Payload, {
      name,
      description: aboutOf(description),
      complexity: 10,
    })
    run(
      @Arg('input', () => input, { description: 'The parameters.' }) value: unknown,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      return mutate(description, input, value, graphql, info);
    }
  }
  return MutationResolver;
}

/** What a mutation of an operation of both APIs has in GraphQL only. */
interface MutationForm<Input> {
  /** Its name, if that is not the operation's. */
  readonly name?: string;
  /** The name of the object in the payload: that of its type, unless another is given. */
  readonly payloadField?: string;
  /** The output class, if the operation's is a table that is no resource. */
  readonly payload?: DescribedClass;
  /** The input class, if it is not the command's, with the command's input of it. */
  readonly input?: DescribedClass;
  readonly inputOf?: (input: never, ids: Readonly<Record<string, string>>) => Input;
  readonly ids?: readonly string[];
  /** False if the admin key need not name the merchant, as the identifiers tell it. */
  readonly creates?: false;
}

/** The mutation of an operation that changes something. */
export function mutationOf<Input>(
  operation: WriteOperation<Input>,
  { inputOf, ...form }: MutationForm<Input> = {},
): new () => object {
  const { ids, kind, ofMerchant, oneTimeText, only, perform, problems, summary, target, ...facts } =
    operation;
  const name = form.name ?? operation.name;
  registerField(operation, 'Mutation', name);
  return mutation<Input>({
    ...(facts as Omit<typeof facts, 'input'> & { readonly input?: DescribedClass & { prototype: Input } }),
    ids,
    creates: operation.creates ?? ofMerchant ?? false,
    payload: target,
    payloadField: target.name.charAt(0).toLowerCase() + target.name.slice(1),
    ...(oneTimeText ? { oneTimeText: replayedAsNull(oneTimeText) } : {}),
    ...(form as object),
    name,
    run: (ctx, input, values) => {
      const given = inputOf ? inputOf(input as never, values) : input;
      return perform(
        ctx,
        ids.map((id) => values[id]!),
        given,
      );
    },
  });
}

const replayedAsNull = ({ about, name }: OneTimeText): OneTimeText => ({
  name,
  about: `${about} Null in the replay of an idempotent request.`,
});
