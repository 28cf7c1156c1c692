import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { Note } from '../../core/entities/note.ts';
import { describeRequirement, permitted } from '../../core/foundation/permissions.ts';
import { createNote, createsNote, deleteNote, deletesNote, NoteCreation } from '../../core/payments/notes.ts';
import {
  ActivityEntry,
  readPaymentActivity,
  readsPaymentActivity,
} from '../../core/payments/payment-activity.ts';
import type { Row } from '../../core/reads/index.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext, readingContext } from '../kit/context.ts';
import { CHILD_LIST_ROWS, listCost } from '../kit/limits.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

@Resolver(() => Note)
class NoteFields {
  @FieldResolver()
  payment(@Root() note: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(note, info);
  }

  @FieldResolver()
  profile(@Root() note: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(note, info);
  }
}

const readsPayments = { permission: 'payments:read', reach: 'profile' } as const;

@Resolver()
class PaymentActivityQueries {
  @Query(() => [ActivityEntry], {
    nullable: true,
    description: readsPaymentActivity + describeRequirement(readsPayments),
    complexity: listCost(CHILD_LIST_ROWS),
  })
  paymentActivity(
    @Arg('paymentId', () => ID, { description: 'The payment.' }) paymentId: string,
    @Ctx() graphql: GraphqlContext,
    @merchantArgument('Merchant of the payment. Required with the admin API key.') merchantId?: string | null,
  ): Promise<ActivityEntry[] | null> {
    const reading = permitted(readingContext(graphql, merchantId), readsPayments);
    const [{ merchantId: own }] = merchantContext(graphql, merchantId);
    return readPaymentActivity({ ...reading, merchantId: own }, paymentId);
  }
}

const changes = {
  permission: 'payments:write',
  reach: 'profile',
  evenIfSuspended: true,
  payload: Note,
  payloadField: 'note',
} as const;

export const noteResolvers = [
  queriesOf(Note),
  NoteFields,
  PaymentActivityQueries,
  mutation({
    ...changes,
    name: 'createNote',
    about: createsNote,
    input: NoteCreation,
    ids: ['payment_id'],
    run: async (ctx, input, { payment_id }) => ({ id: await createNote(ctx, payment_id!, input) }),
  }),
  mutation({
    ...changes,
    name: 'deleteNote',
    about: deletesNote,
    ids: ['note_id'],
    run: async (ctx, _input, { note_id }) => ({ id: note_id!, snapshot: await deleteNote(ctx, note_id!) }),
  }),
];
