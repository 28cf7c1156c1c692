import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { Arg, ID } from 'type-graphql';
import { invalidParameter } from '../../core/foundation/errors.ts';
import { isStorable, UNSTORABLE } from '../../core/model/formats.ts';

/** Declares the argument `merchantId`. */
export const merchantArgument = (description: string) =>
  Arg('merchantId', () => ID, { nullable: true, description });

/**
 * Makes every query and subscription reject text that PostgreSQL cannot store: nothing can match it, and a statement
 * with it fails. Mutations validate their inputs themselves.
 */
export function refuseUnstorableArguments(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType()!, schema.getSubscriptionType()!]) {
    for (const field of Object.values(type.getFields())) {
      if (field.args.length === 0) continue;
      if (field.subscribe) field.subscribe = checking(field.subscribe);
      else if (field.resolve) field.resolve = checking(field.resolve);
    }
  }
}

function checking<Resolve extends GraphQLFieldResolver<unknown, unknown>>(resolve: Resolve): Resolve {
  const checked: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
    refuseUnstorable(args, '');
    return resolve(source, args, context, info);
  };
  return checked as Resolve;
}

/** @throws {Problem} `invalid_parameter`, naming the argument and the members that lead to the text. */
function refuseUnstorable(value: unknown, param: string): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw invalidParameter(param, `${param} must not contain ${UNSTORABLE}.`);
  } else if (Array.isArray(value)) {
    for (const entry of value) refuseUnstorable(entry, param);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      refuseUnstorable(member, param === '' ? name : `${param}.${name}`);
    }
  }
}
