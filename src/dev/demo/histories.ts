import { paymentStatusByAttempt } from '../../core/entities/states/payment-states.ts';
import { capturedAt } from './attempts.ts';
import { type Histories, loadHistories, type Step } from './history.ts';
import type { Demo } from './statements.ts';

/**
 * How what was loaded came to the status it has, as the service would have written it down, for everything whose
 * history is shown. Attempts and captures only repeat their payment's.
 */
export async function loadAllHistories(demo: Demo): Promise<void> {
  await loadHistories(demo, 'payment', [
    { from: 'demo_payments p', id: 'p.payment_id', steps: paymentSteps },
  ]);
  await loadHistories(demo, 'refund', [refunds]);
  await loadHistories(demo, 'dispute', [disputes]);
  await loadHistories(demo, 'payout', [payouts]);
}

const step = (to: string, cause: string, at: string, when?: string): Step => ({
  to: to.includes('.') ? to : `'${to}'`,
  cause: cause.includes(' ') ? cause : `'${cause}'`,
  at,
  ...(when === undefined ? {} : { when }),
});

const CAPTURES_MAX = 3;
const byService = `case when p.retried_by_itself then 'retry' else 'confirm' end`;

/** What the last attempt goes through once the connector is asked; the payment follows it. */
const tail: readonly Step[] = [
  step('authorizing', byService, 'p.last_started', 'p.tries > 0'),
  step(
    'authentication_pending',
    'connector',
    `p.last_started + interval '1 second'`,
    `p.scenario = 'challenge' and p.status <> 'requires_customer_action'`,
  ),
  step('authorized', 'connector', 'p.answered', `p.parts > 0 or p.attempt_status = 'voided' and p.tries > 0`),
  ...Array.from({ length: CAPTURES_MAX }, (_, i) => [
    step('capture_initiated', 'capture', capturedAt(i + 1), `p.parts > ${i}`),
    step('partial_charged_and_chargeable', 'connector', capturedAt(i + 1), `p.parts > ${i + 1}`),
  ]).flat(),
  step('void_initiated', 'cancel', 'p.updated', `p.status = 'cancelled' and p.tries > 0`),
];

/** A payment's own words for its attempt's. */
const asPayment = (steps: readonly Step[]): Step[] =>
  steps.map((each) => ({
    ...each,
    to: `'${paymentStatusByAttempt[each.to.slice(1, -1) as keyof typeof paymentStatusByAttempt]}'`,
  }));

const paymentSteps: readonly Step[] = [
  step('requires_payment_method', 'create', 'p.created', `p.reached in ('nothing', 'method')`),
  step('requires_confirmation', 'update', 'p.first_confirmed', `p.reached = 'method'`),
  step('requires_confirmation', 'create', 'p.created', 'p.tries > 0'),
  ...['p.first_confirmed', 'p.second_started'].flatMap((started, i) => [
    step('processing', 'confirm', started, `p.tries > ${i + 1}`),
    step('failed', 'connector', `${started} + interval '1 second'`, `p.tries > ${i + 1}`),
  ]),
  ...asPayment(tail),
  step('cancelled', 'cancel', 'p.updated', `p.status = 'cancelled' and p.tries = 0`),
  step('expired', 'expiry', 'p.updated', `p.status = 'expired'`),
  // One that waits for its connector stays in `processing`.
  step('p.status', 'connector', 'p.updated', `p.tries > 0 and p.status <> 'processing'`),
];

const refunds: Histories = {
  from: 'refunds r join demo_merchants m using (merchant_id)',
  merchant: 'merchant_id',
  id: 'r.refund_id',
  steps: [
    step('pending', 'create', 'r.created_at'),
    step('r.status', 'connector', 'r.updated_at', `r.status <> 'pending'`),
  ],
};

const disputes: Histories = {
  from: 'disputes d join demo_merchants m using (merchant_id)',
  merchant: 'merchant_id',
  id: 'd.dispute_id',
  steps: [
    step('dispute_opened', 'create', 'd.created_at'),
    // Nobody wins or loses who did not object; that was somewhere between.
    step(
      'dispute_challenged',
      'challenge',
      `date_trunc('milliseconds', d.created_at + (d.updated_at - d.created_at) / 2)`,
      `d.dispute_status in ('dispute_won', 'dispute_lost')`,
    ),
    step(
      'd.dispute_status',
      `case d.dispute_status when 'dispute_challenged' then 'challenge'
        when 'dispute_accepted' then 'accept' else 'connector' end`,
      'd.updated_at',
      `d.dispute_status <> 'dispute_opened'`,
    ),
  ],
};

const payouts: Histories = {
  from: 'demo_payouts d join payouts p using (merchant_id, payout_id)',
  merchant: 'merchant_id',
  id: 'payout_id',
  steps: [
    step(
      'requires_payout_method_data',
      'create',
      'p.created',
      `p.status in ('requires_payout_method_data', 'requires_confirmation')`,
    ),
    step(
      'requires_confirmation',
      'create',
      'p.created',
      `p.status not in ('requires_payout_method_data', 'requires_confirmation')`,
    ),
    step('requires_fulfillment', 'confirm', 'p.created', 'd.sent'),
    step(
      'initiated',
      `case when p.auto_fulfill then 'confirm' else 'fulfill' end`,
      'p.created',
      `d.sent and p.status <> 'initiated'`,
    ),
    step('success', 'connector', `p.created + interval '1 minute'`, `p.status = 'reversed'`),
    step(
      'p.status',
      `case p.status when 'requires_confirmation' then 'update' when 'cancelled' then 'cancel'
        when 'expired' then 'expiry' when 'initiated' then 'fulfill' when 'requires_fulfillment' then 'confirm'
        when 'requires_creation' then 'confirm' when 'requires_vendor_account_creation' then 'confirm'
        else 'connector' end`,
      'p.updated',
      `p.status <> 'requires_payout_method_data'`,
    ),
  ],
};
