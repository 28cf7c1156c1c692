import { cardFingerprints } from '../cards/card.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { PaymentMethod } from '../entities/payment-method.ts';
import type { ImportOutcome, PaymentMethodImport } from '../entities/payment-method-import.ts';
import type { BankTransfer, SavedCard } from '../entities/values/payment-method-data.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { isIdentifier } from '../foundation/ids.ts';
import type { ValueOf } from '../model/index.ts';
import {
  alreadySaved,
  newCardToken,
  newMethod,
  savedCardFrom,
} from '../payment-methods/save-payment-method.ts';
import { applyChanges, decryptField, encryptField } from '../writes/apply-changes.ts';
import { asStored } from '../writes/entity-row.ts';
import { type CheckedRow, checkedRow } from './checked-row.ts';
import type { FileRow } from './import-row.ts';
import { SavedCustomers } from './imported-customers.ts';
import { KnownMethods } from './known-methods.ts';

/** The result of a row. */
export interface RowResult {
  readonly line: number;
  readonly outcome: ValueOf<typeof ImportOutcome>;
  readonly payment_method_id: string | null;
  readonly customer_id: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly error_param: string | null;
}

/**
 * Saves the payment methods of a batch of rows, with new customers. A failed row changes nothing. A card or account that
 * its customer already has, or that an earlier row saved, is reused.
 */
export async function saveRows(
  tx: WritingContext,
  { merchant_id: merchantId, sets_unread: setsUnread }: PaymentMethodImport,
  rows: readonly FileRow[],
): Promise<RowResult[]> {
  const checked = rows.map(([line, members]) => [line, checkedOrProblem(tx, members), members] as const);
  const good = checked.flatMap(([, row]) => (row instanceof Problem ? [] : [row]));
  const accounts = await accountsOf(tx, merchantId, good);
  const usable = good.filter((row) => unknownAccount(row, accounts) === null);
  const customers = await SavedCustomers.of(tx, merchantId, usable, setsUnread === true);
  const known = await KnownMethods.of(tx, merchantId, usable);
  return checked.map(([line, row, members]) => {
    if (row instanceof Problem) return failed(line, customerIn(members), row);
    try {
      const problem = unknownAccount(row, accounts);
      if (problem) throw problem;
      customers.use(row);
      const { method, outcome } = save(tx, merchantId, row, known);
      return {
        ...nothing,
        line,
        outcome,
        payment_method_id: method.payment_method_id,
        customer_id: row.customer_id,
      };
    } catch (error) {
      if (error instanceof Problem) return failed(line, row.customer_id, error);
      throw error;
    }
  });
}

const nothing = {
  payment_method_id: null,
  customer_id: null,
  error_code: null,
  error_message: null,
  error_param: null,
};

const failed = (line: number, customerId: string | null, { code, message, param }: Problem): RowResult => ({
  ...nothing,
  line,
  outcome: 'failed',
  customer_id: customerId,
  error_code: code,
  error_message: message,
  error_param: param,
});

function checkedOrProblem(tx: WritingContext, members: FileRow[1]): CheckedRow | Problem {
  try {
    return checkedRow(members, tx.ports.now());
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The customer of a refused row; null if the value is a card number. */
function customerIn(members: FileRow[1]): string | null {
  const { customer_id: id } = members ?? {};
  return typeof id === 'string' && isIdentifier(id) && !/\d{12}/.test(id) ? id : null;
}

/** The merchant's connector accounts that the rows' tokens name. */
async function accountsOf(
  tx: WritingContext,
  merchantId: string,
  rows: readonly CheckedRow[],
): Promise<ReadonlySet<string>> {
  const named = new Set(rows.flatMap(({ accountIds }) => accountIds));
  if (named.size === 0) return named;
  const found = await tx.transaction.em.find(
    ConnectorAccount,
    { merchant_id: merchantId, merchant_connector_id: { $in: [...named] } },
    { fields: ['merchant_connector_id'] },
  );
  return new Set(found.map(({ merchant_connector_id: id }) => id));
}

function unknownAccount({ accountIds }: CheckedRow, accounts: ReadonlySet<string>): Problem | null {
  if (accountIds.every((id) => accounts.has(id))) return null;
  return invalidParameter(
    'merchant_connector_id',
    'merchant_connector_id must be one of the connector accounts of the merchant.',
  );
}

function save(
  tx: WritingContext,
  merchantId: string,
  row: CheckedRow,
  known: KnownMethods,
): { readonly method: PaymentMethod; readonly outcome: ValueOf<typeof ImportOutcome> } {
  const { customer_id: customerId, payment_method_id: id } = row;
  const existing = known.find(row);
  if (existing && id && id !== existing.payment_method_id) throw alreadySaved();
  if (!existing && id && known.isTaken(id)) {
    throw new Problem(
      'resource_already_exists',
      'A payment method with this payment_method_id already exists.',
      {
        param: 'payment_method_id',
      },
    );
  }
  const before = existing && picture(tx, existing);
  const method = existing ?? startMethod(tx, merchantId, customerId, id ?? tx.ports.ids.make('pm'));
  applyChanges(tx, method, row.details);
  if (row.bank) keepBank(tx, method, row.bank);
  if (row.card) keepCard(tx, merchantId, method, row.card);
  if (row.tokens) method.connector_mandates = { ...method.connector_mandates, ...row.tokens };
  if (!existing) tx.transaction.em.persist(method);
  known.add(method, row);
  if (existing && picture(tx, method) === before) return { method, outcome: 'duplicate' };
  method.updated_at = tx.ports.now();
  return { method, outcome: existing ? 'updated' : 'created' };
}

function startMethod(tx: WritingContext, merchantId: string, customerId: string, id: string): PaymentMethod {
  return Object.assign(newMethod(tx, merchantId, customerId, id), {
    recurring_enabled: false,
    installment_payment_enabled: false,
    payment_experience: [],
    updated_at: tx.ports.now(),
  });
}

function keepBank(tx: WritingContext, method: PaymentMethod, bank: NonNullable<CheckedRow['bank']>): void {
  method.payment_method_type = bank.scheme ?? method.payment_method_type ?? null;
  const before = decryptField(tx, method, 'bank_transfer') as BankTransfer | null;
  if (same(before, bank.account)) return;
  encryptField(tx, method, 'bank_transfer', bank.account);
}

function keepCard(
  tx: WritingContext,
  merchantId: string,
  method: PaymentMethod,
  card: NonNullable<CheckedRow['card']>,
): void {
  if (!('card_number' in card)) {
    // A row without a number must not replace a saved number.
    if (method.card_number) return;
    const { card: before } = method;
    const isSame = before?.last4_digits === card.last4_digits;
    method.card = {
      ...card,
      card_issuer: card.card_issuer ?? (isSame ? before?.card_issuer : null) ?? null,
      card_type: card.card_type ?? (isSame ? before?.card_type : null) ?? null,
      issuer_country: card.issuer_country ?? (isSame ? before?.issuer_country : null) ?? null,
      card_token: before?.card_token ?? newCardToken(tx),
    } as SavedCard;
    return;
  }
  const fingerprints = cardFingerprints(tx.ports, merchantId, card.card_number);
  const isSame = method.card_number && fingerprints.includes(method.card?.card_fingerprint ?? '');
  const saved = savedCardFrom(tx, merchantId, card, method.card);
  if (!same(method.card, saved)) method.card = saved;
  if (!isSame) encryptField(tx, method, 'card_number', card.card_number);
  method.number_replaced_at = null;
}

const compared = [
  'payment_method_type',
  'card',
  'recurring_enabled',
  'installment_payment_enabled',
  'payment_experience',
  'metadata',
  'billing',
  'connector_mandates',
  'network_transaction_id',
] as const;

/** The fields of a payment method that a row may change, to detect a change. */
const picture = (tx: WritingContext, method: PaymentMethod): string =>
  textOf([...compared.map((name) => method[name] ?? null), decryptField(tx, method, 'bank_transfer')]);

const textOf = (value: unknown) => JSON.stringify(asStored(value));
const same = (one: unknown, other: unknown) => textOf(one) === textOf(other);
