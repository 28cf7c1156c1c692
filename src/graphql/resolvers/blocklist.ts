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
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const changes = { permission: 'settings:write', reach: 'merchant', creates: true } as const;

export const blocklistResolvers = [
  queriesOf(BlocklistEntry),
  mutation({
    ...changes,
    name: 'addToBlocklist',
    about: addsToBlocklist,
    input: BlocklistChange,
    payload: BlocklistEntry,
    payloadField: 'blocklistEntry',
    run: async (ctx, input) => ({ id: await addToBlocklist(ctx, input) }),
  }),
  mutation({
    ...changes,
    name: 'removeFromBlocklist',
    about: removesFromBlocklist,
    input: BlocklistChange,
    payload: BlocklistEntry,
    payloadField: 'blocklistEntry',
    run: async (ctx, input) => ({ id: input.data, snapshot: await removeFromBlocklist(ctx, input) }),
  }),
  mutation({
    ...changes,
    name: 'toggleBlocklist',
    about: togglesBlocklist,
    input: BlocklistToggle,
    payload: BlocklistState,
    payloadField: 'blocklist',
    run: async (ctx, input) => ({ id: '', snapshot: { ...(await toggleBlocklist(ctx, input)) } }),
  }),
];
