/** A test card of the sandbox connector, under the name of what comes of it. */
interface TestCard {
  card: string;
  isin: string;
  last4: string;
  network: string;
}

const visa = (card: string, last4: string): TestCard => ({ card, isin: '400000', last4, network: 'Visa' });

export const testCards: readonly TestCard[] = [
  // Those with a number pay without ado; saved methods are among them.
  { card: '1', isin: '424242', last4: '4242', network: 'Visa' },
  { card: '2', isin: '411111', last4: '1111', network: 'Visa' },
  { card: '3', isin: '555555', last4: '4444', network: 'Mastercard' },
  visa('card_declined', '0002'),
  visa('insufficient_funds', '9995'),
  visa('lost_card', '9987'),
  visa('stolen_card', '9979'),
  visa('expired_card', '0069'),
  visa('processing_error', '0119'),
  visa('timeout', '0341'),
  visa('challenge', '3220'),
  visa('frictionless', '3055'),
  visa('disputed', '0259'),
  visa('refund_fails', '5126'),
  visa('refund_waits', '7726'),
];

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
    sub_flow: 'authenticate',
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
