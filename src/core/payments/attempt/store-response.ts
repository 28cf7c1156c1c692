import type { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import type { Payment } from '../../entities/payment.ts';
import { Refund } from '../../entities/refund.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { maskedText } from '../../foundation/mask-text.ts';
import type { Charges, Outcome, StoredResponse } from '../../foundation/ports/connector.ts';
import { TEXT_MAX } from '../../model/index.ts';
import { recordIn } from '../../model/read-input.ts';

/**
 * Stores the parts of a connector's response besides the outcome: the issuer's checks, card details, 3-D Secure's
 * result, the fee, and the whole response without card numbers and secrets.
 */
export function storeResponse(payment: Payment, attempt: Attempt, outcome: Outcome): void {
  if (outcome.kind === 'unknown') return;
  keepCardFacts(payment, outcome);
  if (outcome.kind !== 'failed') keepSplitCharge(payment, attempt, outcome);
  const { facts, fee, networkTransactionId } = outcome;
  const advice = outcome.kind === 'failed' ? outcome.advice?.code : null;
  const known = {
    ...facts,
    ...(fee ? { fee_amount: fee.amount, fee_currency: fee.currency } : {}),
    ...(networkTransactionId ? { network_transaction_id: networkTransactionId } : {}),
    ...(advice ? { network_advice_code: advice } : {}),
  };
  if (Object.keys(known).length > 0) {
    attempt.connector_metadata = { ...(attempt.connector_metadata as object | null), ...known };
  }
  if (networkTransactionId) {
    attempt.network_transaction_id = networkTransactionId.slice(0, TEXT_MAX);
    payment.network_transaction_id = attempt.network_transaction_id;
  }
  if (outcome.raw) payment.whole_connector_response = redactedJson(outcome.raw);
}

/**
 * Stores a connector's charges for a capture or refund, and adds them to the fees of its payment. A later report replaces
 * an earlier one of the same capture or refund.
 *
 * @param payment The locked payment; null if the fee changes no sum.
 */
export async function storeCharges(
  tx: WritingContext,
  payment: Payment | null,
  moved: Capture | Refund,
  { fee, settlement }: Charges,
): Promise<void> {
  if (settlement) {
    const { availableOn, reference } = settlement;
    const known = moved.settlement_reference;
    moved.settlement_reference = reference.slice(0, TEXT_MAX);
    // A report may name an entry whose time an earlier response gave.
    if (availableOn || known !== moved.settlement_reference)
      moved.available_on = availableOn ? new Date(availableOn) : null;
  }
  if (!fee) return;
  const before = { fee: moved.fee ?? 0, currency: moved.fee_currency ?? fee.currency };
  const isFirst = moved instanceof Capture && moved.capture_sequence === 1 && !moved.fee_currency;
  moved.fee = fee.amount;
  moved.fee_currency = fee.currency;
  // A refund that cost nothing does not make the fee of its payment known.
  if (!payment || (moved instanceof Refund && fee.amount === before.fee)) return;
  if (before.currency === fee.currency && payment.fee_currency === fee.currency) {
    payment.fee = (payment.fee ?? 0) + fee.amount - before.fee;
    return;
  }
  // The charges of others are read only where they may differ: after one without a fee, or in another currency.
  const others = isFirst ? [] : await chargedMoves(tx, payment);
  const all = [...new Set([...others, moved])].filter((one) => one === moved || one.fee);
  const isOne = all.every(({ fee_currency }) => fee_currency === fee.currency);
  payment.fee = isOne ? all.reduce((sum, one) => sum + (one.fee ?? 0), 0) : null;
  payment.fee_currency = isOne ? fee.currency : null;
}

async function chargedMoves(tx: WritingContext, { merchant_id, payment_id }: Payment) {
  const where = { merchant_id, payment_id, fee_currency: { $ne: null } };
  const { em } = tx.transaction;
  return [...(await em.find(Capture, where)), ...(await em.find(Refund, where))];
}

/** Shows the charge that a connector made of a split payment among its instructions. */
function keepSplitCharge(
  payment: Payment,
  { connector }: Attempt,
  { chargeId }: Pick<StoredResponse, 'chargeId'>,
): void {
  const name = `${connector}_split_payment`;
  const instructions = recordIn(payment.split_payments, name);
  if (!chargeId || !instructions || instructions.charge_id === chargeId) return;
  payment.split_payments = { ...payment.split_payments, [name]: { ...instructions, charge_id: chargeId } };
}

function keepCardFacts(payment: Payment, { authentication, card, checks }: StoredResponse): void {
  const shown = payment.payment_method_data?.card;
  if (!shown || !(authentication || card || checks)) return;
  payment.payment_method_data = {
    ...payment.payment_method_data,
    card: {
      ...shown,
      card_type: shown.card_type ?? card?.funding ?? null,
      card_issuer: shown.card_issuer ?? card?.issuer ?? null,
      card_issuing_country: shown.card_issuing_country ?? card?.issuerCountry ?? null,
      ...(checks
        ? {
            payment_checks: {
              address_line: checks.addressLine ?? null,
              postal_code: checks.postalCode ?? null,
              cvc: checks.cvc ?? null,
              avs_code: checks.avsCode ?? null,
              cvc_code: checks.cvcCode ?? null,
            },
          }
        : {}),
      ...(authentication
        ? {
            authentication_data: {
              trans_status: authentication.transStatus,
              eci: authentication.eci,
              ds_transaction_id: authentication.dsTransactionId,
              version: authentication.version,
            },
          }
        : {}),
    },
  };
}

/** The longest response that is stored, in characters. */
const LENGTH_MAX = 65_536;

/** Names of members whose values are never stored. */
const secretName =
  /secret|password|token|api_?key|authori[sz]ation$|cvc|cvv|cavv|cryptogram|signature|iban|account_?number|card_?number|^number$|^pan$|email|phone|address|ip$|holder_?name|shopper_?name/i;

/**
 * A vendor's response as JSON, without anything that looks like a secret, a card number or personal data. Connectors
 * leave these out; this is the safety net. Null if it is too long: half a JSON document is useless.
 */
export function redactedJson(answer: object): string | null {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (secretName.test(name) && value !== null && value !== undefined) return '***';
    return typeof value === 'string' ? maskedText(value) : value;
  });
  return text.length > LENGTH_MAX ? null : text;
}
