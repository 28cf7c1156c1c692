import { blocklist } from '../../core/operations/blocklist.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const blocklistResolvers = [
  ...queriesFor(blocklist.retrieveBlocklistEntry, blocklist.listBlocklist),
  mutationOf(blocklist.addToBlocklist),
  mutationOf(blocklist.removeFromBlocklist),
  mutationOf(blocklist.toggleBlocklist, { payloadField: 'blocklist' }),
];
