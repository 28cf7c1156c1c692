import type { Attempt } from '../entities/attempt.ts';
import type { Payment } from '../entities/payment.ts';
import { maskedText } from '../foundation/mask-text.ts';
import type { Outcome, StoredResponse } from '../foundation/ports/connector.ts';

/**
 * Stores the parts of a connector's response besides the outcome: the issuer's checks, card details, 3-D Secure's
 * result, the fee, and the whole response without card numbers and secrets.
 */
export function storeResponse(payment: Payment, attempt: Attempt, outcome: Outcome): void {
  if (outcome.kind === 'unknown') return;
  keepCardFacts(payment, outcome);
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
  if (outcome.raw) payment.whole_connector_response = redactedJson(outcome.raw);
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
