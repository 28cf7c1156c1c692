import type { CardScenario } from '../../conformance/harness.ts';

/** Card numbers of Stripe's test mode where available, and invented ones for behaviour that it cannot produce. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  soft_declined: '4000000000000119',
  declined_strangely: '4000000000009987',
  challenge: '4000002500003155',
  strange_status: '4000000000009904',
  authorized_in_part: '4000000000009912',
  authorized_wrongly: '4000000000009920',
  capture_fails: '4000000000009938',
  refund_fails: '4000000000009946',
  refund_waits: '4000000000007726',
  refund_returned: '4000000000005126',
  disputed: '4000000000000259',
  refunded_elsewhere: '4000000000009953',
  captured_elsewhere: '4000000000009961',
  voided_elsewhere: '4000000000009979',
  expires: '4000000000009995',
  fraud_warning: '4000000000005423',
} as const satisfies Partial<Record<CardScenario, string>>;

/** The behaviour of a number; otherwise a successful charge. */
export const scenarioOf = (number: string): CardScenario =>
  (Object.entries(cards).find(([, known]) => known === number)?.[0] as CardScenario | undefined) ?? 'good';

/** The errors of cards that decline charges. */
export const declines: Readonly<Partial<Record<CardScenario, Readonly<Record<string, string>>>>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  soft_declined: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  declined_strangely: {
    code: 'card_declined',
    decline_code: 'moon_phase_unfavourable',
    message: 'Your card was declined.',
    network_decline_code: '05',
  },
};

/** Predefined methods of Stripe's test mode, and their cards. */
export const testMethods: Readonly<Record<string, string>> = {
  pm_card_visa: cards.good,
  pm_card_visa_chargeDeclined: cards.declined,
  pm_card_threeDSecure2Required: cards.challenge,
};

/** Bank accounts and cards for payouts, from Stripe's test mode. */
export const destinations = {
  good: '000123456789',
  returned: '000111111116',
  declined: '4000000000000002',
} as const;
