import type { CollectPage } from '../../core/payment-methods/collect-links.ts';
import { destinationText } from '../../core/payouts/destination.ts';
import type { RecipientPage } from '../../core/payouts/recipient.ts';
import type { AskedField, Texts } from './checkout-data.ts';
import { type Language, locales } from './languages.ts';
import type { OfferedEntry, RecipientData } from './recipient-data.ts';

type ShownPayout = Exclude<RecipientPage, { screen: 'unknown' }>;
type ShownLink = Exclude<CollectPage, { screen: 'unknown' }>;

/** The settings of both kinds of page. */
interface Sender {
  readonly merchant: { readonly merchant_id: string; readonly merchant_name?: string | null };
  readonly settings: { readonly merchant_name?: string | null };
}

/** The shown name of the sender or saving merchant. */
export const senderOf = ({ merchant, settings }: Sender): string =>
  settings.merchant_name ?? merchant.merchant_name ?? merchant.merchant_id;

/** A field of a bank account: its name in payouts, its name in saved accounts, its label and its format. */
type AccountField = readonly [payout: string, saved: string, label: keyof Texts, format: string];

const numbersByScheme: Readonly<Record<string, readonly AccountField[]>> = {
  sepa: [['iban', 'bank_account_number', 'iban', 'iban']],
  ach: [
    ['bank_routing_number', 'bank_routing_number', 'routingNumber', 'aba_routing_number'],
    ['bank_account_number', 'bank_account_number', 'accountNumber', 'ach_account_number'],
  ],
  bacs: [
    ['bank_sort_code', 'bank_routing_number', 'sortCode', 'sort_code'],
    ['bank_account_number', 'bank_account_number', 'accountNumber', 'bacs_account_number'],
  ],
  becs: [
    ['bank_bsb_number', 'bank_routing_number', 'bsbNumber', 'bsb_number'],
    ['bank_account_number', 'bank_account_number', 'accountNumber', 'becs_account_number'],
  ],
};

const identifiersByWallet: Readonly<Record<string, readonly [name: string, label: keyof Texts]>> = {
  paypal: ['email', 'email'],
  venmo: ['telephone_number', 'phone'],
};

const required = (path: string, label: string, format: string): AskedField => ({
  path,
  label,
  format,
  isOptional: false,
});
const holderAt = (within: string, texts: Texts): AskedField => ({
  path: `${within}.bank_account_holder_name`,
  label: texts.accountHolder,
  format: 'name',
  isOptional: true,
});

const nothing = { type: null, shown: null, networks: null, card: null, fields: [], body: {} } as const;

/** The page data of a payout. */
export function recipientView(
  page: ShownPayout,
  { isTest, language }: { readonly isTest: boolean; readonly language: Language },
): RecipientData {
  const { given, offered, payout, screen, settings } = page;
  const texts = locales[language].pages;
  return {
    screen,
    status: payout.status,
    payout: { id: payout.payout_id, amount: payout.amount, currency: payout.currency },
    sender: senderOf(page),
    logo: settings.logo ?? null,
    layout: settings.form_layout === 'journey' ? 'journey' : 'tabs',
    offered: [...(given ? [givenEntry(given)] : []), ...offered.map((one) => payoutEntry(one, texts))],
    asksEmail: !payout.email,
    isTest: isTest || settings.test_mode === true,
    backTo: payout.return_url ?? null,
    language,
    texts,
  };
}

/** The sender's chosen destination. The request repeats it, since the sender may change it while the page is open. */
function givenEntry(given: NonNullable<ShownPayout['given']>): OfferedEntry {
  const shown = destinationText(given);
  return { ...nothing, family: 'given', shown, body: { destination: shown } };
}

function payoutEntry({ kind, networks, type }: ShownPayout['offered'][number], texts: Texts): OfferedEntry {
  const data = 'payout_method_data';
  if (kind === 'card') {
    const card = `${data}.card`;
    return {
      ...nothing,
      family: kind,
      networks,
      card: {
        number: `${card}.card_number`,
        month: `${card}.expiry_month`,
        year: `${card}.expiry_year`,
        holder: `${card}.card_holder_name`,
      },
      body: { payout_type: 'card' },
    };
  }
  if (kind === 'wallet') {
    const [name, label] = identifiersByWallet[type!]!;
    const format = label === 'email' ? 'email' : 'name';
    const fields = [required(`${data}.wallet.${type}.${name}`, texts[label], format)];
    return { ...nothing, family: kind, type, fields, body: { payout_type: 'wallet' } };
  }
  const account = `${data}.bank.${type}`;
  const fields = numbersByScheme[type!]!.map(([name, , label, format]) =>
    required(`${account}.${name}`, texts[label], format),
  );
  return {
    ...nothing,
    family: kind,
    type,
    fields: [...fields, holderAt(account, texts)],
    body: { payout_type: 'bank' },
  };
}

/** The page data for saving payment methods. */
export function collectView(
  page: ShownLink,
  { isTest, language }: { readonly isTest: boolean; readonly language: Language },
): RecipientData {
  const { link, offered, screen, settings } = page;
  const texts = locales[language].pages;
  return {
    screen,
    status: null,
    payout: null,
    sender: senderOf(page),
    logo: settings.logo ?? null,
    layout: 'tabs',
    offered: offered.map((one) => collectEntry(one, texts)),
    asksEmail: false,
    isTest,
    backTo: link.return_url ?? null,
    language,
    texts,
  };
}

function collectEntry({ kind, type }: ShownLink['offered'][number], texts: Texts): OfferedEntry {
  if (kind === 'card') {
    return {
      ...nothing,
      family: kind,
      card: {
        number: 'card.card_number',
        month: 'card.card_exp_month',
        year: 'card.card_exp_year',
        holder: 'card.card_holder_name',
      },
      body: { payment_method: kind },
    };
  }
  const fields = numbersByScheme[type!]!.map(([, name, label, format]) =>
    required(`bank_transfer.${name}`, texts[label], format),
  );
  return {
    ...nothing,
    family: kind,
    type,
    fields: [...fields, holderAt('bank_transfer', texts)],
    body: { payment_method: kind, payment_method_type: type! },
  };
}
