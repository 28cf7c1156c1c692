/** The sandbox connector's test cards, under the name of what comes of each. */
export const testCards = {
  // Those with a number pay without ado; saved methods are among them.
  1: '4242424242424242',
  2: '4111111111111111',
  3: '5555555555554444',
  card_declined: '4000000000000002',
  insufficient_funds: '4000000000009995',
  lost_card: '4000000000009987',
  stolen_card: '4000000000009979',
  expired_card: '4000000000000069',
  processing_error: '4000000000000119',
  timeout: '4000000000000341',
  challenge: '4000000000003220',
  frictionless: '4000000000003055',
  disputed: '4000000000000259',
  refund_fails: '4000000000005126',
  waits: '4000000000007726',
} as const;

/** An error of the sandbox connector and what it means to the service. */
interface Failure {
  flow: string;
  sub_flow: string;
  code: string;
  message: string;
  unified_code: string;
  unified_message: string;
  category: string;
  decision: string;
}

const method = { unified_code: 'UE_1000', unified_message: 'Issue with payment method details' };
const processor = { unified_code: 'UE_3000', unified_message: 'Technical issue with the processor' };

const refused = (code: string, message: string): Failure => ({
  flow: 'payment',
  sub_flow: 'authorize',
  code,
  message,
  ...method,
  category: 'issue_with_payment_method',
  decision: 'do_default',
});

export const failures: readonly Failure[] = [
  refused('card_declined', 'The card was declined.'),
  refused('insufficient_funds', 'The card has insufficient funds.'),
  refused('lost_card', 'The card was reported lost.'),
  refused('stolen_card', 'The card was reported stolen.'),
  refused('expired_card', 'The card has expired.'),
  {
    ...refused('processing_error', 'An error occurred while processing the card.'),
    ...processor,
    category: 'processor_downtime',
    decision: 'retry',
  },
  {
    ...refused('authentication_failed', 'The cardholder could not be authenticated.'),
    category: 'processor_decline_unauthorized',
  },
  { ...refused('card_declined', 'The card was declined.'), flow: 'payout', sub_flow: 'fulfill' },
  {
    ...refused('refund_failed', 'The refund was refused.'),
    ...processor,
    flow: 'refund',
    sub_flow: 'refund',
    category: 'processor_decline_unauthorized',
  },
];
