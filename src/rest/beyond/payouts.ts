import { payouts } from '../../core/operations/payouts.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

const payout_method_data = {
  card: { card_number: '4242424242424242', expiry_month: '12', expiry_year: '2030' },
};

export const payoutsBeyond = [
  writeAt(payouts.createPayout, {
    method: 'post',
    path: '/payouts',
    alsoAt: ['/payouts/create'],
    example: { body: { amount: 6540, currency: 'USD', customer_id: 'alice', payout_method_data } },
  }),
  listAt(payouts.listPayouts, '/payouts', { alsoAt: ['/payouts/list'] }),
  retrieveAt(payouts.retrievePayout, '/payouts/{payout_id}', { isSynced: true }),
  writeAt(payouts.confirmPayout, {
    method: 'post',
    path: '/payouts/{payout_id}/confirm',
    example: { body: { payout_method_data } },
  }),
  writeAt(payouts.cancelPayout, {
    method: 'post',
    path: '/payouts/{payout_id}/cancel',
    example: { body: { cancellation_reason: 'requested_by_recipient' } },
  }),
  writeAt(payouts.mailPayoutLink, {
    method: 'post',
    path: '/payouts/{payout_id}/mail_link',
    example: { body: { email: 'ada@example.com', locale: 'de' } },
  }),
];
