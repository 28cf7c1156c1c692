/** The sandbox's test cards, by the behaviour of each. */
export const testCards = {
  // Numbered cards simply succeed.
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
  capture_fails: '4000000000000226',
  void_fails: '4000000000000333',
  // These succeed, and are taken back some seconds later.
  capture_returned: '4000000000000440',
  refund_returned: '4000000000000556',
  authorization_cancelled: '4000000000000663',
  authorization_expires: '4000000000000770',
  payout_returned: '4000000000000887',
  refunded_elsewhere: '4000000000000994',
  captured_elsewhere: '4000000000001000',
  fraud_warning: '4000000000001117',
} as const;

/** How the sandbox treats a card. `redirect` is of methods that the customer approves on a page. */
export type Behaviour = Exclude<keyof typeof testCards, number> | 'succeeds' | 'redirect';

const behaviours = new Map<string, Behaviour>(
  Object.entries(testCards)
    .filter(([name]) => !/^\d+$/.test(name))
    .map(([name, number]) => [number, name as Behaviour]),
);

/** Debit cards that are also on other debit networks than their brand's, by the first eight digits. */
const coBadged: Readonly<Record<string, readonly string[]>> = {
  // 4000 0566 5566 5556, Visa
  '40000566': ['Star', 'Accel'],
  // 5200 8282 8282 8210, Mastercard
  '52008282': ['Nyce', 'Pulse'],
};

/** The debit networks of a co-badged card, besides its brand. */
export const debitNetworksOf = (bin: string): readonly string[] => coBadged[bin] ?? [];

/** The behaviour of a card number. Unknown cards succeed. */
export function behaviourOf(cardNumber: string | null | undefined): Behaviour {
  return behaviours.get(cardNumber ?? '') ?? 'succeeds';
}
