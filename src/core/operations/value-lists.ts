import { LIST_IMPORT_MAX_BYTES, ListImport, ListImportRefusal } from '../entities/list-import.ts';
import { ListEntry, ValueList } from '../entities/value-list.ts';
import { deleteValueList } from '../value-lists/delete-list.ts';
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
  deleteValueList: writeOperation({
    ...changesList,
    summary: 'Delete a list',
    about:
      'Deletes a list with its entries and imports, and returns its last state. A list that an active ruleset names cannot be deleted. A job deletes the entries of a large list, within minutes.',
    ids: ['list_id'],
    target: ValueList,
    problems: ['unexpected_state'],
    run: deleteValueList,
    shows: (snapshot) => ({ id: String(snapshot.list_id), snapshot }),
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
  importListEntries: handledOperation({
    ...changesList,
    target: ListImport,
    summary: 'Import entries of a list',
    about: `Adds the entries of a CSV file of up to 1 000 000 lines and ${LIST_IMPORT_MAX_BYTES / 1024 / 1024} MiB to a list: the part \`file\` of a form. Its first line names the columns, in any order: \`value\` and, if wanted, \`expires_at\` and \`reason\`. A job adds the entries as \`POST /lists/{list_id}/entries\` does; \`GET /lists/{list_id}/entries/imports/{import_id}\` returns its progress. A line that does not fit is refused, and the others are added.`,
    problems: ['resource_not_found', 'unknown_parameter'],
    only: { face: 'rest', because: 'GraphQL takes no files.' },
  }),
  listListImports: listOperation(ListImport, {
    summary: 'List the imports of a list',
    about: 'Lists the imports of entries, newest first.',
  }),
  retrieveListImport: retrieveOperation(ListImport, {
    summary: 'Retrieve an import of a list',
    about: 'Retrieves an import of entries, with its progress and its first refused lines.',
  }),
  listListImportRefusals: listOperation(ListImportRefusal, {
    summary: 'List the refused lines of an import',
    about: 'Lists the refused lines of an import of entries, in the order of the file, without their values.',
  }),
  retrieveListImportRefusal: retrieveOperation(ListImportRefusal, {
    summary: 'Retrieve a refused line of an import',
    about: 'Retrieves a refused line of an import of entries.',
    only: { face: 'graphql', because: 'REST lists the refused lines of an import.' },
  }),
});
