type Tone = 'good' | 'bad' | 'waits' | 'warns' | 'over';

const tones: Readonly<Record<string, Tone>> = Object.fromEntries(
  Object.entries({
    good: [
      ...['succeeded', 'success', 'charged', 'dispute_won', 'active', 'delivered', 'authorized', 'reachable'],
      ...['partially_captured', 'partial_charged'],
      ...['verified', 'settled', 'paid', 'done'],
    ],
    bad: [
      ...['failed', 'failure', 'dispute_lost', 'reversed', 'ineligible', 'authorization_failed'],
      ...[
        'authentication_failed',
        'capture_failed',
        'void_failed',
        'router_declined',
        'revoked',
        'circuit_open',
      ],
      'failing',
      ...['given_up', 'differs'],
    ],
    warns: [
      ...['dispute_opened', 'requires_merchant_action', 'unresolved', 'review'],
      ...['requires_capture', 'circuit_half_open', 'requires_fulfillment', 'requires_customer_action'],
      'needs_attention',
      ...['partially_captured_and_capturable', 'partial_charged_and_chargeable'],
    ],
    over: [
      ...['cancelled', 'expired', 'voided', 'disabled', 'inactive', 'dispute_expired', 'dispute_cancelled'],
      ...['dispute_accepted', 'resolved', 'reported', 'retired', 'undone'],
    ],
  } satisfies Partial<Record<Tone, readonly string[]>>).flatMap(([tone, statuses]) =>
    statuses.map((status) => [status, tone as Tone]),
  ),
);

/** A payout waits for a person's confirmation; a new payment waits only for the shop's checkout. */
const tonesOfPayouts: Readonly<Record<string, Tone>> = { requires_confirmation: 'warns' };

/** The look of a status: statuses that need action differ from final ones. */
export const toneOf = (status: string, isPayout = false): Tone =>
  (isPayout ? tonesOfPayouts[status] : undefined) ?? tones[status] ?? 'waits';

export const isBad = (status: string): boolean => toneOf(status) === 'bad';
