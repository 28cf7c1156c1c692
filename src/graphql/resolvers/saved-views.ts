import { Arg, Ctx, Field, FieldResolver, ID, ObjectType, Resolver } from 'type-graphql';
import { type SavedView, ViewedList } from '../../core/entities/saved-view.ts';
import { DateTimeScalar } from '../../core/model/index.ts';
import { team } from '../../core/operations/team.ts';
import { readSavedViews, type ShownView } from '../../core/team/saved-views.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { Viewer } from './viewer.ts';

@ObjectType('SavedView', {
  description:
    'The filters, order and columns of a list of the dashboard under a name, which one person saved and sees.',
  simpleResolvers: true,
})
class SavedViewOutput implements ShownView {
  @Field(() => ID, { description: 'Unique identifier of the view.' }) viewId!: string;
  @Field(() => ViewedList.members, { description: 'List of the view.' }) list!: SavedView['list'];
  @Field(() => String, { description: "Name, unique among the person's views of the list." }) name!: string;
  @Field(() => String, {
    description: "Query string of the list's page: filters, search, order and columns, percent-encoded.",
  })
  address!: string;
  @Field(() => DateTimeScalar, { description: 'Time at which it was first saved.' }) createdAt!: string;
}

@Resolver(() => Viewer)
class SavedViewFields {
  @FieldResolver(() => [SavedViewOutput], {
    description:
      "The person's saved views in the merchant account in which they act, at most 50, by list and name; empty for a key.",
    complexity: 50,
  })
  async savedViews(
    @Ctx() graphql: GraphqlContext,
    @Arg('list', () => ViewedList.members, {
      nullable: true,
      description: 'Only the views of this list. Default: all.',
    })
    list: SavedView['list'] | null,
  ): Promise<ShownView[]> {
    const ctx = callerContext(graphql);
    return ctx.caller.kind === 'person' ? readSavedViews(ctx, ctx.caller, list ?? null) : [];
  }
}

const payload = SavedViewOutput;

export const savedViewResolvers = [
  SavedViewFields,
  mutationOf(team.saveView, { payload }),
  mutationOf(team.deleteView, { payload }),
];
