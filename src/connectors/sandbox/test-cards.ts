import { cardNetworkOf } from '../../core/cards/card.ts';
import type { CardDetails } from '../../core/foundation/payment-method-details.ts';
import type { CardChecks, CheckResult } from '../../core/foundation/ports/connector.ts';
import type { PricedCard } from './settings.ts';

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
  exempts: '4000000000003279',
  refuses_exemption: '4000000000003287',
  disputed: '4000000000000259',
  refund_fails: '4000000000005126',
  waits: '4000000000007726',
  declined_later: '4000000000002115',
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
  // These are decided, and then decided otherwise.
  refused_then_paid: '4000000000001224',
  paid_then_refused: '4000000000001331',
  capture_recovered: '4000000000001448',
  expired_then_captured: '4000000000001554',
  refund_recovered: '4000000000001661',
  refund_failed_early: '4000000000001778',
  captured_beyond: '4000000000001885',
  payout_recovered: '4000000000001992',
  cancel_ignored: '4000000000002008',
} as const;

/** Cards that are charged although one of the issuer's checks fails. */
export const checkedCards: Readonly<
  Record<string, { line?: CheckResult; zip?: CheckResult; cvc?: CheckResult }>
> = {
  '4000000000000010': { line: 'fail', zip: 'fail' },
  '4000000000000028': { line: 'fail' },
  '4000000000000036': { zip: 'fail' },
  '4000000000000044': { line: 'unavailable', zip: 'unavailable' },
  '4000000000000101': { cvc: 'fail' },
};

/** A card with this postal code in its billing address is declined. */
export const WRONG_ZIP = '99999';

/** The issuer's checks of the given parts of the address and of the CVC. */
export function checksOf(
  { cvc, number }: CardDetails,
  address: { readonly line1?: string | null; readonly zip?: string | null } | null | undefined,
): CardChecks {
  const found = checkedCards[number] ?? {};
  const line = address?.line1 ? (found.line ?? 'pass') : undefined;
  const zip = address?.zip ? (address.zip === WRONG_ZIP ? 'fail' : (found.zip ?? 'pass')) : undefined;
  const code = cvc ? (found.cvc ?? 'pass') : undefined;
  return {
    ...(line ? { addressLine: line } : {}),
    ...(zip ? { postalCode: zip } : {}),
    ...(code ? { cvc: code, cvcCode: code === 'pass' ? 'M' : 'N' } : {}),
    avsCode: avsCodeOf(line, zip),
  };
}

/** Visa's code of an address check; null if there was nothing to check. */
function avsCodeOf(line: CheckResult | undefined, zip: CheckResult | undefined): string | null {
  const given = [line, zip].filter((result) => result !== undefined);
  if (given.length === 0) return null;
  if (given.includes('unavailable')) return 'U';
  if (line === 'pass' && zip === 'pass') return 'Y';
  return line === 'pass' ? 'A' : zip === 'pass' ? 'Z' : 'N';
}

/** Countries of issuers, by the digits after 400000: their numeric codes in ISO 3166. */
export const issuerCountries: Readonly<Record<string, string>> = {
  '076': 'BR',
  '250': 'FR',
  '276': 'DE',
  '392': 'JP',
  '826': 'GB',
};
export const PREPAID = '5105105105105100';

/** The facts that the sandbox knows of a card by its number. */
export const factsOf = ({ number }: CardDetails): PricedCard => ({
  funding:
    number === PREPAID ? 'prepaid' : debitNetworksOf(number.slice(0, 8)).length > 0 ? 'debit' : 'credit',
  issuer: 'Sandbox Bank',
  issuerCountry: (number.startsWith('400000') && issuerCountries[number.slice(6, 9)]) || 'US',
  network: cardNetworkOf(number)?.name ?? null,
});

/** How the sandbox treats a card. `redirect` is of methods that the customer approves on a page. */
export type Behaviour =
  | Exclude<keyof typeof testCards, number>
  | 'succeeds'
  | 'redirect'
  | 'gift_card_unknown'
  | 'gift_card_expired'
  | 'gift_card_currency'
  | 'incorrect_pin'
  | 'insufficient_balance';

const behaviours = new Map<string, Behaviour>(
  Object.entries(testCards)
    .filter(([name]) => !/^\d+$/.test(name))
    .map(([name, number]) => [number, name as Behaviour]),
);

/** Debit cards that are also on other debit networks than their brand's, by the first eight digits. */
export const coBadged: Readonly<Record<string, readonly string[]>> = {
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
