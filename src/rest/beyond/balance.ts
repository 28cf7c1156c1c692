import { balance } from '../../core/operations/balance.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

export const balanceBeyond = [
  listAt(balance.listBalanceEntries, '/balance_entries'),
  retrieveAt(balance.retrieveBalanceEntry, '/balance_entries/{entry_id}'),
  readAt(balance.listBalances, {
    path: '/balances',
    example: { query: { at: '2026-11-30T00:00:00.000Z' } },
  }),
  readAt(balance.listBalanceDays, {
    path: '/balances/days',
    example: { query: { from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' } },
  }),
  writeAt(balance.backfillBalanceEntries, {
    method: 'post',
    path: '/accounts/{account_id}/balance_entries/backfill',
  }),
];
