import type { PaymentMethod } from '../entities/payment-method.ts';
import type { BankTransfer } from '../entities/values/payment-method-data.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { BankAccount } from '../foundation/payment-method-details.ts';
import { formats } from '../model/formats.ts';
import type { TextFormat } from '../model/index.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { detailsOf, kindOfData, type MethodData } from './method-details.ts';

type Scheme = BankAccount['scheme'];

/** The formats of the account number, and of the bank's number if the account number does not include it. */
const numbersByScheme: Readonly<Record<Scheme, readonly [account: TextFormat, bank: TextFormat | null]>> = {
  ach: ['ach_account_number', 'aba_routing_number'],
  sepa: ['iban', null],
  bacs: ['bacs_account_number', 'sort_code'],
  becs: ['becs_account_number', 'bsb_number'],
};
const schemeByCountry: Readonly<Record<string, Scheme>> = { US: 'ach', GB: 'bacs', AU: 'becs' };

const isScheme = (type: string): type is Scheme => Object.hasOwn(numbersByScheme, type);
const passes = (format: TextFormat, text: string | null | undefined) =>
  Boolean(text && formats[format].check(text));

/** The scheme of a bank account, from its type, else from its numbers and country; null if undetermined. */
export function schemeOf(type: string | null | undefined, account: BankTransfer): Scheme | null {
  const named = type?.toLowerCase() ?? '';
  if (isScheme(named)) return named;
  if (passes('iban', account.bank_account_number)) return 'sepa';
  if (passes('aba_routing_number', account.bank_routing_number)) return 'ach';
  const byCountry = schemeByCountry[account.bank_country_code ?? ''];
  return byCountry && account.bank_routing_number ? byCountry : null;
}

/**
 * Checks a bank account to be saved, and normalises its numbers.
 *
 * @throws {Problem} `missing_parameter`, `invalid_parameter`.
 */
export function checkedAccount(
  kind: PaymentMethod['payment_method'],
  type: string | null | undefined,
  account: BankTransfer,
): { readonly scheme: Scheme | null; readonly account: BankTransfer } {
  const scheme = schemeOf(type, account);
  if (!scheme) {
    // Accounts in other countries can be saved, but are sent to no connector.
    if (kind !== 'bank_debit') return { scheme, account };
    const param = 'payment_method_type';
    const schemes = Object.keys(numbersByScheme).join(', ');
    throw new Problem('missing_parameter', `${param} is required for a bank_debit: one of ${schemes}.`, {
      param,
    });
  }
  const [accountFormat, bankFormat] = numbersByScheme[scheme];
  const checked = {
    ...account,
    bank_account_number: checkedNumber(account, 'bank_account_number', accountFormat),
  };
  if (bankFormat) checked.bank_routing_number = checkedNumber(account, 'bank_routing_number', bankFormat);
  return { scheme, account: checked };
}

function checkedNumber(
  account: BankTransfer,
  name: 'bank_account_number' | 'bank_routing_number',
  format: TextFormat,
): string {
  const param = `bank_transfer.${name}`;
  const text = account[name];
  if (!text) throw new Problem('missing_parameter', `${param} is required.`, { param });
  const { check, hint, normalize } = formats[format];
  if (!check(text)) throw invalidParameter(param, `${param} must be ${hint}.`);
  return normalize ? normalize(text) : text;
}

/** A saved bank account as a payment's details; null for other methods, and for accounts of an unknown scheme. */
export function savedMethodData(ctx: WritingContext, method: PaymentMethod): MethodData | null {
  const account = decryptField(ctx, method, 'bank_transfer') as BankTransfer | null;
  if (!account?.bank_account_number) return null;
  const scheme = schemeOf(method.payment_method_type, account);
  if (method.payment_method === 'bank_debit') return debitOf(scheme, account);
  return method.payment_method === 'bank_transfer' ? transferOf(scheme, account) : null;
}

function debitOf(scheme: Scheme | null, account: BankTransfer): MethodData | null {
  const number = account.bank_account_number!;
  const bank = account.bank_routing_number ?? '';
  const named = {
    bank_account_holder_name: account.bank_account_holder_name ?? null,
    bank_name: account.bank_name ?? null,
  };
  switch (scheme) {
    case 'ach':
      return {
        bank_debit: {
          ach_bank_debit: {
            ...named,
            account_number: number,
            routing_number: bank,
            bank_type: account.bank_type ?? null,
          },
        },
      };
    case 'sepa':
      return { bank_debit: { sepa_bank_debit: { ...named, iban: number } } };
    case 'bacs':
      return { bank_debit: { bacs_bank_debit: { ...named, account_number: number, sort_code: bank } } };
    case 'becs':
      return { bank_debit: { becs_bank_debit: { ...named, account_number: number, bsb_number: bank } } };
    case null:
      return null;
  }
}

function transferOf(scheme: Scheme | null, account: BankTransfer): MethodData | null {
  const number = account.bank_account_number!;
  const bank = account.bank_routing_number ?? null;
  const named = { bank_account_holder_name: account.bank_account_holder_name ?? null };
  switch (scheme) {
    case 'ach':
      return {
        bank_transfer: { ach_bank_transfer: { ...named, account_number: number, routing_number: bank } },
      };
    case 'sepa':
      return { bank_transfer: { sepa_bank_transfer: { ...named, iban: number } } };
    case 'bacs':
      return { bank_transfer: { bacs_bank_transfer: { ...named, account_number: number, sort_code: bank } } };
    default:
      return null;
  }
}

/** The saved form of a debited account; null for other kinds of method. */
export function accountToSave(method: MethodData): { type: string; account: BankTransfer } | null {
  if (!method.bank_debit) return null;
  const details = detailsOf(method, null);
  if (details.kind !== 'bank_debit') return null;
  const { account } = details;
  const bank =
    account.scheme === 'ach'
      ? account.routingNumber
      : account.scheme === 'bacs'
        ? account.sortCode
        : account.scheme === 'becs'
          ? account.bsbNumber
          : null;
  return {
    type: kindOfData(method).type,
    account: {
      bank_account_number: account.scheme === 'sepa' ? account.iban : account.accountNumber,
      bank_routing_number: bank,
      bank_name: account.bankName,
      bank_account_holder_name: account.holderName,
      bank_type: account.scheme === 'ach' ? account.accountType : null,
    },
  };
}
