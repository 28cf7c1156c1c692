import { BlocklistEntry } from '../../core/entities/blocklist-entry.ts';
import {
  addsToBlocklist,
  addToBlocklist,
  BlocklistChange,
  BlocklistState,
  BlocklistToggle,
  removeFromBlocklist,
  removesFromBlocklist,
  toggleBlocklist,
  togglesBlocklist,
} from '../../core/lists/blocklist.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

const changes = { permission: 'settings:write', reach: 'merchant' } as const;
const entry = one(BlocklistEntry, 'full');
const example = { body: { type: 'card_bin', data: '424242' } } as const;

export const blocklistBeyond = [
  beyond({
    ...changes,
    id: 'addToBlocklist',
    summary: 'Add to the blocklist',
    method: 'post',
    path: '/blocklist',
    about: addsToBlocklist,
    body: BlocklistChange,
    example,
    response: entry,
    handle: async (ctx, { body }) => retrieve(ctx, BlocklistEntry, await addToBlocklist(ctx, body)),
  }),
  listOf(BlocklistEntry, {
    id: 'listBlocklist',
    summary: 'List the blocklist',
    path: '/blocklist',
    about: 'Lists the entries of the blocklist, newest first.',
  }),
  beyond({
    ...changes,
    id: 'removeFromBlocklist',
    summary: 'Remove from the blocklist',
    method: 'delete',
    path: '/blocklist',
    about: removesFromBlocklist,
    body: BlocklistChange,
    problems: ['resource_not_found'],
    example,
    response: entry,
    handle: (ctx, { body }) => removeFromBlocklist(ctx, body),
  }),
  beyond({
    ...changes,
    id: 'toggleBlocklist',
    summary: 'Toggle the blocklist',
    method: 'post',
    path: '/blocklist/toggle',
    about: togglesBlocklist,
    ofMerchant: true,
    query: BlocklistToggle,
    example: { query: { status: true } },
    response: one(BlocklistState),
    handle: (ctx, { query }) => toggleBlocklist(ctx, query),
  }),
  beyond({
    permission: 'settings:read',
    reach: 'shared',
    id: 'retrieveBlocklistEntry',
    summary: 'Retrieve an entry of the blocklist',
    method: 'get',
    path: '/blocklist/{fingerprint_id}',
    about: 'Retrieves an entry of the blocklist.',
    response: entry,
    handle: (ctx, { path }) => retrieve(ctx, BlocklistEntry, path.fingerprint_id),
  }),
];
