import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Field, Info, Mutation, ObjectType, Resolver } from 'type-graphql';
import { type KeyKind, requireKind } from '../../core/foundation/caller.ts';
import { type Context, withinMerchant } from '../../core/foundation/context.ts';
import { notFound, Problem, type ProblemType } from '../../core/foundation/errors.ts';
import { type DescribedClass, isResource, resourceOf, validate } from '../../core/model/index.ts';
import { type Row, readOne } from '../../core/reads/index.ts';
import { once, onceAcross } from '../../core/writes/idempotency.ts';
import { callerContext, type GraphqlContext } from './context.ts';
import { fromGraphql, mutationInput } from './mutation-input.ts';
import { columnsOf, selectionAt, selectionOf } from './selection.ts';

@ObjectType({ description: 'Something the caller can mend.', simpleResolvers: true })
export class UserError {
  @Field(() => String, { description: 'A stable code, the same that REST answers.' }) code!: string;
  @Field(() => String, { description: 'What is wrong and how to mend it.' }) message!: string;
  @Field(() => String, { nullable: true, description: "The parameter's path, in the specification's names." })
  param?: string | null;
}

/** What a command came to: the object to answer with, and what is shown this once and never kept. */
export interface CommandResult {
  readonly id: string;
  /** What to answer in place of the object: as it was, for one that is no more, or what is no resource at all. */
  readonly snapshot?: Row;
  /** What is shown of the object in this answer alone. */
  readonly oneTime?: Row;
  readonly oneTimeTexts?: Readonly<Record<string, string>>;
}

/** A field of a payload besides the object: text that is shown once. */
interface OneTimeText {
  readonly name: string;
  readonly about: string;
}

/** One mutation, described: its types, checks and answers all follow from this. */
export interface MutationDescription<Taken> {
  readonly name: string;
  readonly about: string;
  /** The kinds of key it takes; an API key acts for its merchant, the admin key for the one it names. */
  readonly keys?: readonly KeyKind[];
  /** What the command takes. */
  readonly input?: DescribedClass & { prototype: Taken };
  /** The identifiers of what it acts on, in the specification's names. */
  readonly ids?: readonly string[];
  /** True for a create that belongs to a merchant: the admin key must name it. */
  readonly creates?: boolean;
  /** The resource it answers with, or a described value that has no identifier; and the payload's name for it. */
  readonly payload: DescribedClass;
  readonly payloadField: string;
  readonly oneTimeText?: OneTimeText;
  /** True where the command may call a connector, which no transaction may span. */
  readonly callsConnector?: boolean;
  readonly run: (ctx: Context, given: Taken, ids: Readonly<Record<string, string>>) => Promise<CommandResult>;
}

const merchantKeys: readonly KeyKind[] = ['api_key', 'admin_key'];

/** Problems of these types are the caller's to mend, and part of the payload; all others are errors. */
const mendable = new Set<ProblemType>(['invalid_request', 'not_found', 'conflict', 'connector']);

/** A client secret is a parameter here: the request itself was let in for its key. */
const isMendable = ({ type, code }: Problem) => mendable.has(type) || code.startsWith('client_secret_');

function userErrors(problem: Problem): UserError[] {
  const all = problem.parameters.length > 0 ? problem.parameters : [problem];
  return all.map(({ code, message, param }) => ({ code, message, param }));
}

/** The merchant a mutation acts for: an API key's own, whatever it names; for the admin key the one it names. */
function actingContext(ctx: Context, named: string | null | undefined, mustName: boolean): Context {
  if (ctx.caller.kind !== 'admin_key') {
    if (named && named !== ctx.merchantId) throw notFound('merchant account', 'merchant_id');
    return ctx;
  }
  if (named) return withinMerchant(ctx, named);
  if (mustName) {
    throw new Problem('missing_parameter', 'merchant_id is required with the admin API key.', {
      param: 'merchant_id',
    });
  }
  return ctx;
}

/** What is kept of an outcome for replays, sealed: which object, and what of the answer is not read from it. */
type Kept = { id: string; was: Row | null; once: Row | null };

const takesMerchant = (answers: DescribedClass) =>
  isResource(answers) && resourceOf(answers).id === 'merchant_id';

type Given = Record<string, unknown> & { merchant_id?: string | null; idempotency_key?: string | null };

/** Validates an input, runs its command at most once for its idempotency key, and reads the answer. */
async function mutate<Taken>(
  described: MutationDescription<Taken>,
  input: DescribedClass,
  given: unknown,
  graphql: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<object> {
  const caller = callerContext(graphql);
  requireKind(caller.caller, described.keys ?? merchantKeys);
  const { ids = [], payload, payloadField, oneTimeText } = described;
  try {
    const { idempotency_key: key = null, ...values } = validate(input, fromGraphql(input, given)) as Given;
    const { merchant_id: merchantId, ...rest } = values;
    const namesMerchant = takesMerchant(payload);
    const ctx = namesMerchant ? caller : actingContext(caller, merchantId, described.creates ?? false);
    const command = namesMerchant ? values : rest;
    const named = Object.fromEntries(ids.map((id) => [id, String(command[id])]));
    const changes = Object.fromEntries(Object.entries(command).filter(([name]) => !ids.includes(name)));

    let shownOnce: CommandResult['oneTimeTexts'];
    const asked = { key, operation: described.name, input: values };
    const work = async (at: Context): Promise<Kept> => {
      const outcome = await described.run(at, changes as Taken, named);
      shownOnce = outcome.oneTimeTexts;
      return { id: outcome.id, was: outcome.snapshot ?? null, once: outcome.oneTime ?? null };
    };
    // Interrupted work is answered with the object that it made, or the one that it was about. What answers with
    // something else is safe to do again.
    const again = async (at: Context, objectId: string | null): Promise<Kept> =>
      isResource(payload) ? { id: objectId ?? named[ids[0] ?? ''] ?? '', was: null, once: null } : work(at);
    const { answer, replayed } = await (described.callsConnector
      ? onceAcross(ctx, asked, work, again)
      : once(ctx, asked, work));
    if (replayed) graphql.markReplayed();
    const row = answer.was ?? (await readSelected(ctx, described, answer.id, info));
    const secret = oneTimeText ? { [oneTimeText.name]: shownOnce?.[oneTimeText.name] ?? null } : {};
    return { [payloadField]: row && { ...row, ...answer.once }, userErrors: [], ...secret };
  } catch (error) {
    if (!(error instanceof Problem) || !isMendable(error)) throw error;
    return { [payloadField]: null, userErrors: userErrors(error) };
  }
}

/** Reads what is selected of the object that a mutation answers with. */
function readSelected(
  ctx: Context,
  { payload, payloadField }: Pick<MutationDescription<never>, 'payload' | 'payloadField'>,
  id: string,
  info: GraphQLResolveInfo,
): Promise<Row | null> {
  const selection = selectionAt(selectionOf(info), [payloadField]);
  return readOne(ctx, payload, id, columnsOf(resourceOf(payload), ...selection));
}

/**
 * A mutation as a resolver: `updateRefund(input: UpdateRefundInput!): UpdateRefundPayload!`, made from its
 * description.
 */
export function mutation<Taken>(described: MutationDescription<Taken>): new () => object {
  const typeName = described.name.charAt(0).toUpperCase() + described.name.slice(1);
  const input = mutationInput({
    name: typeName,
    about: `What \`${described.name}\` takes.`,
    ids: described.ids ?? [],
    forMerchant: !isResource(described.payload) || resourceOf(described.payload).owned,
    ...(described.input ? { takes: described.input } : {}),
  });
  const { payloadField, payload, oneTimeText } = described;

  @ObjectType(`${typeName}Payload`, {
    description: `What \`${described.name}\` came to.`,
    simpleResolvers: true,
  })
  class Payload {
    @Field(() => [UserError], { description: 'What the caller can mend; empty when it went well.' })
    userErrors!: UserError[];
  }
  const aboutObject = isResource(payload)
    ? 'The object as it is now; null when it did not go well.'
    : 'What came of it; null when it did not go well.';
  Field(() => payload, { nullable: true, description: aboutObject })(Payload.prototype, payloadField);
  if (oneTimeText) {
    Field(() => String, { nullable: true, description: oneTimeText.about })(
      Payload.prototype,
      oneTimeText.name,
    );
  }

  @Resolver()
  class MutationResolver {
    @Mutation(() => Payload, { name: described.name, description: described.about, complexity: 10 })
    run(
      @Arg('input', () => input, { description: 'What it takes.' }) given: unknown,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      return mutate(described, input, given, graphql, info);
    }
  }
  return MutationResolver;
}
