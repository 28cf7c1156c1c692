import type { CardScenario } from '../../conformance/harness.ts';

/**
 * Adyen's test cards by their behaviour at the stand-in. Adyen's test mode accepts them all, but decides the outcome by
 * the holder's name or the amount, which a suite for every connector cannot send.
 */
export const testCards = {
  good: '4111111145551142',
  declined: '4988438843884305',
  soft_declined: '4166676667666746',
  declined_strangely: '4646464646464644',
  challenge: '4212345678901237',
  strange_status: '4000620000000007',
  authorized_in_part: '4000060000000006',
  authorized_wrongly: '4293189100000008',
  capture_fails: '4988080000000000',
  refund_fails: '4111111111111111',
  refund_waits: '4444333322221111',
  refund_returned: '4001590000000001',
  capture_returned: '4000180000000002',
  disputed: '2222400070000005',
  refunded_elsewhere: '5555341244441115',
  captured_elsewhere: '5577000055770004',
  voided_elsewhere: '5555444433331111',
  expires: '2222410740360010',
  fraud_warning: '5555555555554444',
  stored_later: '5101180000000007',
} as const satisfies Readonly<Record<CardScenario, string>>;

/** Test cards for Adyen-specific behaviour. */
export const furtherCards = {
  payout_waits: '2222410700000002',
  payout_returned: '2222400010000008',
  /** The issuer demands 3-D Secure. */
  authentication_required: '2223000048410010',
  /** The card network forbids another attempt. */
  never_again: '2222400060000007',
} as const;

/** Why a gift card is refused. */
type GiftCardRefusal = 'gift_card_unknown' | 'gift_card_expired' | 'gift_card_code' | 'gift_card_empty';

export type Scenario = CardScenario | keyof typeof furtherCards | GiftCardRefusal;

const byNumber: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({ ...testCards, ...furtherCards }).map(([scenario, number]) => [
    number,
    scenario as Scenario,
  ]),
);

/** The behaviour of a card; good unless it is one of the test cards. */
export const scenarioOf = (number: string | undefined): Scenario => byNumber.get(number ?? '') ?? 'good';
