import { BlocklistEntry } from '../entities/blocklist-entry.ts';
import {
  addToBlocklist,
  BlocklistChange,
  BlocklistState,
  BlocklistToggle,
  removeFromBlocklist,
  toggleBlocklist,
} from '../value-lists/blocklist.ts';
import { BlocklistBatch } from '../value-lists/blocklist-file.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const changesBlocklist = { permission: 'settings:write', reach: 'merchant', ofMerchant: true } as const;

export const blocklist = operationsByName({
  addToBlocklist: writeOperation({
    ...changesBlocklist,
    summary: 'Add to the blocklist',
    about:
      'Adds a card or a BIN to the blocklist: payments with it are refused with `blocked`, within a second, unless the blocklist is toggled off. Adding it again returns the existing entry.',
    input: BlocklistChange,
    target: BlocklistEntry,
    run: addToBlocklist,
  }),
  listBlocklist: listOperation(BlocklistEntry, {
    summary: 'List the blocklist',
    about: 'Lists the entries of the blocklist, newest first.',
  }),
  retrieveBlocklistEntry: retrieveOperation(BlocklistEntry, {
    summary: 'Retrieve an entry of the blocklist',
    about: 'Retrieves an entry of the blocklist.',
  }),
  removeFromBlocklist: writeOperation({
    ...changesBlocklist,
    summary: 'Remove from the blocklist',
    about: 'Removes a card or a BIN from the blocklist, and returns the former entry.',
    input: BlocklistChange,
    target: BlocklistEntry,
    problems: ['resource_not_found'],
    run: removeFromBlocklist,
    shows: (snapshot, _id, { data }) => ({ id: data, snapshot }),
  }),
  importBlocklist: handledOperation({
    ...changesBlocklist,
    target: BlocklistBatch,
    summary: 'Import the blocklist',
    about:
      'Adds the rows of a CSV file to the blocklist: the part `file` of a form, with the columns `type` (`card_bin`, `extended_card_bin`, `fingerprint`), `data` and `metadata`. The `reason` of `metadata` becomes that of the entry. `POST /lists/blocklist/entries/imports` does the same in the form of other lists; its progress is at `GET /lists/blocklist/entries/imports/{import_id}`.',
    problems: ['resource_not_found', 'unknown_parameter'],
    only: { face: 'rest', because: 'GraphQL takes no files.' },
  }),
  toggleBlocklist: writeOperation({
    ...changesBlocklist,
    summary: 'Toggle the blocklist',
    about: 'Turns the blocklist on or off. Its entries remain. It is on by default.',
    input: BlocklistToggle,
    target: BlocklistState,
    run: toggleBlocklist,
    shows: 'result',
  }),
});
