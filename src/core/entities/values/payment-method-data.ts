import * as f from '../../model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../../model/index.ts';
import { BankAccountType, BankDebit } from './bank-debits.ts';
import { BankTransferPayment } from './bank-transfers.ts';
import { Contact } from './contact.ts';
import {
  BankRedirect,
  CryptoPayment,
  GiftCard,
  PayLater,
  RealTimePayment,
  Upi,
  Voucher,
} from './local-methods.ts';
import { PayoutBank, PayoutWallet } from './payout-destinations.ts';
import { Wallet } from './wallets.ts';

/** Payment method families. `payment_method_type` names the subtype, such as `ach` of `bank_debit`. */
export const PaymentMethodKind = enumeration('PaymentMethodKind', 'Payment method family.', {
  card: 'Credit, debit or prepaid card.',
  card_redirect: 'Card entered on a page of the card scheme or bank.',
  pay_later: 'Buy now, pay later: instalments or deferred payment.',
  wallet: 'Digital wallet.',
  bank_redirect: 'Online banking redirect.',
  bank_transfer: 'Bank transfer initiated by the customer.',
  bank_debit: 'Direct debit.',
  crypto: 'Cryptocurrency.',
  reward: 'Loyalty points or cash rewards.',
  real_time_payment: 'National real-time payment network.',
  upi: 'Unified Payments Interface (India).',
  voucher: 'Voucher paid in cash or at a bank.',
  gift_card: 'Gift card.',
  open_banking: 'Open-banking payment initiation.',
  mobile_payment: 'Direct carrier billing.',
});

/** Displayable card details. Specification: PaymentCard. */
@ValueObject({ about: 'Displayable card details; the full number is never returned.' })
export class PaymentCard {
  @f.Text('Last four digits of the card number.', { example: '4242' }) last4?: string | null;
  @f.Text('Funding type, such as `credit`, `debit` or `prepaid`; null if unknown.') card_type?: string | null;
  @f.Text('Card network, such as `Visa`, or the debit network the payment was routed over.', {
    example: 'Visa',
    holds: 'code',
  })
  card_network?: string | null;
  @f.Text('Issuing bank; null if unknown.') card_issuer?: string | null;
  @f.Text('Two-letter ISO 3166 country code of the issuer; null if unknown.')
  card_issuing_country?: string | null;
  @f.Text('Bank identification number (BIN): first six digits of the card number.', { example: '424242' })
  card_isin?: string | null;
  @f.Text('Extended BIN: first eight digits of the card number; null for numbers shorter than 16 digits.')
  card_extended_bin?: string | null;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { example: '12' }) card_exp_month?: string | null;
  @f.CardExpYear('Expiry year, four digits.', { example: '2030' }) card_exp_year?: string | null;
  @f.Text('Cardholder name.', { example: 'Alice Example', personal: true, holds: 'holder_name' })
  card_holder_name?: string | null;
  @f.Text("Customer's nickname for the card, saved with it.", {
    visibility: 'beyond',
    personal: true,
  })
  nick_name?: string | null;
  @f.Json(
    "The issuer's checks: `address_line`, `postal_code` and `cvc`, each `pass`, `fail`, `unavailable` or `unchecked`, with the connector's codes `avs_code` and `cvc_code`; null if not reported.",
  )
  payment_checks?: unknown;
  @f.Json(
    'Result of 3-D Secure run by the connector: `trans_status`, `eci`, `ds_transaction_id` and `version`.',
  )
  authentication_data?: unknown;
}

/** Displayable payment method details. Specification: Payment `payment_method_data`. */
@ValueObject({ about: 'Displayable payment method details.' })
export class PaymentMethodData {
  @f.NestedObject(() => PaymentCard, 'Card details; null unless the payment is by card.', {
    alternative: true,
  })
  card?: PaymentCard | null;
  @f.NestedObject(() => Contact, "Billing contact of the payment method, if it differs from the payment's.")
  billing?: Contact | null;
  @f.Alternative(() => BankDebit, 'Account to debit, with its number masked; only for a `bank_debit`.')
  bank_debit?: BankDebit | null;
  @f.Alternative(() => BankRedirect, 'Online banking scheme; only for a `bank_redirect`.')
  bank_redirect?: BankRedirect | null;
  @f.Alternative(() => Wallet, 'Wallet, with its token masked; only for a `wallet`.')
  wallet?: Wallet | null;
  @f.Alternative(() => BankTransferPayment, 'Bank transfer scheme; only for a `bank_transfer`.')
  bank_transfer?: BankTransferPayment | null;
  @f.Alternative(() => PayLater, 'Lender; only for a `pay_later`.') pay_later?: PayLater | null;
  @f.Alternative(() => Voucher, 'Voucher scheme; only for a `voucher`.') voucher?: Voucher | null;
  @f.Alternative(() => RealTimePayment, 'Payment network; only for a `real_time_payment`.')
  real_time_payment?: RealTimePayment | null;
  @f.Alternative(() => Upi, 'UPI request type, with the address masked; only for a `upi`.') upi?: Upi | null;
  @f.Alternative(() => GiftCard, 'Gift card, with its number and PIN masked; only for a `gift_card`.')
  gift_card?: GiftCard | null;
  @f.Alternative(() => CryptoPayment, 'Requested coin and network; only for a `crypto`.')
  crypto?: CryptoPayment | null;
}

/** Card details. Input only. Specification: endpoint 1. */
@Input({ about: 'Card details. The number is encrypted at rest; the CVC is never stored.' })
export class CardInput {
  @f.CardNumber('Card number (PAN): 12 to 19 digits without spaces.', { required: true })
  card_number!: string;
  @f.CardExpMonth('Expiry month, `01` to `12`; `1` is read as `01`.', { required: true })
  card_exp_month!: string;
  @f.CardExpYear('Expiry year; two digits are read as of this century.', { required: true })
  card_exp_year!: string;
  @f.Text('Cardholder name.', { holds: 'holder_name' }) card_holder_name?: string | null;
  @f.Text("Customer's nickname for the card, kept with it if it is saved.") nick_name?: string | null;
  @f.CardCvc(
    'Card verification code (CVC), three or four digits. Passed on to the connector and never stored.',
  )
  card_cvc?: string | null;
}

/** Payment method details. Input only. Specification: endpoint 1. */
@Input({ about: 'Payment method details to attach to a payment, under the name of their kind.' })
export class PaymentMethodDataInput {
  @f.NestedObject(() => CardInput, 'Card details, for a payment by card.', { alternative: true })
  card?: CardInput | null;
  @f.Alternative(() => BankDebit, 'Account to debit, for a `bank_debit`. Its number is encrypted at rest.')
  bank_debit?: BankDebit | null;
  @f.Alternative(() => BankRedirect, 'Online banking scheme, for a `bank_redirect`.')
  bank_redirect?: BankRedirect | null;
  @f.Alternative(() => Wallet, 'Wallet with its token, for a `wallet`. The token is encrypted at rest.')
  wallet?: Wallet | null;
  @f.Alternative(() => BankTransferPayment, 'Bank transfer scheme, for a `bank_transfer`.')
  bank_transfer?: BankTransferPayment | null;
  @f.Alternative(() => PayLater, 'Lender, for a `pay_later`.') pay_later?: PayLater | null;
  @f.Alternative(() => Voucher, 'Voucher scheme, for a `voucher`. Tax numbers are encrypted at rest.')
  voucher?: Voucher | null;
  @f.Alternative(() => RealTimePayment, 'Payment network, for a `real_time_payment`.')
  real_time_payment?: RealTimePayment | null;
  @f.Alternative(() => Upi, 'UPI request type, for a `upi`. The address is encrypted at rest.')
  upi?: Upi | null;
  @f.Alternative(() => GiftCard, 'Gift card, for a `gift_card`. Its number and PIN are encrypted at rest.')
  gift_card?: GiftCard | null;
  @f.Alternative(() => CryptoPayment, 'Cryptocurrency, for a `crypto`.') crypto?: CryptoPayment | null;
  @f.NestedObject(() => Contact, "Billing contact of the payment method, if it differs from the payment's.")
  billing?: Contact | null;
}

/** Displayable details of a saved card. Specification: SavedCard. */
@ValueObject({ about: 'Displayable details of a saved card; the full number is never returned.' })
export class SavedCard {
  @f.Text('Card network, such as `Visa`.', { example: 'Visa' }) scheme?: string | null;
  @f.Text('Two-letter ISO 3166 country code of the issuer; null if unknown.') issuer_country?: string | null;
  @f.Text('Last four digits of the card number.', { max: 4, example: '4242' }) last4_digits?: string | null;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { example: '12' }) expiry_month?: string | null;
  @f.CardExpYear('Expiry year, four digits.', { example: '2030' }) expiry_year?: string | null;
  @f.Text('Token that identifies the saved card.', { holds: 'token' }) card_token?: string | null;
  @f.Text('Cardholder name.', { example: 'Alice Example', personal: true, holds: 'holder_name' })
  card_holder_name?: string | null;
  @f.Text('Fingerprint of the card number: identical for the same card within one merchant.', {
    holds: 'token',
  })
  card_fingerprint?: string | null;
  @f.Text("Customer's nickname for the card.", { personal: true }) nick_name?: string | null;
  @f.Text('Card network, such as `Visa` or `Mastercard`.', { example: 'Visa', holds: 'code' }) card_network?:
    | string
    | null;
  @f.Text('Bank identification number (BIN): first six to eight digits of the card number.', {
    max: 8,
    example: '424242',
  })
  card_isin?: string | null;
  @f.Text('First eight digits of a card number of at least sixteen, which rules compare; null if unknown.', {
    max: 8,
    visibility: 'beyond',
    holds: 'code',
  })
  card_extended_bin?: string | null;
  @f.Text('Issuing bank; null if unknown.') card_issuer?: string | null;
  @f.Text('Funding type, such as `CREDIT` or `DEBIT`; null if unknown.') card_type?: string | null;
  @f.Bool('Whether the full card number is stored, encrypted, for future charges.', { example: true })
  saved_to_locker?: boolean | null;
}

/** Bank account details. Specification: Payment method (saved). */
@ValueObject({ about: 'Bank account details.' })
export class BankTransfer {
  @f.Text('Name of the bank.') bank_name?: string | null;
  @f.Country('Two-letter ISO 3166 country code of the bank.')
  bank_country_code?: string | null;
  @f.Text('City of the branch.') bank_city?: string | null;
  @f.Text('Account number or IBAN.', { masked: true, personal: true }) bank_account_number?: string | null;
  @f.Text('Routing number, sort code or equivalent.') bank_routing_number?: string | null;
  @f.Text('Name of the account holder.', {
    onlyIfSet: 'Payouts and direct debits accept it, and a saved account returns its value.',
    personal: true,
    holds: 'holder_name',
  })
  bank_account_holder_name?: string | null;
  @f.Enumeration(() => BankAccountType, 'Type of the account; `checking` by default.', {
    onlyIfSet: 'Payouts and direct debits accept it, and a saved account returns its value.',
  })
  bank_type?: ValueOf<typeof BankAccountType> | null;
}

/** Displayable details of the card a payout is sent to. Specification: Payout. */
@ValueObject({
  about: 'Displayable details of the card a payout is sent to; the full number is never returned.',
})
export class PayoutCard {
  @f.Text('Issuing bank; null if unknown.') card_issuer?: string | null;
  @f.Text('Card network, such as `Visa` or `Mastercard`.', { example: 'Visa', holds: 'code' }) card_network?:
    | string
    | null;
  @f.Text('Funding type, such as `CREDIT` or `DEBIT`; null if unknown.') card_type?: string | null;
  @f.Text('Country of the issuer; null if unknown.') card_issuing_country?: string | null;
  @f.Text('Bank code of the issuer, if given with the card; null for a saved card.', {
    example: '37040044',
  })
  bank_code?: string | null;
  @f.Text('Last four digits of the card number.', { max: 4, example: '4242' }) last4?: string | null;
  @f.Text('Bank identification number (BIN): first six digits of the card number.', {
    max: 8,
    example: '424242',
  })
  card_isin?: string | null;
  @f.Text('Extended BIN: first eight digits of the card number; null for numbers shorter than 16 digits.', {
    max: 8,
  })
  card_extended_bin?: string | null;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { example: '12' }) card_exp_month?: string | null;
  @f.CardExpYear('Expiry year, four digits.', { example: '2030' }) card_exp_year?: string | null;
  @f.Text('Cardholder name.', { example: 'Alice Example', personal: true, holds: 'holder_name' })
  card_holder_name?: string | null;
}

/** Displayable details of a payout destination. Specification: Payout. */
@ValueObject({ about: 'Displayable details of a payout destination.' })
export class PayoutMethodData {
  @f.NestedObject(() => PayoutCard, 'Card details; null unless the payout is to a card.', {
    alternative: true,
  })
  card?: PayoutCard | null;
  @f.Alternative(() => PayoutBank, 'Bank account, with its number masked; only for a payout to a `bank`.')
  bank?: PayoutBank | null;
  @f.Alternative(() => PayoutWallet, 'Wallet, masked; only for a payout to a `wallet`.')
  wallet?: PayoutWallet | null;
}

/** Hosted page that collects the destination. Specification: Payout. */
@ValueObject({ about: 'Hosted page that collects the destination of a payout.' })
export class PayoutLink {
  @f.Id('Unique identifier of the payout link.') payout_link_id?: string | null;
  @f.Text('URL of the page. Anyone with the URL can set the destination: do not log it.', { max: 2048 })
  link?: string | null;
}

/** Card to send a payout to. Input only. Specification: endpoint 5. */
@Input({ about: 'Card to send a payout to. The number is encrypted at rest.' })
export class PayoutCardInput {
  @f.CardNumber('Card number (PAN): 12 to 19 digits without spaces.', { required: true })
  card_number!: string;
  @f.CardExpMonth('Expiry month, `01` to `12`; `1` is read as `01`.', { required: true })
  expiry_month!: string;
  @f.CardExpYear('Expiry year; two digits are read as of this century.', { required: true })
  expiry_year!: string;
  @f.Text('Cardholder name.', { holds: 'holder_name' }) card_holder_name?: string | null;
  @f.Text('Bank code of the issuer, kept with the payout because the card number does not contain it.', {
    max: 20,
  })
  bank_code?: string | null;
}

/** Destination details. Input only. Specification: endpoint 5. */
@Input({ about: 'Destination details to attach to a payout, under the name of their type.' })
export class PayoutMethodDataInput {
  @f.NestedObject(() => PayoutCardInput, 'Card details, for a payout to a card.', { alternative: true })
  card?: PayoutCardInput | null;
  @f.Alternative(() => PayoutBank, 'Bank account, for a payout to a bank. Its number is encrypted at rest.')
  bank?: PayoutBank | null;
  @f.Alternative(() => PayoutWallet, 'Wallet, for a payout to a wallet.') wallet?: PayoutWallet | null;
}
