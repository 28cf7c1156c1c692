import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { ListEntry } from '../../core/entities/value-list.ts';
import { valueLists } from '../../core/operations/value-lists.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

@Resolver(() => ListEntry)
class ListEntryFields {
  @FieldResolver()
  list(@Root() entry: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.valueList(entry, info);
  }
}

export const valueListResolvers = [
  ListEntryFields,
  ...queriesFor(valueLists.retrieveValueList, valueLists.listValueLists),
  ...queriesFor(valueLists.retrieveListEntry, valueLists.listListEntries),
  ...queriesFor(valueLists.retrieveListImport, valueLists.listListImports),
  ...queriesFor(valueLists.retrieveListImportRefusal, valueLists.listListImportRefusals),
  mutationOf(valueLists.createValueList),
  mutationOf(valueLists.deleteValueList),
  mutationOf(valueLists.addListEntries, { payloadField: 'result' }),
  mutationOf(valueLists.deleteListEntry),
];
