import creditCardType from 'credit-card-type';
import { LRUCache } from 'lru-cache';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { SavedCard } from '../entities/values/payment-method-data.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { CardDetails } from '../foundation/payment-method-details.ts';
import type { Ports } from '../foundation/ports/ports.ts';
import { decryptField } from '../writes/apply-changes.ts';

/** A card scheme, derived from the card number. */
export interface CardNetwork {
  /** Brand spelling: `Visa`, `American Express`. */
  readonly name: string;
  /** Number of digits of its verification code; the longer length if it has two. */
  readonly cvcDigits: number;
}

/** The longest prefix of a number that identifies a network: its eight-digit BIN. */
const NETWORK_DIGITS = 8;
const NETWORKS_MAX = 10_000;

/** Networks by BIN: `credit-card-type` tries every pattern it has for each number. */
const networks = new LRUCache<string, { readonly network: CardNetwork | null }>({ max: NETWORKS_MAX });

/** The names of the networks that card numbers identify. */
export const cardNetworks: readonly string[] = Object.values(creditCardType.types).map(
  (type) => creditCardType.getTypeInfo(type).niceType,
);

/** Returns the network of a card number, or null if it matches none, such as a store card. */
export function cardNetworkOf(cardNumber: string): CardNetwork | null {
  const bin = cardNumber.slice(0, NETWORK_DIGITS);
  const known = networks.get(bin);
  if (known) return known.network;
  const [best] = creditCardType(bin);
  const network = best ? { name: best.niceType, cvcDigits: best.code.size } : null;
  networks.set(bin, { network });
  return network;
}

/** The card data that may be displayed, common to payments and payouts. */
export interface CardDisplay {
  readonly last4: string | null;
  readonly card_type: string | null;
  readonly card_network: string | null;
  readonly card_issuer: string | null;
  readonly card_issuing_country: string | null;
  readonly card_isin: string | null;
  readonly card_extended_bin: string | null;
  readonly card_exp_month: string | null;
  readonly card_exp_year: string | null;
  readonly card_holder_name: string | null;
}

const ISIN_DIGITS = 6;
const EXTENDED_BIN_DIGITS = 8;
/** Shorter numbers show no eight-digit BIN: with the last four digits, too few would stay hidden. */
const EXTENDED_BIN_NUMBER_MIN = 16;

/** Display data of a card given by number. Issuer and card type are unknown. */
export function displayOfNumber(
  cardNumber: string,
  expMonth: string | null,
  expYear: string | null,
  holderName: string | null,
): CardDisplay {
  const extended = cardNumber.length >= EXTENDED_BIN_NUMBER_MIN;
  return {
    last4: cardNumber.slice(-4),
    card_type: null,
    card_network: cardNetworkOf(cardNumber)?.name ?? null,
    card_issuer: null,
    card_issuing_country: null,
    card_isin: cardNumber.slice(0, ISIN_DIGITS),
    card_extended_bin: extended ? cardNumber.slice(0, EXTENDED_BIN_DIGITS) : null,
    card_exp_month: expMonth,
    card_exp_year: expYear,
    card_holder_name: holderName,
  };
}

/** Display data of a saved card. */
export function displayOfSavedCard(card: SavedCard): CardDisplay {
  const isin = card.card_isin ?? null;
  return {
    last4: card.last4_digits ?? null,
    card_type: card.card_type ?? null,
    card_network: card.card_network ?? card.scheme ?? null,
    card_issuer: card.card_issuer ?? null,
    card_issuing_country: card.issuer_country ?? null,
    card_isin: isin?.slice(0, ISIN_DIGITS) ?? null,
    card_extended_bin: card.card_extended_bin ?? (isin?.length === EXTENDED_BIN_DIGITS ? isin : null),
    card_exp_month: card.expiry_month ?? null,
    card_exp_year: card.expiry_year ?? null,
    card_holder_name: card.card_holder_name ?? null,
  };
}

/** The brand of a card: of its BIN, else the network that is shown. */
export function brandOfCard(card: Partial<CardBrand>): string | null {
  const bin = card.card_extended_bin ?? card.card_isin;
  return (bin ? cardNetworkOf(bin)?.name : null) ?? card.card_network ?? null;
}

type CardBrand = Pick<CardDisplay, 'card_extended_bin' | 'card_isin' | 'card_network'>;

/** A card as entered. Validation has checked the number's Luhn digit and the format of the other members. */
export interface TypedCard {
  readonly number: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly holderName: string | null;
  readonly cvc: string | null;
}

/** Names of the parameters that carried the card, for error messages. */
export interface CardParams {
  readonly expMonth: string;
  readonly expYear: string;
  readonly cvc?: string;
}

/** The full year of a two- or four-digit expiry year. Two digits mean this century: cards last a few years. */
export function expiryYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** Whether a card has expired. Cards are valid to the end of their month, in UTC. */
export function isExpired(month: string, year: string, now: Date): boolean {
  // Date.UTC counts months from 0, so the card's own month number denotes the following month.
  return now.getTime() >= Date.UTC(expiryYear(year), Number(month), 1);
}

/**
 * Checks beyond the format: that the card has not expired, and that its verification code is not longer than its network's.
 *
 * @throws {Problem} `invalid_parameter`. Messages never contain card data.
 */
export function checkCard(card: TypedCard, params: CardParams, now: Date): void {
  if (isExpired(card.expMonth, card.expYear, now)) {
    const param = expiryYear(card.expYear) < now.getUTCFullYear() ? params.expYear : params.expMonth;
    throw invalidParameter(param, `${param} must not be in the past: the card has expired.`);
  }
  if (params.cvc && card.cvc !== null) requireCodeLength(params.cvc, card.cvc, cardNetworkOf(card.number));
}

/**
 * Checks the length of a verification code: at most its network's. American Express cards have a four-digit and a
 * three-digit code, and issuers accept either.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireCodeLength(param: string, code: string, network: CardNetwork | null): void {
  if (!network || code.length <= network.cvcDigits) return;
  throw invalidParameter(param, `${param} must have ${network.cvcDigits} digits for ${network.name} cards.`);
}

/** A payment or payout: either it holds an encrypted card number itself, or its saved method does. */
export interface CardHolder {
  readonly merchant_id: string;
  readonly card_number?: Buffer | null;
}

/** The display data that connectors need too. */
interface ExpiryAndHolder {
  readonly card_exp_month?: string | null;
  readonly card_exp_year?: string | null;
  readonly card_holder_name?: string | null;
}

/**
 * The decrypted card to charge or pay out to, or null if no number is stored. It must not outlive the connector
 * call. The verification code is never stored, so it comes from the current request. The expiry date of a saved card
 * is the saved method's own, which may have been renewed since the card was attached.
 */
export async function cardToUse(
  ctx: WritingContext,
  holder: CardHolder,
  display: ExpiryAndHolder | null | undefined,
  savedMethodId: string | null | undefined,
  cvc: string | null,
): Promise<CardDetails | null> {
  if (holder.card_number) return details(decryptField(ctx, holder, 'card_number'), display, cvc);
  const saved = await usableSavedMethod(ctx, holder.merchant_id, savedMethodId);
  if (!saved?.card_number) return null;
  const shown = saved.card ? displayOfSavedCard(saved.card) : display;
  return details(decryptField(ctx, saved, 'card_number'), shown, cvc);
}

/**
 * A saved method that can still be used: it is active, and has its card number or bank account. Otherwise null.
 *
 * @param kept Whether to accept a method that only connectors store: it can be charged, but not paid out to.
 */
export async function usableSavedMethod(
  ctx: WritingContext,
  merchantId: string,
  methodId: string | null | undefined,
  kept?: 'also_kept',
): Promise<PaymentMethod | null> {
  if (!methodId) return null;
  const key = { merchant_id: merchantId, payment_method_id: methodId };
  const method = await ctx.transaction.em.findOne(PaymentMethod, key);
  if (method?.status !== 'active') return null;
  return isWhole(method) || (kept && isKept(method)) ? method : null;
}

/** Whether a saved method has a chargeable number: one that its card network has not replaced. */
const isWhole = (method: PaymentMethod): boolean =>
  Boolean(
    method.payment_method === 'card'
      ? method.card_number && !method.number_replaced_at
      : method.bank_transfer,
  );

/** Whether a saved method has no number here: connectors store it, and charge it by their own reference. */
export const isKept = (method: PaymentMethod): boolean =>
  !isWhole(method) && Object.keys(method.connector_mandates ?? {}).length > 0;

function details(
  number: unknown,
  display: ExpiryAndHolder | null | undefined,
  cvc: string | null,
): CardDetails | null {
  if (typeof number !== 'string' || !display?.card_exp_month || !display.card_exp_year) return null;
  return {
    number,
    expMonth: display.card_exp_month,
    expYear: display.card_exp_year,
    holderName: display.card_holder_name ?? null,
    cvc,
  };
}

/**
 * Identifies a card number within one merchant; the same card has another fingerprint at another merchant. A
 * keyed digest, because there are few enough card numbers to brute-force a plain hash.
 */
export function cardFingerprint(
  ports: Pick<Ports, 'encryption'>,
  merchantId: string,
  cardNumber: string,
): string {
  return cardFingerprints(ports, merchantId, cardNumber)[0]!;
}

/** Every fingerprint a stored card may have: by the current encryption key, then by keys being rotated out. */
export function cardFingerprints(
  { encryption }: Pick<Ports, 'encryption'>,
  merchantId: string,
  cardNumber: string,
): readonly string[] {
  return encryption.digests(JSON.stringify(['card', merchantId, cardNumber]));
}
