import { Field, ObjectType } from 'type-graphql';
import type { Problem, ProblemType } from '../../core/foundation/errors.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import { inputPath } from './mutation-input.ts';
import { typedPath } from './typed-routing.ts';

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

/** The types of problem that are user errors in the payload. The others are GraphQL errors. */
const userErrorTypes = new Set<ProblemType>(['invalid_request', 'not_found', 'conflict', 'connector']);

/**
 * Whether the caller can correct a problem. A client secret is a parameter here, though its problems have the type
 * `authentication`. A refusal that kept its payment has it in the payload.
 */
export const isUserError = ({ type, code, paymentId }: Problem): boolean =>
  userErrorTypes.has(type) || code.startsWith('client_secret_') || paymentId !== null;

/** The user errors of a problem with an input: one for each faulty parameter. */
export function userErrors(target: DescribedClass, input: unknown, problem: Problem): UserError[] {
  const all = problem.parameters.length > 0 ? problem.parameters : [problem];
  return all.map(({ code, message, param }) => {
    const field = typedPath(target, input, param) ?? inputPath(target, param);
    return { code, message, param, field };
  });
}
