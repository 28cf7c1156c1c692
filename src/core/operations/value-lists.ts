import { ListEntry, ValueList } from '../entities/value-list.ts';
import {
  AddedListEntries,
  addListEntries,
  createValueList,
  deleteListEntry,
  ListEntriesAddition,
  ValueListCreation,
} from '../value-lists/value-lists.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const changesList = { permission: 'settings:write', reach: 'merchant' } as const;

export const valueLists = operationsByName({
  createValueList: writeOperation({
    ...changesList,
    summary: 'Create a list',
    about:
      'Creates an empty list of values of one kind, for conditions of rulesets with `in_list` and `not_in_list`.',
    input: ValueListCreation,
    target: ValueList,
    creates: true,
    problems: ['resource_already_exists'],
    run: createValueList,
  }),
  listValueLists: listOperation(ValueList, {
    summary: 'List lists',
    about: 'Lists the lists of values, newest first.',
  }),
  retrieveValueList: retrieveOperation(ValueList, {
    summary: 'Retrieve a list',
    about: 'Retrieves a list of values.',
  }),
  addListEntries: writeOperation({
    ...changesList,
    ofMerchant: true,
    summary: 'Add entries to a list',
    about:
      'Adds up to 1 000 entries to a list. They count from the next decision on. A value that the list has gets the given `expires_at` and, if given, `reason`.',
    ids: ['list_id'],
    input: ListEntriesAddition,
    target: AddedListEntries,
    problems: ['resource_not_found'],
    run: addListEntries,
    shows: 'result',
  }),
  listListEntries: listOperation(ListEntry, {
    summary: 'List the entries of a list',
    about:
      'Lists entries, newest first. Without `personal_data:read`, `value` is masked; `hint` is masked for everyone if the value is personal.',
  }),
  retrieveListEntry: retrieveOperation(ListEntry, {
    summary: 'Retrieve an entry of a list',
    about: 'Retrieves an entry of a list.',
  }),
  deleteListEntry: writeOperation({
    ...changesList,
    summary: 'Delete an entry of a list',
    about: 'Deletes an entry of a list, and returns its last state.',
    ids: ['list_id', 'entry_id'],
    target: ListEntry,
    run: deleteListEntry,
    shows: (snapshot) => ({ id: String(snapshot.entry_id), snapshot }),
  }),
  exportListEntries: handledOperation({
    permission: 'settings:read',
    reach: 'shared',
    target: ListEntry,
    summary: 'Export the entries of a list',
    about:
      'Exports all entries of a list as CSV (RFC 4180), oldest first, with the columns that an import takes: `value`, `expires_at`, `reason`. Without `personal_data:read`, values are masked. Cells that a spreadsheet would read as a formula begin with an apostrophe. A response that breaks off is incomplete.',
    problems: ['resource_not_found'],
    only: { face: 'rest', because: 'GraphQL does not return files.' },
  }),
});
