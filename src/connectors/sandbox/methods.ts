import type {
  BankAccount,
  GiftCardMethod,
  PaymentMethodDetails,
  PayoutDestination,
  TransferInstructions,
} from '../../core/foundation/payment-method-details.ts';
import type { CustomerAction } from '../../core/foundation/ports/customer-action.ts';
import { refusals } from './failures.ts';
import { type Behaviour, behaviourOf, testCards } from './test-cards.ts';

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
      // A token that the sandbox did not issue. One that it issued behaves like its first payment.
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

/** The kind of payment method that is charged, whether or not only the sandbox stores it. */
export const chargedKind = (method: PaymentMethodDetails): string => {
  if (method.kind === 'limited_card') return 'card';
  return method.kind === 'kept' ? method.method : method.kind;
};

/** The kinds that are declined by the code of the behaviour itself. A wallet represents a card. */
const declinedAsCards: ReadonlySet<string> = new Set(['card', 'wallet', 'gift_card']);

/** The decline code of a payment; null if it is approved. */
export function refusalOf(kind: string, behaviour: Behaviour): string | null {
  if (!refusals.has(behaviour)) return null;
  return declinedAsCards.has(kind) ? behaviour : (bankCodes[behaviour] ?? 'account_closed');
}

/** The refusal code of a payout; null if it is accepted. */
export function payoutRefusalOf(kind: PayoutDestination['kind'], behaviour: Behaviour): string | null {
  if (!refusals.has(behaviour)) return null;
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
