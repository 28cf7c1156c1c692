import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { invalidParameter } from '../../core/foundation/errors.ts';
import type { GraphqlContext } from './context.ts';

/**
 * The idempotency key of a mutation: from its input, or from the header of a document with one mutation.
 *
 * @throws {Problem} `invalid_parameter` if both are given and differ, or a header is given with several mutations.
 */
export function mutationKey(
  inInput: string | null,
  graphql: GraphqlContext,
  info: GraphQLResolveInfo,
): string | null {
  const inHeader = graphql.idempotencyKey();
  if (inHeader === null) return inInput;
  if (rootFieldsIn(info.operation.selectionSet, info) > 1) {
    throw invalidParameter(
      'Idempotency-Key',
      'The header Idempotency-Key is for a document with one mutation. Give each input its own idempotencyKey.',
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

const rootFieldsIn = ({ selections }: SelectionSetNode, info: GraphQLResolveInfo): number =>
  selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    const inside =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value]!;
    return sum + rootFieldsIn(inside.selectionSet, info);
  }, 0);
