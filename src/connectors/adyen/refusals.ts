import { type ErrorMappingRow, unified } from '../../core/foundation/ports/connector-errors.ts';

/**
 * Adyen's refusal reasons, as data. `soft`: another connector may accept it. `step_up`: the same charge may pass with
 * 3-D Secure. `hard`: no retry.
 */
type Decision = 'soft' | 'hard' | 'step_up';
type Cause = keyof typeof unified;
type Reason = readonly [code: string, reason: string, cause: Cause, decision: Decision];

/** Refusal reasons of payments: `refusalReasonCode` and `refusalReason`, as in Adyen's documentation. */
export const refusalReasons: readonly Reason[] = [
  ['2', 'Refused', 'method', 'hard'],
  ['3', 'Referral', 'method', 'hard'],
  ['4', 'Acquirer Error', 'processor', 'soft'],
  ['5', 'Blocked Card', 'method', 'hard'],
  ['6', 'Expired Card', 'expired', 'hard'],
  ['7', 'Invalid Amount', 'request', 'hard'],
  ['8', 'Invalid Card Number', 'details', 'hard'],
  ['9', 'Issuer Unavailable', 'processor', 'soft'],
  ['10', 'Not supported', 'notSupported', 'soft'],
  ['11', '3D Not Authenticated', 'authentication', 'hard'],
  ['12', 'Not enough balance', 'funds', 'hard'],
  ['14', 'Acquirer Fraud', 'method', 'hard'],
  ['15', 'Cancelled', 'cancelled', 'hard'],
  ['16', 'Shopper Cancelled', 'cancelled', 'hard'],
  ['17', 'Invalid Pin', 'details', 'hard'],
  ['18', 'Pin tries exceeded', 'method', 'hard'],
  ['19', 'Pin validation not possible', 'method', 'hard'],
  ['20', 'FRAUD', 'method', 'hard'],
  ['21', 'Not Submitted', 'processor', 'soft'],
  ['22', 'FRAUD-CANCELLED', 'method', 'hard'],
  ['23', 'Transaction Not Permitted', 'notSupported', 'hard'],
  ['24', 'CVC Declined', 'details', 'hard'],
  ['25', 'Restricted Card', 'notSupported', 'hard'],
  ['26', 'Revocation Of Auth', 'method', 'hard'],
  ['27', 'Declined Non Generic', 'method', 'hard'],
  ['28', 'Withdrawal amount exceeded', 'limit', 'hard'],
  ['29', 'Withdrawal count exceeded', 'limit', 'hard'],
  ['31', 'Issuer Suspected Fraud', 'method', 'hard'],
  ['32', 'AVS Declined', 'details', 'hard'],
  ['33', 'Card requires online pin', 'method', 'hard'],
  ['34', 'No checking account available on Card', 'notSupported', 'hard'],
  ['35', 'No savings account available on Card', 'notSupported', 'hard'],
  ['36', 'Mobile pin required', 'method', 'hard'],
  ['37', 'Contactless fallback', 'method', 'hard'],
  ['38', 'Authentication required', 'authentication', 'step_up'],
  ['39', 'RReq not received from DS', 'authentication', 'hard'],
  ['40', 'Current AID is in Penalty Box', 'method', 'hard'],
  ['41', 'CVM Required Restart Payment', 'method', 'hard'],
  ['42', '3DS Authentication Error', 'authentication', 'hard'],
  ['43', 'Online PIN required', 'method', 'hard'],
  ['44', 'Try another interface', 'method', 'hard'],
  ['45', 'Chip downgrade mode', 'method', 'hard'],
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', 'method', 'hard'],
];

/** Errors of requests: `errorCode`. After an account's error, another account may succeed. */
const requestErrors: readonly Reason[] = [
  ['010', 'Not allowed', 'configuration', 'soft'],
  ['101', 'Invalid card number', 'details', 'hard'],
  ['103', 'CVC is not the right length', 'details', 'hard'],
  ['128', 'Card Holder Missing', 'details', 'hard'],
  ['129', 'Expiry Date Invalid', 'details', 'hard'],
  ['137', 'Invalid amount specified', 'request', 'hard'],
  ['138', 'Unsupported currency specified', 'configuration', 'soft'],
  ['800', 'Contract not found', 'method', 'hard'],
  ['803', 'PaymentDetail not found', 'method', 'hard'],
  ['901', 'Invalid Merchant Account', 'configuration', 'soft'],
  ['905', 'Payment details are not supported', 'configuration', 'soft'],
  ['907', 'Currency not supported', 'configuration', 'soft'],
  ['http_401', 'Unauthorized', 'configuration', 'soft'],
  ['http_403', 'Forbidden', 'configuration', 'soft'],
  ['live_prefix_missing', 'The live endpoint prefix is missing', 'configuration', 'soft'],
  ['amount_not_exact', 'Adyen takes no such amount', 'request', 'hard'],
];

/** Codes for refusals that Adyen reports by webhook as text only. */
export const laterRefusals = {
  capture: 'capture_refused',
  capture_failed: 'capture_failed',
  void: 'cancel_refused',
  increment: 'adjustment_refused',
  refund: 'refund_refused',
  refund_failed: 'refund_failed',
  payout: 'payout_refused',
  payout_declined: 'payout_declined',
  payout_expired: 'payout_expired',
  payout_returned: 'payout_returned',
} as const;

const row = (
  flow: ErrorMappingRow['flow'],
  subFlow: string | null,
  [code, , cause, decision]: Reason,
): ErrorMappingRow => ({
  flow,
  subFlow,
  code,
  ...unified[cause],
  decision: decision === 'hard' ? 'do_default' : 'retry',
  ...(decision === 'step_up' ? { stepUp: true } : {}),
});

const later = (flow: ErrorMappingRow['flow'], subFlow: string, code: string): ErrorMappingRow =>
  row(flow, subFlow, [code, '', 'processor', 'hard']);

/** The meanings of Adyen's codes. Account errors are the same in every flow; only authorizations fall back. */
export const adyenErrors: readonly ErrorMappingRow[] = [
  ...refusalReasons.map((reason) => row('payment', 'authorize', reason)),
  ...requestErrors.map((error) => row('payment', null, error)),
  ...requestErrors.map((error) => row('refund', null, error)),
  ...requestErrors.map((error) => row('payout', null, error)),
  later('payment', 'capture', laterRefusals.capture),
  later('payment', 'capture', laterRefusals.capture_failed),
  later('payment', 'void', laterRefusals.void),
  later('payment', 'increment', laterRefusals.increment),
  later('refund', 'refund', laterRefusals.refund),
  later('refund', 'refund', laterRefusals.refund_failed),
  later('payout', 'fulfill', laterRefusals.payout),
  later('payout', 'fulfill', laterRefusals.payout_declined),
  later('payout', 'fulfill', laterRefusals.payout_expired),
  later('payout', 'fulfill', laterRefusals.payout_returned),
  row('payout', 'fulfill', ['payouts_not_allowed', '', 'configuration', 'soft']),
  row('payout', 'fulfill', ['recipient_incomplete', '', 'request', 'hard']),
];

const known: ReadonlySet<string> = new Set(refusalReasons.map(([code]) => code));
const codesByReason: ReadonlyMap<string, string> = new Map(
  refusalReasons.map(([code, reason]) => [reason.toLowerCase(), code]),
);

/**
 * The code of a refusal, and whether the table has it. Webhooks give the reason without its code.
 *
 * @example refusalCode(undefined, 'Expired Card') // { code: '6', isKnown: true }
 */
export function refusalCode(
  code: string | null | undefined,
  reason: string | null | undefined,
): { readonly code: string; readonly isKnown: boolean } {
  if (code) return { code, isKnown: known.has(code) };
  const found = codesByReason.get((reason ?? '').trim().toLowerCase());
  if (found) return { code: found, isKnown: true };
  const words = (reason ?? '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return { code: words || 'refused', isKnown: false };
}
