import type { BankDebit } from '../entities/values/bank-debits.ts';
import type { BankTransferPayment } from '../entities/values/bank-transfers.ts';
import type {
  BankRedirect,
  BankRedirectChoice,
  BlikPayment,
  BoletoVoucher,
  ChosenIssuer,
  GiftCard,
  PayLater,
  ShopVoucher,
  UnchosenIssuer,
  UpiCollect,
  UpiIntent,
  Voucher,
} from '../entities/values/local-methods.ts';
import { PaymentMethodDataInput } from '../entities/values/payment-method-data.ts';
import type { Wallet } from '../entities/values/wallets.ts';
import type {
  BankAccount,
  PaymentMethodDetails,
  WalletDetails,
} from '../foundation/payment-method-details.ts';
import { maskFields } from '../model/rest-view.ts';

/** The kinds of payment method that have details, and the `payment_method_type` of each of their alternatives. */
const typesByKind = {
  bank_debit: {
    ach_bank_debit: 'ach',
    sepa_bank_debit: 'sepa',
    bacs_bank_debit: 'bacs',
    becs_bank_debit: 'becs',
  },
  bank_redirect: {
    bancontact_card: 'bancontact_card',
    eps: 'eps',
    giropay: 'giropay',
    ideal: 'ideal',
    przelewy24: 'przelewy24',
    sofort: 'sofort',
    trustly: 'trustly',
    blik: 'blik',
    online_banking_fpx: 'online_banking_fpx',
    online_banking_thailand: 'online_banking_thailand',
    online_banking_poland: 'online_banking_poland',
    online_banking_czech_republic: 'online_banking_czech_republic',
    online_banking_slovakia: 'online_banking_slovakia',
    online_banking_finland: 'online_banking_finland',
  },
  wallet: {
    apple_pay: 'apple_pay',
    google_pay: 'google_pay',
    paypal_redirect: 'paypal',
    paypal_sdk: 'paypal',
    ali_pay_redirect: 'ali_pay',
    we_chat_pay_qr: 'we_chat_pay',
    we_chat_pay_redirect: 'we_chat_pay',
  },
  bank_transfer: {
    ach_bank_transfer: 'ach',
    sepa_bank_transfer: 'sepa',
    bacs_bank_transfer: 'bacs',
    multibanco_bank_transfer: 'multibanco',
    pix: 'pix',
  },
  pay_later: {
    klarna_redirect: 'klarna',
    afterpay_clearpay_redirect: 'afterpay_clearpay',
    affirm_redirect: 'affirm',
  },
  voucher: {
    boleto: 'boleto',
    oxxo: 'oxxo',
    seven_eleven: 'seven_eleven',
    lawson: 'lawson',
    mini_stop: 'mini_stop',
    family_mart: 'family_mart',
    seicomart: 'seicomart',
    pay_easy: 'pay_easy',
  },
  real_time_payment: { prompt_pay: 'prompt_pay', duit_now: 'duit_now' },
  upi: { upi_collect: 'upi_collect', upi_intent: 'upi_intent' },
  gift_card: { givex: 'givex', pay_safe_card: 'pay_safe_card' },
  // Its details have no alternatives.
  crypto: 'crypto_currency',
} as const;

/** A kind of payment method, other than a card, that can be charged. */
export type DetailedKind = keyof typeof typesByKind;
const detailedKinds = Object.keys(typesByKind) as DetailedKind[];

/** The kinds of payment method that can be charged. */
export const chargeableKinds: readonly string[] = ['card', ...detailedKinds];

/** The types of card. Requests name the type because numbers do not show it. */
const cardTypes = ['credit', 'debit'];

/** The types that a kind of payment method has. */
export function typesOfKind(kind: string): readonly string[] {
  if (kind === 'card') return cardTypes;
  const types: string | Readonly<Record<string, string>> = typesByKind[kind as DetailedKind];
  return typeof types === 'string' ? [types] : [...new Set(Object.values(types))];
}

/**
 * The path of a type's details in `payment_method_data`; among alternatives the first, which needs the fewest fields.
 *
 * @example `pathOfType('bank_debit', 'sepa') // ['bank_debit', 'sepa_bank_debit']`
 */
export function pathOfType(kind: string, type: string): readonly string[] {
  if (kind === 'card' || kind === 'crypto') return [kind];
  const [tag] = Object.entries(typesByKind[kind as DetailedKind]).find(([, of]) => of === type)!;
  return [kind, tag];
}

/** Validated details of a payment method other than a card, under the name of their kind. */
export type MethodData = Partial<Pick<PaymentMethodDataInput, DetailedKind>>;

/** The details in a request, other than a card's; null without details. */
export function detailsGiven(data: PaymentMethodDataInput | null | undefined): MethodData | null {
  const kind = detailedKinds.find((name) => data?.[name]);
  return kind ? { [kind]: data![kind] } : null;
}

/** The set alternative of a union tagged by key. */
function taken<T extends object>(union: T): { [Tag in keyof T]-?: [Tag, NonNullable<T[Tag]>] }[keyof T] {
  const found = Object.entries(union).find(([, value]) => value !== null && value !== undefined);
  if (!found) throw new Error('None of the alternatives is given.');
  return found as never;
}

/** The kind and type of a payment method's details. */
export function kindOfData(method: MethodData): { kind: DetailedKind; type: string } {
  const [kind, details] = taken(method);
  const types: string | Readonly<Record<string, string>> = typesByKind[kind];
  if (typeof types === 'string') return { kind, type: types };
  const [tag] = taken(details as Record<string, object>);
  return { kind, type: types[tag]! };
}

/** Details for display: account numbers and tokens are masked. */
export const shownData = (method: MethodData): MethodData =>
  maskFields(method, PaymentMethodDataInput) as MethodData;

/**
 * Details in the terms of the connector interface.
 *
 * @param holderName The account holder's name, for details without one.
 */
export function detailsOf(method: MethodData, holderName: string | null): PaymentMethodDetails {
  const [kind, details] = taken(method);
  switch (kind) {
    case 'bank_debit':
      return { kind, account: debitedAccount(details, holderName) };
    case 'bank_redirect':
      return redirectOf(details, holderName);
    case 'wallet':
      return { kind, wallet: walletOf(details) };
    case 'bank_transfer':
      return transferOf(details, holderName);
    case 'pay_later':
      return lenderOf(details, holderName);
    case 'voucher':
      return voucherOf(details, holderName);
    case 'real_time_payment': {
      const [type, { email }] = taken(details);
      return { kind, type, email: email ?? null };
    }
    case 'upi': {
      const [type, given] = taken(details);
      const { app_id: app, vpa_id: vpa }: Partial<UpiCollect & UpiIntent> = given;
      return { kind, type, vpa: vpa ?? null, app: app ?? null };
    }
    case 'gift_card':
      return giftCardOf(details);
    case 'crypto':
      return {
        kind,
        type: 'crypto_currency',
        coin: details.pay_currency ?? null,
        network: details.network ?? null,
      };
  }
}

type GiftCardDetailed = Extract<PaymentMethodDetails, { kind: 'gift_card' }>;

function giftCardOf(card: GiftCard): GiftCardDetailed {
  const [type, details] = taken(card);
  if (type === 'pay_safe_card') return { kind: 'gift_card', type, email: details.email ?? null };
  return { kind: 'gift_card', type, number: details.number, pin: details.cvc };
}

function debitedAccount(debit: BankDebit, holder: string | null): BankAccount {
  const [tag, account] = taken(debit);
  const holderName = account.bank_account_holder_name ?? holder;
  const named = { holderName, bankName: account.bank_name ?? null };
  switch (tag) {
    case 'ach_bank_debit':
      return {
        ...named,
        scheme: 'ach',
        accountNumber: account.account_number,
        routingNumber: account.routing_number,
        accountType: account.bank_type ?? null,
      };
    case 'sepa_bank_debit':
      return { ...named, scheme: 'sepa', iban: account.iban, bic: null };
    case 'bacs_bank_debit':
      return { ...named, scheme: 'bacs', accountNumber: account.account_number, sortCode: account.sort_code };
    case 'becs_bank_debit':
      return {
        ...named,
        scheme: 'becs',
        accountNumber: account.account_number,
        bsbNumber: account.bsb_number,
      };
  }
}

type Redirect = Extract<PaymentMethodDetails, { kind: 'bank_redirect' }>;

function redirectOf(redirect: BankRedirect, holder: string | null): Redirect {
  const [type, given] = taken(redirect);
  const choice: BankRedirectChoice & Partial<BlikPayment & ChosenIssuer & UnchosenIssuer> = given;
  const { billing_details: billing, country } = choice;
  return {
    kind: 'bank_redirect',
    type,
    bankName: choice.issuer ?? choice.bank_name ?? null,
    country: country ?? null,
    holderName: billing?.billing_name ?? holder,
    email: billing?.email ?? choice.email ?? null,
    code: choice.blik_code ?? null,
  };
}

type Lender = Extract<PaymentMethodDetails, { kind: 'pay_later' }>;

function lenderOf(lender: PayLater, holder: string | null): Lender {
  const kind = 'pay_later';
  const [tag, details] = taken(lender);
  const known = { kind, holderName: holder, email: details.billing_email ?? null, country: null } as const;
  switch (tag) {
    case 'klarna_redirect':
      return { ...known, type: 'klarna', country: details.billing_country ?? null };
    case 'afterpay_clearpay_redirect':
      return { ...known, type: 'afterpay_clearpay', holderName: details.billing_name ?? holder };
    case 'affirm_redirect':
      return { ...known, type: 'affirm' };
  }
}

type VoucherMethod = Extract<PaymentMethodDetails, { kind: 'voucher' }>;

function voucherOf(voucher: Voucher, holder: string | null): VoucherMethod {
  const [type, given] = taken(voucher);
  const details: ShopVoucher & Partial<BoletoVoucher> = given;
  const name = [details.first_name, details.last_name].filter(Boolean).join(' ');
  return {
    kind: 'voucher',
    type,
    holderName: name || holder,
    email: details.email ?? null,
    phone: details.phone_number ?? null,
    taxId: details.social_security_number ?? null,
  };
}

function walletOf(wallet: Wallet): WalletDetails {
  const [tag, details] = taken(wallet);
  switch (tag) {
    case 'apple_pay':
      return {
        type: 'apple_pay',
        token: details.payment_data,
        network: details.payment_method?.network ?? null,
        displayName: details.payment_method?.display_name ?? null,
        cardType: details.payment_method?.type ?? null,
        transactionId: details.transaction_identifier ?? null,
      };
    case 'google_pay': {
      const { description, info, tokenization_data: data } = details;
      return {
        type: 'google_pay',
        token: data.token,
        tokenType: data.type ?? null,
        network: info?.card_network ?? null,
        displayName: description ?? null,
        cardEnd: info?.card_details ?? null,
      };
    }
    case 'paypal_redirect':
      return { type: 'paypal', token: null, email: details.email ?? null };
    case 'paypal_sdk':
      return { type: 'paypal', token: details.token, email: null };
    case 'ali_pay_redirect':
      return { type: 'ali_pay', token: null, email: details.email ?? null, shows: 'page' };
    case 'we_chat_pay_qr':
    case 'we_chat_pay_redirect': {
      const shows = tag === 'we_chat_pay_qr' ? 'code' : 'page';
      return { type: 'we_chat_pay', token: null, email: details.email ?? null, shows };
    }
  }
}

type Transfer = Extract<PaymentMethodDetails, { kind: 'bank_transfer' }>;

/** An account is identified by its number and its bank's identifier. */
function transferOf(transfer: BankTransferPayment, holder: string | null): Transfer {
  const kind = 'bank_transfer';
  const [tag, account] = taken(transfer);
  if (tag === 'pix') {
    return {
      kind,
      type: tag,
      account: null,
      holderName: holder,
      email: null,
      taxId: account.cpf ?? account.cnpj ?? null,
    };
  }
  if (tag === 'multibanco_bank_transfer') {
    const { billing_name: name = null, email = null } = account.billing_details ?? {};
    return { kind, type: 'multibanco', account: null, holderName: name ?? holder, email, taxId: null };
  }
  const named = { holderName: account.bank_account_holder_name ?? holder, bankName: null };
  switch (tag) {
    case 'ach_bank_transfer': {
      const { account_number: accountNumber, routing_number: routingNumber } = account;
      if (!accountNumber || !routingNumber) return { kind, type: 'ach', account: null };
      const known = { ...named, scheme: 'ach', accountNumber, routingNumber, accountType: null } as const;
      return { kind, type: 'ach', account: known };
    }
    case 'sepa_bank_transfer': {
      const { iban } = account;
      return { kind, type: 'sepa', account: iban ? { ...named, scheme: 'sepa', iban, bic: null } : null };
    }
    case 'bacs_bank_transfer': {
      const { account_number: accountNumber, sort_code: sortCode } = account;
      if (!accountNumber || !sortCode) return { kind, type: 'bacs', account: null };
      return { kind, type: 'bacs', account: { ...named, scheme: 'bacs', accountNumber, sortCode } };
    }
  }
}
