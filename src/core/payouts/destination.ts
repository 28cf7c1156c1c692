import { cardToUse, displayOfSavedCard, usableSavedMethod } from '../cards/card.ts';
import type { PaymentMethod } from '../entities/payment-method.ts';
import type { Payout } from '../entities/payout.ts';
import { type BankTransfer, PayoutMethodDataInput } from '../entities/values/payment-method-data.ts';
import type { PayoutBank, PayoutWallet } from '../entities/values/payout-destinations.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { BankAccount, PayoutDestination } from '../foundation/payment-method-details.ts';
import { maskFields } from '../model/rest-view.ts';
import { schemeOf } from '../payment-methods/saved-bank-account.ts';
import { decryptField } from '../writes/apply-changes.ts';

/** Validated details of a destination other than a card, under the name of their type. */
export type DestinationData = Partial<Pick<PayoutMethodDataInput, 'bank' | 'wallet'>>;

/** The details in a request, other than a card's; null without details. */
export function destinationGiven(data: PayoutMethodDataInput | null | undefined): DestinationData | null {
  if (data?.bank) return { bank: data.bank };
  return data?.wallet ? { wallet: data.wallet } : null;
}

/** Details for display: account numbers are masked. */
export const shownDestination = (data: DestinationData): DestinationData =>
  maskFields(data, PayoutMethodDataInput) as DestinationData;

/** A destination in a form that its recipient recognizes: the end of its number, or its masked address. */
export function destinationText({ bank, card, wallet }: NonNullable<Payout['payout_method_data']>): string {
  if (card) return `${card.card_network ?? ''} •••• ${card.last4 ?? ''}`.trim();
  const [type, details] = Object.entries(bank ?? wallet ?? {}).find(([, value]) => value) ?? ['', {}];
  const known = details as Readonly<Record<string, string | null>>;
  const number =
    known.iban ?? known.bank_account_number ?? known.email ?? known.telephone_number ?? known.paypal_id;
  return `${type.toUpperCase()} ${number ?? ''}`.trim();
}

/**
 * Checks that a wallet is identified, which the format of its fields cannot express.
 *
 * @throws {Problem} `missing_parameter`.
 */
export function requireReachable({ wallet }: DestinationData): void {
  const paypal = wallet?.paypal;
  if (!paypal || paypal.email || paypal.telephone_number || paypal.paypal_id) return;
  const param = 'payout_method_data.wallet.paypal.email';
  const message = `${param} is required. telephone_number or paypal_id can take its place.`;
  throw new Problem('missing_parameter', message, { param });
}

/**
 * Checks that the destination of a payout still exists, and updates the display of the saved card or account: its expiry
 * date may have been renewed.
 *
 * @throws {Problem} `missing_parameter` if the saved method was deleted meanwhile, or cannot be paid to.
 */
export async function requirePayoutMethodData(tx: WritingContext, payout: Payout): Promise<void> {
  if (payout.card_number || payout.method_data) return;
  const saved = await usableSavedMethod(tx, payout.merchant_id, payout.payout_method_id);
  const bank = saved && savedDestination(tx, saved);
  if (!saved || (!saved.card && !bank)) throw noDestination(payout, saved);
  if (saved.card) {
    payout.payout_method_data = { card: { ...displayOfSavedCard(saved.card), bank_code: null } };
  } else if (bank) payout.payout_method_data = { card: null, ...shownDestination(bank) };
}

function noDestination({ payout_method_id: savedId, status }: Payout, saved: PaymentMethod | null): Problem {
  const why = saved
    ? 'the saved account of the payout has neither an IBAN nor an account number with the number of its bank.'
    : savedId
      ? 'the saved method of the payout was deleted, or its card network has replaced the saved number.'
      : 'the payout has no destination.';
  const mend =
    status === 'requires_fulfillment'
      ? 'Cancel the payout, and create another.'
      : 'Give its details, or another saved method in payout_method_id.';
  const param = 'payout_method_data';
  return new Problem('missing_parameter', `${param} is required: ${why} ${mend}`, { param });
}

/** A saved bank account as a destination; null for other methods, and for accounts of an unknown scheme. */
export function savedDestination(ctx: WritingContext, method: PaymentMethod): DestinationData | null {
  const account = decryptField(ctx, method, 'bank_transfer') as BankTransfer | null;
  if (!account?.bank_account_number) return null;
  const bank = receivingAccount(method.payment_method_type, account, account.bank_account_number);
  return bank && { bank };
}

function receivingAccount(
  type: string | null | undefined,
  account: BankTransfer,
  number: string,
): PayoutBank | null {
  const named = {
    bank_name: account.bank_name ?? null,
    bank_country_code: account.bank_country_code ?? null,
    bank_city: account.bank_city ?? null,
    bank_account_holder_name: account.bank_account_holder_name ?? null,
  };
  const bank = account.bank_routing_number;
  const scheme = schemeOf(type, account);
  if (scheme === 'sepa') return { sepa: { ...named, iban: number } };
  if (!bank || scheme === null) return null;
  switch (scheme) {
    case 'ach':
      return { ach: { ...named, bank_account_number: number, bank_routing_number: bank } };
    case 'bacs':
      return { bacs: { ...named, bank_account_number: number, bank_sort_code: bank } };
    case 'becs':
      return { becs: { ...named, bank_account_number: number, bank_bsb_number: bank } };
  }
}

/** The saved form of a paid bank account, without a BIC: the IBAN identifies the bank. */
export function receivedAccount({ ach, bacs, becs, sepa }: PayoutBank): BankTransfer {
  const { bank_name, bank_country_code, bank_city, bank_account_holder_name } =
    ach ?? bacs ?? becs ?? sepa ?? {};
  return {
    bank_account_number: (ach ?? bacs ?? becs)?.bank_account_number ?? sepa?.iban ?? null,
    bank_routing_number: ach?.bank_routing_number ?? bacs?.bank_sort_code ?? becs?.bank_bsb_number ?? null,
    bank_name: bank_name ?? null,
    bank_country_code: bank_country_code ?? null,
    bank_city: bank_city ?? null,
    bank_account_holder_name: bank_account_holder_name ?? null,
  };
}

/** Decrypts a payout's destination for a connector call. {@link requirePayoutMethodData} checks that there is one. */
export async function destinationOf(tx: WritingContext, payout: Payout): Promise<PayoutDestination> {
  const { payout_method_data: data, payout_method_id: savedId } = payout;
  const details = await destinationData(tx, payout);
  if (details?.bank) return { kind: 'bank', account: accountOf(details.bank, payout.name ?? null) };
  if (details?.wallet) return walletOf(details.wallet);
  const card = await cardToUse(tx, payout, data?.card, savedId, null);
  if (card) return { kind: 'card', card };
  throw new Error('The payout has no destination.');
}

async function destinationData(tx: WritingContext, payout: Payout): Promise<DestinationData | null> {
  if (payout.method_data) return decryptField(tx, payout, 'method_data') as DestinationData;
  if (payout.card_number) return null;
  const saved = await usableSavedMethod(tx, payout.merchant_id, payout.payout_method_id);
  return saved && savedDestination(tx, saved);
}

function accountOf({ ach, bacs, becs, sepa }: PayoutBank, recipient: string | null): BankAccount {
  const given = ach ?? bacs ?? becs ?? sepa;
  const holderName = given?.bank_account_holder_name ?? recipient;
  const named = {
    holderName,
    bankName: given?.bank_name ?? null,
    bankCountry: given?.bank_country_code ?? null,
    bankCity: given?.bank_city ?? null,
  };
  if (ach) {
    const { bank_account_number: accountNumber, bank_routing_number: routingNumber } = ach;
    return { ...named, scheme: 'ach', accountNumber, routingNumber, accountType: null };
  }
  if (bacs) {
    const { bank_account_number: accountNumber, bank_sort_code: sortCode } = bacs;
    return { ...named, scheme: 'bacs', accountNumber, sortCode };
  }
  if (becs) {
    const { bank_account_number: accountNumber, bank_bsb_number: bsbNumber } = becs;
    return { ...named, scheme: 'becs', accountNumber, bsbNumber };
  }
  if (sepa) return { ...named, scheme: 'sepa', iban: sepa.iban, bic: sepa.bic ?? null };
  throw new Error('None of the accounts is given.');
}

function walletOf({ paypal, venmo }: PayoutWallet): PayoutDestination {
  return {
    kind: 'wallet',
    type: paypal ? 'paypal' : 'venmo',
    email: paypal?.email ?? null,
    phone: paypal?.telephone_number ?? venmo?.telephone_number ?? null,
    accountId: paypal?.paypal_id ?? null,
  };
}
