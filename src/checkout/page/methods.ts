import type { FormData, ShownSavedMethod, Texts } from '../server/checkout-data.ts';
import { filled } from './phrases.ts';

type OfferedMethod = NonNullable<FormData['offer']>['payment_methods'][number];
export type OfferedType = OfferedMethod['payment_method_types'][number];

/** An entry of the accordion or the tabs. */
export type Entry =
  | {
      readonly id: string;
      readonly kind: 'saved';
      readonly label: string;
      readonly saved: readonly ShownSavedMethod[];
    }
  | {
      readonly id: string;
      readonly kind: 'card';
      readonly label: string;
      readonly types: readonly OfferedType[];
    }
  | {
      readonly id: string;
      readonly kind: 'other';
      readonly label: string;
      readonly family: string;
      readonly type: OfferedType;
    };

/** Names that are the same in every language. */
const names: Readonly<Record<string, string>> = {
  ach: 'ACH',
  affirm: 'Affirm',
  ali_pay: 'Alipay',
  crypto_currency: 'Crypto',
  pay_safe_card: 'paysafecard',
  we_chat_pay: 'WeChat Pay',
  afterpay_clearpay: 'Afterpay / Clearpay',
  apple_pay: 'Apple Pay',
  bacs: 'Bacs',
  bancontact_card: 'Bancontact',
  becs: 'BECS',
  boleto: 'Boleto',
  duit_now: 'DuitNow',
  family_mart: 'FamilyMart',
  lawson: 'Lawson',
  mini_stop: 'Ministop',
  multibanco: 'Multibanco',
  oxxo: 'OXXO',
  pay_easy: 'Pay-easy',
  pix: 'Pix',
  prompt_pay: 'PromptPay',
  seicomart: 'Seicomart',
  seven_eleven: '7-Eleven',
  upi_collect: 'UPI ID',
  upi_intent: 'UPI',
  blik: 'BLIK',
  eps: 'EPS',
  giropay: 'giropay',
  givex: 'Givex',
  google_pay: 'Google Pay',
  ideal: 'iDEAL',
  klarna: 'Klarna',
  online_banking_czech_republic: 'Online banking (CZ)',
  online_banking_finland: 'Online banking (FI)',
  online_banking_fpx: 'FPX',
  online_banking_poland: 'Online banking (PL)',
  online_banking_slovakia: 'Online banking (SK)',
  online_banking_thailand: 'Online banking (TH)',
  paypal: 'PayPal',
  przelewy24: 'Przelewy24',
  sepa: 'SEPA',
  sofort: 'Sofort',
  trustly: 'Trustly',
};

/** The customer-facing name of a payment method type. */
export function labelOf(family: string, type: string, texts: Texts): string {
  const name = names[type] ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');
  if (family === 'bank_debit') return filled(texts.directDebit, { name });
  if (family === 'gift_card') return filled(texts.giftCard, { name });
  return family === 'bank_transfer' ? filled(texts.bankTransfer, { name }) : name;
}

/** Wallets whose token comes only from their own button. */
const needsButton = (type: OfferedType): boolean =>
  type.required_fields.some(({ required_field: path }) => /\.(payment_data|token)$/.test(path));

/** The offered methods in display order: saved methods, cards, then the others in the offer's order. */
export function entriesOf({ offer, saved, texts }: Pick<FormData, 'offer' | 'saved' | 'texts'>): Entry[] {
  const methods = offer?.payment_methods ?? [];
  const card = methods.find(({ payment_method: kind }) => kind === 'card');
  const others = methods.flatMap(({ payment_method: family, payment_method_types: types }) =>
    family === 'card' ? [] : types.filter((type) => !needsButton(type)).map((type) => ({ family, type })),
  );
  return [
    ...(saved.length > 0 ? [{ id: 'saved', kind: 'saved', label: texts.savedHeading, saved } as const] : []),
    ...(card
      ? [{ id: 'card', kind: 'card', label: texts.card, types: card.payment_method_types } as const]
      : []),
    ...others.map(({ family, type }) => ({
      id: `${family}-${type.payment_method_type}`,
      kind: 'other' as const,
      label: labelOf(family, type.payment_method_type, texts),
      family,
      type,
    })),
  ];
}

/** The last four digits of a saved method, with its network or bank. */
export function savedLabel(
  { bank, card, payment_method: family, payment_method_type: type }: ShownSavedMethod,
  texts: Texts,
): string {
  if (!card && family === 'card') return texts.card;
  if (!card) return `${labelOf(family, type ?? '', texts)} ${bank?.mask ?? ''}`.trim();
  return filled(texts.cardEnding, {
    network: card.card_network ?? card.scheme ?? texts.card,
    digits: card.last4_digits ?? '',
    expiry: `${card.expiry_month ?? ''}/${(card.expiry_year ?? '').slice(-2)}`,
  });
}
