import { makeClientSecret } from '../access/client-secrets.ts';
import { cardFingerprint, cardFingerprints, checkCard, displayOfNumber } from '../cards/card.ts';
import { refuseDeleted } from '../customers/deleted-customer.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Customer } from '../entities/customer.ts';
import { MANDATE_ID_MAX, PaymentMethod } from '../entities/payment-method.ts';
import type { BankTransfer, PaymentMethodKind, SavedCard } from '../entities/values/payment-method-data.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import type { JsonRecord, ValueOf } from '../model/index.ts';
import { isObject } from '../model/read-input.ts';
import { isRepeatable, memberPath } from '../model/validation-errors.ts';
import { applyChanges, decryptField, encryptField } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import type { PaymentMethodCreation, SavedCardCreationInput } from './payment-method-input.ts';
import { checkedAccount } from './saved-bank-account.ts';

const CARD_TOKEN_LENGTH = 24;
/** Maximum number of a customer's bank accounts compared with a new one. */
const ACCOUNTS_MAX = 100;

/** The details each kind of payment method is saved with. Other kinds cannot be saved. */
const detailsByKind: Partial<Record<ValueOf<typeof PaymentMethodKind>, 'card' | 'bank_transfer'>> = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  bank_debit: 'bank_transfer',
};

/**
 * Saves a payment method for a customer and returns its identifier. A card or account the customer has saved before is
 * updated rather than duplicated. Specification: Payment method (saved).
 *
 * @throws {Problem} `resource_not_found` for an unknown customer; `missing_parameter`, `parameters_exclusive` or
 * `invalid_parameter` for details that do not fit the kind of payment method; `resource_already_exists`.
 */
export function savePaymentMethod(ctx: Context, input: PaymentMethodCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const {
      customer_id: customerId,
      payment_method_id: id,
      card,
      connector_mandates: mandates,
      ...details
    } = input;
    requireDetails(input);
    requireNetworkOfCard(input);
    if (card) requireValidCard(card, tx.ports.now());
    const merchantId = requireMerchant(tx);
    const known = mandates ? await checkedMandates(tx, merchantId, mandates) : null;
    // The lock makes concurrent saves of one card find each other's payment method.
    refuseDeleted(await lock(tx, Customer, customerId, 'customer_id'));

    const bank = input.bank_transfer ? checkedBank(input) : null;
    const existing = card
      ? await findSameCard(tx, merchantId, customerId, card.card_number)
      : bank
        ? await findSameAccount(tx, merchantId, input, bank)
        : await findSameMandate(tx, merchantId, input, known ?? {});
    if (existing && id && id !== existing.payment_method_id) throw alreadySaved();
    const method = existing ?? newMethod(tx, merchantId, customerId, id ?? tx.ports.ids.make('pm'));
    method.updated_at = tx.ports.now();
    applyChanges(tx, method, details);
    if (known) method.connector_mandates = { ...method.connector_mandates, ...known };
    if (bank) {
      method.payment_method_type = bank.scheme ?? method.payment_method_type ?? null;
      encryptField(tx, method, 'bank_transfer', bank.account);
    }
    if (card) {
      method.card = savedCardFrom(tx, merchantId, card, existing?.card);
      encryptField(tx, method, 'card_number', card.card_number);
      method.number_replaced_at = null;
    }
    if (!existing) await insert(tx, method);
    return method.payment_method_id;
  });
}

/** @throws {Problem} unless the details are those of the kind of payment method. */
export function requireDetails(
  input: Pick<PaymentMethodCreation, 'payment_method' | 'card' | 'bank_transfer' | 'connector_mandates'>,
): void {
  const has = { card: Boolean(input.card), bank_transfer: Boolean(input.bank_transfer) };
  if (has.card && has.bank_transfer) {
    throw new Problem('parameters_exclusive', 'Give either card or bank_transfer.', {
      param: 'bank_transfer',
    });
  }
  const isKept = Object.keys(input.connector_mandates ?? {}).length > 0;
  const expected = detailsByKind[input.payment_method];
  const others = (['card', 'bank_transfer'] as const).filter((name) => name !== expected);
  const other = others.find((name) => has[name]);
  if (expected || isKept) {
    if (other) throw invalidParameter(other, `${other} is not allowed for a ${input.payment_method}.`);
    if (isKept || has[expected!]) return;
  }
  if (!expected) {
    const kinds = Object.keys(detailsByKind).join(', ');
    throw invalidParameter(
      'payment_method',
      `payment_method must be a kind that can be saved: ${kinds}. Other kinds require connector_mandates, which connectors charge.`,
    );
  }
  throw new Problem('missing_parameter', `${expected} is required for a ${input.payment_method}.`, {
    param: expected,
  });
}

/** A network transaction belongs to a card, and is charged with its number. */
function requireNetworkOfCard({ card, network_transaction_id: id }: PaymentMethodCreation): void {
  if (!id || card) return;
  throw invalidParameter(
    'network_transaction_id',
    'network_transaction_id must be omitted without card: it is charged together with the card number.',
  );
}

/**
 * The references by which connectors charge the method: for each account of the merchant a string, or an object with
 * `connector_mandate_id`.
 *
 * @throws {Problem} `invalid_parameter` for another format; `resource_not_found` for an unknown account.
 */
async function checkedMandates(
  tx: WritingContext,
  merchantId: string,
  given: JsonRecord,
): Promise<Readonly<Record<string, string>>> {
  const path = (account: string) => memberPath('connector_mandates', account);
  const named = Object.entries(given).map(([account, value]) => {
    const id = isObject(value) ? value.connector_mandate_id : value;
    if (typeof id === 'string' && id !== '' && id.length <= MANDATE_ID_MAX) return [account, id] as const;
    throw invalidParameter(
      'connector_mandates',
      `connector_mandates must map each connector account to the connector's mandate, a string of at most ${MANDATE_ID_MAX} characters.`,
    );
  });
  const ids = named.map(([account]) => account);
  const found = await tx.transaction.em.find(ConnectorAccount, {
    merchant_id: merchantId,
    merchant_connector_id: { $in: ids },
  });
  const known = new Set(found.map(({ merchant_connector_id }) => merchant_connector_id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown)
    throw notFound('connector account', isRepeatable(unknown) ? path(unknown) : 'connector_mandates');
  return Object.fromEntries(named);
}

/** Finds the customer's active payment method that an account charges by one of these mandates. */
async function findSameMandate(
  tx: WritingContext,
  merchantId: string,
  { customer_id, payment_method }: PaymentMethodCreation,
  mandates: Readonly<Record<string, string>>,
): Promise<PaymentMethod | null> {
  const text = `select payment_method_id from payment_methods
    where merchant_id = $1 and customer_id = $2 and payment_method = $3 and status = 'active'
      and connector_mandates @> any (select jsonb_build_object(key, value) from jsonb_each($4::jsonb)) limit 1`;
  const values = [merchantId, customer_id, payment_method, JSON.stringify(mandates)];
  const touches = { reads: ['payment_methods'] };
  const [found] = await tx.rows.query<{ payment_method_id: string }>({ text, values, touches }, merchantId);
  if (!found) return null;
  return tx.transaction.em.findOne(PaymentMethod, { merchant_id: merchantId, ...found });
}

/** The checked bank account to save. */
export const checkedBank = ({
  payment_method: kind,
  payment_method_type: type,
  bank_transfer,
}: Pick<PaymentMethodCreation, 'payment_method' | 'payment_method_type' | 'bank_transfer'>) =>
  checkedAccount(kind, type, bank_transfer as BankTransfer);

/** Finds the customer's active payment method of the same kind with the same bank account. */
async function findSameAccount(
  tx: WritingContext,
  merchantId: string,
  { customer_id, payment_method }: PaymentMethodCreation,
  { account: { bank_account_number: number, bank_routing_number: bank } }: ReturnType<typeof checkedBank>,
): Promise<PaymentMethod | null> {
  const methods = await tx.transaction.em.find(
    PaymentMethod,
    { merchant_id: merchantId, customer_id, payment_method, status: 'active' },
    { orderBy: { created: 'desc' }, limit: ACCOUNTS_MAX },
  );
  const isSame = (method: PaymentMethod) => {
    const saved = decryptField(tx, method, 'bank_transfer') as BankTransfer | null;
    return saved?.bank_account_number === number && (saved?.bank_routing_number ?? null) === (bank ?? null);
  };
  return number ? (methods.find(isSame) ?? null) : null;
}

/** @throws {Problem} `invalid_parameter` for a card that has expired. */
export function requireValidCard(card: SavedCardCreationInput, now: Date): void {
  const typed = {
    number: card.card_number,
    expMonth: card.card_exp_month,
    expYear: card.card_exp_year,
    holderName: card.card_holder_name ?? null,
    cvc: null,
  };
  checkCard(typed, { expMonth: 'card.card_exp_month', expYear: 'card.card_exp_year' }, now);
}

/** Finds the customer's active payment method with the same card number. */
function findSameCard(
  tx: WritingContext,
  merchantId: string,
  customerId: string,
  cardNumber: string,
): Promise<PaymentMethod | null> {
  return tx.transaction.em.findOne(PaymentMethod, {
    merchant_id: merchantId,
    customer_id: customerId,
    status: 'active',
    number_replaced_at: null,
    card: { card_fingerprint: { $in: [...cardFingerprints(tx.ports, merchantId, cardNumber)] } },
  });
}

/** An active payment method of a customer, still without its details. */
export function newMethod(
  tx: WritingContext,
  merchantId: string,
  customerId: string,
  id: string,
): PaymentMethod {
  const method = new PaymentMethod();
  method.merchant_id = merchantId;
  method.customer_id = customerId;
  method.payment_method_id = id;
  method.status = 'active';
  method.created = tx.ports.now();
  method.client_secret = makeClientSecret(tx, id);
  return method;
}

/** A token that identifies a saved card. */
export const newCardToken = ({ ports }: Context): string =>
  `card_${randomBase62(CARD_TOKEN_LENGTH, ports.randomBytes)}`;

/** Card facts known only to the issuer, or to services that query it. */
export type SavedCardFacts = Pick<SavedCard, 'card_issuer' | 'card_type' | 'issuer_country'>;

/** The stored card data. A card saved again keeps its token, its known facts, and the names that the new request omits. */
export function savedCardFrom(
  ctx: Context,
  merchantId: string,
  input: SavedCardCreationInput & SavedCardFacts,
  before: SavedCard | null | undefined,
): SavedCard {
  const { card_number: number, card_exp_month: month, card_exp_year: year } = input;
  const holder = input.card_holder_name === undefined ? before?.card_holder_name : input.card_holder_name;
  const display = displayOfNumber(number, month, year, holder ?? null);
  const isSame = cardFingerprints(ctx.ports, merchantId, number).includes(before?.card_fingerprint ?? '');
  const known = isSame ? before : null;
  return {
    scheme: display.card_network,
    issuer_country: input.issuer_country ?? known?.issuer_country ?? null,
    last4_digits: display.last4,
    expiry_month: month,
    expiry_year: year,
    card_token: before?.card_token ?? newCardToken(ctx),
    card_holder_name: display.card_holder_name,
    card_fingerprint: cardFingerprint(ctx.ports, merchantId, number),
    nick_name: (input.nick_name === undefined ? before?.nick_name : input.nick_name) ?? null,
    card_network: display.card_network,
    card_isin: display.card_isin,
    card_extended_bin: display.card_extended_bin,
    card_issuer: input.card_issuer ?? known?.card_issuer ?? null,
    card_type: input.card_type ?? known?.card_type ?? null,
    saved_to_locker: true,
  };
}

/** The problem of saving a card or account again under another identifier. */
export function alreadySaved(): Problem {
  return new Problem(
    'resource_already_exists',
    'The customer has already saved this card or account under another payment_method_id.',
    { param: 'payment_method_id' },
  );
}
