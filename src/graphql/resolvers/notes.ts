import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Note } from '../../core/entities/note.ts';
import { notes } from '../../core/operations/notes.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { queryOf } from '../kit/read-query.ts';

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

export const noteResolvers = [
  ...queriesFor(notes.retrieveNote, notes.listNotes),
  NoteFields,
  queryOf(notes.listPaymentActivity, { abouts: ['The payment.'] }),
  mutationOf(notes.createNote),
  mutationOf(notes.deleteNote),
];
