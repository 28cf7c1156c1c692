import { valueLists } from '../../core/operations/value-lists.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const valueListResolvers = [
  ...queriesFor(valueLists.retrieveValueList, valueLists.listValueLists),
  ...queriesFor(valueLists.retrieveListEntry, valueLists.listListEntries),
  mutationOf(valueLists.createValueList),
  mutationOf(valueLists.addListEntries, { payloadField: 'result' }),
  mutationOf(valueLists.deleteListEntry),
];
