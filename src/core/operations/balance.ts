import { BalanceEntriesBackfill, startBalanceBackfill } from '../balance/backfill.ts';
import { BalanceDay, BalanceDaysRequest, readBalanceDays } from '../balance/balance-days.ts';
import { AccountBalance, BalancesRequest, readBalances } from '../balance/balances.ts';
import { BalanceEntry } from '../entities/balance-entry.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const whileOff = 'While reconciliation is not active, the list is empty.';

export const balance = operationsByName({
  listBalanceEntries: listOperation(BalanceEntry, {
    about: `Lists balance entries, newest first. ${whileOff}`,
  }),
  retrieveBalanceEntry: retrieveOperation(BalanceEntry),
  listBalances: readOperation({
    permission: 'finance:read',
    reach: 'profile',
    ofMerchant: true,
    summary: 'List balances',
    about: `Lists the balances of the merchant by connector account and currency: the sums of the balance entries that occurred until \`at\`, and the part of them that is available then. ${whileOff} A key of a business profile sees the sums of its entries.`,
    input: BalancesRequest,
    target: AccountBalance,
    many: true,
    run: readBalances,
  }),
  listBalanceDays: readOperation({
    permission: 'finance:read',
    reach: 'profile',
    ofMerchant: true,
    summary: 'List sums of balance entries by day',
    about: `Sums the balance entries of a period by UTC day, connector account and currency, newest day first. Days without entries are missing. ${whileOff} A key of a business profile sees the sums of its entries.`,
    input: BalanceDaysRequest,
    target: BalanceDay,
    many: true,
    problems: ['invalid_parameter'],
    run: readBalanceDays,
  }),
  backfillBalanceEntries: writeOperation({
    permission: 'finance:write',
    reach: 'merchant',
    ofMerchant: true,
    summary: 'Write the balance entries of the past',
    about:
      'Has a job write, once, the balance entries of captures, refunds, disputes and payouts that have none, by their present states. Repeat the request to see its progress.',
    target: BalanceEntriesBackfill,
    problems: ['unexpected_state'],
    run: startBalanceBackfill,
    shows: 'result',
  }),
});
