import type { PaymentMethod } from '../entities/payment-method.ts';
import type { SavedCard } from '../entities/values/payment-method-data.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { isIdentifier } from '../foundation/ids.ts';
import { TEXT_MAX } from '../model/fields.ts';
import { type JsonRecord, validate } from '../model/index.ts';
import type { SavedCardCreationInput } from '../payment-methods/payment-method-input.ts';
import {
  checkedBank,
  requireDetails,
  requireValidCard,
  type SavedCardFacts,
} from '../payment-methods/save-payment-method.ts';
import { type FileRow, type ImportedCard, ImportRow, rowInput } from './import-row.ts';

type Texts = Readonly<Record<string, string>>;

/** A row that can be saved. */
export interface CheckedRow {
  readonly customer_id: string;
  readonly payment_method_id: string | null;
  readonly payment_method: PaymentMethod['payment_method'];
  /** Details of the customer, for a new one. */
  readonly contact: Pick<ImportRow, 'name' | 'email' | 'phone' | 'phone_country_code' | 'description'>;
  /** Fields of the payment method that are stored unchanged. */
  readonly details: Partial<PaymentMethod>;
  /** The card with its number, or else its display data; null without a card. */
  readonly card: (SavedCardCreationInput & SavedCardFacts) | SavedCard | null;
  readonly bank: ReturnType<typeof checkedBank> | null;
  /** Tokens for the payment method, by connector account; null without tokens. */
  readonly tokens: Texts | null;
  /** Connectors' identifiers of the customer, by connector account; null without any. */
  readonly customers: Texts | null;
  /** The connector accounts of the tokens and identifiers. */
  readonly accountIds: readonly string[];
}

/**
 * Checks a row like a request to create a payment method. A row without a card number or account needs a connector's
 * token instead.
 *
 * @throws {Problem} whose message quotes nothing from the row.
 */
export function checkedRow(members: FileRow[1], now: Date): CheckedRow {
  if (!members) {
    throw new Problem(
      'malformed_json',
      'The row must be one JSON object on one line, or have as many cells as the header, and be at most 16 KiB long.',
    );
  }
  const row = validate(ImportRow, withNumber(rowInput(members)));
  const { card, bank_transfer, customer_id, payment_method_id = null } = row;
  requireNumberOnce(row);
  const kind = row.payment_method ?? (bank_transfer ? 'bank_debit' : 'card');
  const tokens = textsOf(row, 'connector_mandates', 'connector_token');
  const customers = textsOf(row, 'connector_customers', 'connector_customer_id');
  const cardToSave = card ? checkedCard(card, row.name ?? null, tokens !== null, now) : null;
  const isWhole = cardToSave && 'card_number' in cardToSave;
  if (!tokens || isWhole || bank_transfer) {
    const given = { payment_method: kind, card: isWhole ? cardToSave : null, bank_transfer };
    requireDetails(given as Parameters<typeof requireDetails>[0]);
  } else if (card && kind !== 'card') throw invalidParameter('card', `card is not allowed for a ${kind}.`);
  const { network_transaction_id: networkId } = row;
  const recurring = row.recurring_enabled ?? (tokens || networkId ? true : undefined);
  return {
    customer_id,
    payment_method_id: payment_method_id || null,
    payment_method: kind,
    contact: row,
    details: {
      payment_method: kind,
      ...picked(row, ['payment_method_type', 'metadata', 'billing', 'installment_payment_enabled']),
      ...picked(row, ['payment_experience', 'network_transaction_id']),
      ...(recurring === undefined || recurring === null ? {} : { recurring_enabled: recurring }),
    },
    card: cardToSave,
    bank: bank_transfer ? checkedBank({ ...row, payment_method: kind } as never) : null,
    tokens,
    customers,
    accountIds: [...Object.keys(tokens ?? {}), ...Object.keys(customers ?? {})],
  };
}

/** A card number in another column would be stored and shown in the clear. */
function requireNumberOnce({ card, ...rest }: ImportRow): void {
  if (!card?.card_number) return;
  const others = JSON.stringify([rest, { ...card, card_number: null }]);
  if (others.includes(card.card_number))
    throw invalidParameter('card.card_number', 'card.card_number must not be repeated in another column.');
}

const picked = (row: ImportRow, names: readonly (keyof ImportRow)[]) =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

const wholeNumber = /^\d{12,19}$/;

/** Uses an unmasked number in the column for masked numbers as the card number. */
function withNumber(input: object): object {
  const { card } = input as { card?: Record<string, unknown> };
  if (typeof card?.card_number === 'string')
    return { ...input, card: { ...card, card_number: card.card_number.replace(/[ -]/g, '') } };
  if (typeof card?.card_number_masked !== 'string') return input;
  const digits = card.card_number_masked.replace(/[ -]/g, '');
  if (!wholeNumber.test(digits)) return input;
  const { card_number_masked: _, ...rest } = card;
  return { ...input, card: { ...rest, card_number: digits } };
}

/** @throws {Problem} `missing_parameter`, `invalid_parameter`. */
function checkedCard(
  card: ImportedCard,
  customerName: string | null,
  hasToken: boolean,
  now: Date,
): (SavedCardCreationInput & SavedCardFacts) | SavedCard {
  const { card_number, card_exp_month, card_exp_year } = card;
  if (!card_number) {
    if (!hasToken) throw missing('card.card_number', 'or a token of a connector account');
    return shownCard(card, customerName);
  }
  if (!card_exp_month) throw missing('card.card_exp_month');
  if (!card_exp_year) throw missing('card.card_exp_year');
  const holder = card.card_holder_name ?? customerName ?? undefined;
  const whole: SavedCardCreationInput & SavedCardFacts = {
    ...factsIn(card),
    card_number,
    card_exp_month,
    card_exp_year,
    ...(holder ? { card_holder_name: holder } : {}),
    ...(card.nick_name ? { nick_name: card.nick_name } : {}),
  };
  requireValidCard(whole, now);
  return whole;
}

/** The card facts in a row. Adyen writes the funding in capitals. */
const factsIn = ({ card_issuer, card_type, issuer_country }: ImportedCard): SavedCardFacts => ({
  card_issuer: card_issuer ?? null,
  card_type: card_type?.toLowerCase() ?? null,
  issuer_country: issuer_country ?? null,
});

const missing = (param: string, instead?: string) =>
  new Problem(
    'missing_parameter',
    `${[param, instead].filter(Boolean).join(', ')}${instead ? ',' : ''} is required.`,
    {
      param,
    },
  );

/** Maximum number of leading digits taken from a masked number. */
const BIN_DIGITS_MAX = 8;

/** The display data of a card with an unknown number. */
function shownCard(card: ImportedCard, customerName: string | null): SavedCard {
  const masked = card.card_number_masked ?? '';
  const bin = /^\d{6,}/.exec(masked)?.[0].slice(0, BIN_DIGITS_MAX) ?? null;
  return {
    scheme: card.card_network ?? null,
    card_network: card.card_network ?? null,
    last4_digits: /\d{4}$/.exec(masked)?.[0] ?? null,
    card_isin: bin && masked.length > bin.length ? bin : null,
    expiry_month: card.card_exp_month ?? null,
    expiry_year: card.card_exp_year ?? null,
    card_holder_name: card.card_holder_name ?? customerName,
    nick_name: card.nick_name ?? null,
    ...factsIn(card),
    saved_to_locker: false,
  };
}

/** Texts by connector account: those of an object, and a single one beside it. Null without any. */
function textsOf(
  row: ImportRow,
  object: 'connector_mandates' | 'connector_customers',
  single: 'connector_token' | 'connector_customer_id',
): Texts | null {
  const texts: Record<string, unknown> = { ...(row[object] as JsonRecord | null) };
  const one = row[single];
  if (one) {
    if (!row.merchant_connector_id) throw missing('merchant_connector_id');
    texts[row.merchant_connector_id] = one;
  }
  for (const [id, text] of Object.entries(texts)) {
    if (isIdentifier(id) && typeof text === 'string' && text !== '' && text.length <= TEXT_MAX) continue;
    throw invalidParameter(
      object,
      `${object} must have a string of at most ${TEXT_MAX} characters for each connector account.`,
    );
  }
  return Object.keys(texts).length > 0 ? (texts as Texts) : null;
}
