import { testCards } from '../../../src/connectors/sandbox/test-cards.ts';

/** The cards of the reliability tests, by outcome. */
export const cardNumbers = {
  good: testCards[1],
  declined: testCards.card_declined,
  timeout: testCards.timeout,
  challenge: testCards.challenge,
  refundFails: testCards.refund_fails,
  waits: testCards.waits,
} as const;

export type CardKind = keyof typeof cardNumbers;

/** A card for paying. */
export const payWith = (kind: CardKind) => ({
  card: { card_number: cardNumbers[kind], card_exp_month: '12', card_exp_year: '2031', card_cvc: '123' },
});

/** A card for payouts. */
export const payOutTo = (kind: CardKind) => ({
  card: { card_number: cardNumbers[kind], expiry_month: '12', expiry_year: '2031' },
});
