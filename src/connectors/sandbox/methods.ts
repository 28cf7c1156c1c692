import type {
  BankAccount,
  CardDetails,
  GiftCardMethod,
  PaymentMethodDetails,
  PayoutDestination,
  TransferInstructions,
} from '../../core/foundation/payment-method-details.ts';
import type { CardChecks, CardFacts, CheckResult } from '../../core/foundation/ports/connector.ts';
import type { CustomerAction } from '../../core/foundation/ports/customer-action.ts';
import { isRefusal } from './failures.ts';

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

/** Cards that are charged although a check of the issuer does not pass. */
const checkedCards: Readonly<Record<string, { line?: CheckResult; zip?: CheckResult; cvc?: CheckResult }>> = {
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
const issuerCountries: Readonly<Record<string, string>> = {
  '076': 'BR',
  '250': 'FR',
  '276': 'DE',
  '392': 'JP',
  '826': 'GB',
};
const PREPAID = '5105105105105100';

/** The facts that the sandbox knows of a card by its number. */
export const factsOf = ({ number }: CardDetails): CardFacts => ({
  funding:
    number === PREPAID ? 'prepaid' : debitNetworksOf(number.slice(0, 8)).length > 0 ? 'debit' : 'credit',
  issuer: 'Sandbox Bank',
  issuerCountry: (number.startsWith('400000') && issuerCountries[number.slice(6, 9)]) || 'US',
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

const lastFour = (text: string) => text.slice(-4);

const cardByLastFour = new Map<string, string>(
  Object.values(testCards).map((number) => [lastFour(number), number]),
);

/** Any number that ends in the same four digits as a test card behaves like that card. */
const behaviourOfEnd = (text: string | null): Behaviour =>
  text === null ? 'succeeds' : behaviourOf(cardByLastFour.get(lastFour(text)));

const numberOf = (account: BankAccount) => (account.scheme === 'sepa' ? account.iban : account.accountNumber);

/** Whether a wallet is paid by a code that its customer scans. */
const showsCode = ({ wallet }: Extract<PaymentMethodDetails, { kind: 'wallet' }>): boolean =>
  wallet.type === 'we_chat_pay' && wallet.shows === 'code';

/** How the sandbox treats a payment method other than a gift card, whose balance decides. */
export function behaviourOfMethod(method: Exclude<PaymentMethodDetails, GiftCardMethod>): Behaviour {
  switch (method.kind) {
    case 'card':
      return behaviourOf(method.card.number);
    case 'bank_debit':
      return behaviourOfEnd(numberOf(method.account));
    case 'bank_redirect':
      return method.code === null ? 'redirect' : behaviourOfEnd(method.code);
    case 'pay_later':
    case 'crypto':
    case 'gift_card':
      return 'redirect';
    case 'voucher':
      return behaviourOfEnd(method.taxId);
    case 'real_time_payment':
      return 'succeeds';
    case 'upi':
      return method.vpa === null ? 'redirect' : behaviourOfEnd(method.vpa.split('@')[0]!);
    case 'wallet':
      if (showsCode(method)) return 'succeeds';
      return method.wallet.token === null ? 'redirect' : behaviourOfEnd(method.wallet.token);
    case 'bank_transfer':
      if (method.type === 'multibanco' || method.type === 'pix') return behaviourOfEnd(method.taxId);
      return behaviourOfEnd(method.account && numberOf(method.account));
    case 'limited_card':
      return behaviourOf(method.number);
    case 'kept':
      // By a token that the sandbox did not issue, as one that it did behaves as its first payment.
      return 'card_declined';
  }
}

/**
 * The sandbox's behaviour for a payout's destination. A wallet is identified by the name before the `@`, or its number.
 */
export function behaviourOfDestination(destination: PayoutDestination): Behaviour {
  switch (destination.kind) {
    case 'card':
      return behaviourOf(destination.card.number);
    case 'bank':
      return behaviourOfEnd(numberOf(destination.account));
    case 'wallet': {
      const { accountId, email, phone } = destination;
      return behaviourOfEnd(email?.split('@')[0] ?? phone ?? accountId);
    }
  }
}

/** A bank's return codes, by the equivalent code of a card's issuer. */
const bankCodes: Partial<Record<Behaviour, string>> = {
  card_declined: 'debit_declined',
  insufficient_funds: 'account_insufficient_funds',
  processing_error: 'bank_unavailable',
};

/** The kind of payment method that is charged, whether the sandbox alone keeps it or not. */
export const chargedKind = (method: PaymentMethodDetails): string => {
  if (method.kind === 'limited_card') return 'card';
  return method.kind === 'kept' ? method.method : method.kind;
};

/** The kinds that are declined by the code of the behaviour itself. A wallet represents a card. */
const declinedAsCards: ReadonlySet<string> = new Set(['card', 'wallet', 'gift_card']);

/** The decline code of a payment; null if it is approved. */
export function refusalOf(kind: string, behaviour: Behaviour): string | null {
  if (!isRefusal(behaviour)) return null;
  return declinedAsCards.has(kind) ? behaviour : (bankCodes[behaviour] ?? 'account_closed');
}

/** The refusal code of a payout; null if it is accepted. */
export function payoutRefusalOf(kind: PayoutDestination['kind'], behaviour: Behaviour): string | null {
  if (!isRefusal(behaviour)) return null;
  if (kind === 'card') return behaviour;
  return behaviour === 'processing_error' ? 'bank_unavailable' : 'account_closed';
}

/** The last four digits of a card or gift card; null for anything else. */
export const cardEnd = (method: PaymentMethodDetails | PayoutDestination): string | null => {
  if (method.kind === 'limited_card') return lastFour(method.number);
  if (method.kind === 'gift_card') return 'number' in method ? lastFour(method.number) : null;
  return method.kind === 'card' ? lastFour(method.card.number) : null;
};

const bank = { accountHolderName: 'Sandbox', bankName: 'Sandbox Bank' };
/** The sandbox's own accounts: no customer of the documentation or a test has one of them. */
const accounts = {
  ach: { ...bank, accountNumber: '000999888777', routingNumber: '110000000' },
  bacs: { ...bank, accountNumber: '00998877', sortCode: '200000' },
  sepa: { ...bank, iban: 'DE73370400440999000000', bic: 'COBADEFFXXX' },
} as const;

/** Where the customer sends a bank transfer to. Nothing sent there arrives anywhere. */
export const transferInstructions = (
  type: keyof typeof accounts,
  reference: string,
): TransferInstructions => ({
  ...accounts[type],
  reference,
});

/**
 * The instructions for a customer who pays by a transfer, a voucher or a code, which can be paid nowhere; null for
 * other methods.
 */
export function shownToPay(
  method: PaymentMethodDetails,
  reference: string,
  until: string,
): CustomerAction | null {
  switch (method.kind) {
    case 'bank_transfer':
      if (method.type === 'pix') return qrCode(`00020126SANDBOX.PIX.${reference}`, until);
      if (method.type === 'multibanco') {
        return {
          type: 'voucher',
          voucher: { entity: '11249', reference: digitsFrom(reference, 9) },
          payBefore: until,
        };
      }
      return {
        type: 'bank_transfer',
        transfer: transferInstructions(method.type, reference),
        transferBefore: until,
      };
    case 'voucher': {
      const isJapanese = method.type !== 'boleto' && method.type !== 'oxxo';
      const voucher = {
        reference: digitsFrom(reference, method.type === 'boleto' ? 47 : isJapanese ? 11 : 14),
        confirmationNumber: isJapanese ? digitsFrom(reference, 6) : null,
      };
      return { type: 'voucher', voucher, payBefore: until };
    }
    case 'wallet':
      return showsCode(method) ? qrCode(`weixin://wxpay/bizpayurl?pr=${reference}`, until) : null;
    case 'real_time_payment':
      return qrCode(`00020101SANDBOX.${method.type.toUpperCase()}.${reference}`, until);
    default:
      return null;
  }
}

const qrCode = (content: string, validUntil: string): CustomerAction => ({
  type: 'qr_code',
  content,
  imageUrl: null,
  validUntil,
});

/** Digits that follow from an identifier. */
const digitsFrom = (id: string, count: number): string =>
  Array.from({ length: count }, (_, place) => id.charCodeAt((place * 7 + 5) % id.length) % 10).join('');
