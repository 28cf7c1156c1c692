import { blocklist } from '../../core/operations/blocklist.ts';
import { BlocklistToggle } from '../../core/value-lists/blocklist.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

const example = { body: { type: 'card_bin', data: '424242' } } as const;

export const blocklistBeyond = [
  writeAt(blocklist.addToBlocklist, { method: 'post', path: '/blocklist', example }),
  listAt(blocklist.listBlocklist, '/blocklist'),
  writeAt(blocklist.removeFromBlocklist, { method: 'delete', path: '/blocklist', example }),
  writeAt(blocklist.toggleBlocklist, {
    method: 'post',
    path: '/blocklist/toggle',
    query: BlocklistToggle,
    inputOf: ({ query }) => query as BlocklistToggle,
    example: { query: { status: true } },
  }),
  retrieveAt(blocklist.retrieveBlocklistEntry, '/blocklist/{fingerprint_id}'),
];
