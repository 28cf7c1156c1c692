import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Field, Info, Mutation, ObjectType, Resolver } from 'type-graphql';
import { type DescribedClass, isResource, resourceOf } from '../../core/model/index.ts';
import type { WriteOperation } from '../../core/operations/operation.ts';
import type { GraphqlContext } from './context.ts';
import { mutationInput } from './mutation-input.ts';
import { lowerFirst, registerField } from './root-fields.ts';
import { type MutationForm, runMutation } from './run-mutation.ts';
import { UserError } from './user-errors.ts';

/** The names of the mutations that may call a connector. */
export const connectorMutations: ReadonlySet<string> = new Set();

/** The members of a mutation that only GraphQL has. */
interface MutationOptions {
  /** Name of the object in the payload; by default the name of its type. */
  readonly payloadField?: string;
  /** The output class, for an operation with a table that is no resource. */
  readonly payload?: DescribedClass;
  /** False if the identifiers determine the merchant, so that the admin key need not name it. */
  readonly creates?: false;
}

/** The mutation of an operation, such as `updateRefund(input: UpdateRefundInput!): UpdateRefundPayload!`. */
export function mutationOf<Input>(
  operation: WriteOperation<Input>,
  {
    creates,
    payload = operation.target,
    payloadField = lowerFirst(operation.target.name),
  }: MutationOptions = {},
): new () => object {
  const { byPersons, ids, input: command, name } = operation;
  registerField(operation, 'Mutation', name);
  if (operation.callsConnector) (connectorMutations as Set<string>).add(name);
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  const form: MutationForm = {
    operation,
    payload,
    payloadField,
    creates: creates ?? operation.creates ?? operation.ofMerchant ?? false,
    input: mutationInput({
      name: typeName,
      about: `Input of \`${name}\`.`,
      ids,
      hasMerchant: !byPersons && (!isResource(payload) || resourceOf(payload).owned),
      ...(command ? { command } : {}),
    }),
  };
  const Payload = payloadType(typeName, form);

  @Resolver()
  class MutationResolver {
    @Mutation(() => Payload, { name, complexity: 10 })
    run(
      @Arg('input', () => form.input, { description: 'The parameters.' }) value: unknown,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      return runMutation(form, value, graphql, info);
    }
  }
  return MutationResolver;
}

/** The type of a mutation's payload: the object, the errors, and a secret that is shown once. */
function payloadType(typeName: string, { operation, payload, payloadField }: MutationForm): new () => object {
  @ObjectType(`${typeName}Payload`, {
    description: `Result of \`${operation.name}\`.`,
    simpleResolvers: true,
  })
  class Payload {
    @Field(() => [UserError], { description: 'Errors the caller can correct; empty on success.' })
    userErrors!: UserError[];
  }
  const describedField = (type: DescribedClass | typeof String, name: string, description: string) =>
    Field(() => type, { nullable: true, description })(Payload.prototype, name);
  const about = isResource(payload)
    ? 'The object after the mutation; null if it failed.'
    : 'The result; null if the mutation failed.';
  describedField(payload, payloadField, about);
  const { oneTimeText } = operation;
  if (oneTimeText) {
    const secret = `${oneTimeText.about} Null in the replay of an idempotent request.`;
    describedField(String, oneTimeText.name, secret);
  }
  return Payload;
}
