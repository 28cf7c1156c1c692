import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import { merchantAccounts } from '../../core/operations/merchant-accounts.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { writeAt } from '../places/write-at.ts';
import { deleted, one } from '../response-shapes.ts';

const pathIds = ['account_id'] as const;
const path = '/accounts/{account_id}';

export const accountsBeyond = [
  listAt(merchantAccounts.listMerchantAccounts, '/accounts', { alsoAt: ['[] /accounts/list'] }),
  writeAt(merchantAccounts.updateMerchantAccount, {
    method: 'post',
    path,
    pathIds,
    example: { body: { merchant_name: 'Example Shop', metadata: { tier: 'gold' } } },
  }),
  writeAt(merchantAccounts.rotatePublishableKey, {
    method: 'post',
    path: '/accounts/{account_id}/rotate_publishable_key',
    pathIds,
    example: { body: {} },
  }),
  readAt(merchantAccounts.retrieveTestClock, {
    path: '/accounts/{account_id}/test_clock',
    example: { query: { seconds: 86_400 } },
  }),
  writeAt(merchantAccounts.advanceTestClock, {
    method: 'post',
    path: '/accounts/{account_id}/test_clock/advance',
    example: { body: { seconds: 86_400 } },
  }),
  writeAt(merchantAccounts.suspendMerchantAccount, {
    method: 'post',
    path: '/accounts/{account_id}/suspend',
    pathIds,
    example: { body: { reason: 'Chargebacks above the limit of the card networks.' } },
  }),
  writeAt(merchantAccounts.deleteMerchantAccount, {
    method: 'delete',
    path,
    pathIds,
    response: deleted(one(MerchantAccount, 'full'), 'deleted'),
  }),
  writeAt(merchantAccounts.resumeMerchantAccount, {
    method: 'post',
    path: '/accounts/{account_id}/resume',
    pathIds,
  }),
];
