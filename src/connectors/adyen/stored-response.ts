import type {
  AuthenticationResult,
  CardChecks,
  CheckResult,
  ConnectorFailure,
  StoredResponse,
} from '../../core/foundation/ports/connector.ts';

/** Adyen's `additionalData`: which members it has is set in the Customer Area. */
export type AdditionalData = Readonly<Record<string, string | undefined>>;

const cvcResults: Readonly<Record<string, CheckResult>> = {
  0: 'unchecked',
  1: 'pass',
  2: 'fail',
  3: 'unchecked',
  4: 'unavailable',
  5: 'unavailable',
  6: 'unavailable',
};

type AddressChecks = readonly [line: CheckResult, zip: CheckResult];

/** The checks of address line and postal code by Adyen's `avsResult`. */
const avsResults: Readonly<Record<string, AddressChecks>> = {
  0: ['unchecked', 'unchecked'],
  1: ['pass', 'fail'],
  2: ['fail', 'fail'],
  3: ['unavailable', 'unavailable'],
  4: ['unavailable', 'unavailable'],
  5: ['unavailable', 'unavailable'],
  6: ['fail', 'pass'],
  7: ['pass', 'pass'],
  9: ['pass', 'unavailable'],
  10: ['fail', 'unavailable'],
  11: ['unavailable', 'fail'],
  12: ['pass', 'fail'],
  13: ['pass', 'fail'],
  14: ['unavailable', 'pass'],
  15: ['unavailable', 'pass'],
  16: ['unavailable', 'fail'],
  17: ['fail', 'unavailable'],
  18: ['unavailable', 'unavailable'],
  19: ['pass', 'pass'],
  20: ['pass', 'pass'],
  21: ['fail', 'pass'],
  22: ['pass', 'pass'],
  23: ['fail', 'pass'],
  24: ['pass', 'fail'],
  25: ['pass', 'fail'],
  26: ['fail', 'fail'],
};

/** The number at the start of a text such as `1 Matches`. */
const numberOf = (text: string | undefined): string | null => /^\d+/.exec(text ?? '')?.[0] ?? null;

/** The stored members of `additionalData`, listed because it also has expiry dates, holders' names and more. */
export function storedResponseOf(data: AdditionalData = {}): StoredResponse {
  const checks = checksOf(data);
  const authentication = authenticationOf(data);
  const mandate = data['tokenization.storedPaymentMethodId'] ?? data['recurring.recurringDetailReference'];
  const shopper = data['tokenization.shopperReference'] ?? data['recurring.shopperReference'];
  const { authCode, cardIssuingBank, cardIssuingCountry, fundingSource, liabilityShift, networkTxReference } =
    data;
  return {
    ...(mandate ? { connectorMandateId: mandate } : {}),
    ...(shopper ? { connectorCustomerId: shopper } : {}),
    ...(networkTxReference ? { networkTransactionId: networkTxReference } : {}),
    ...(fundingSource || cardIssuingBank || cardIssuingCountry
      ? {
          card: {
            funding: fundingSource?.toLowerCase() ?? null,
            issuer: cardIssuingBank ?? null,
            issuerCountry: cardIssuingCountry ?? null,
          },
        }
      : {}),
    ...(checks ? { checks } : {}),
    ...(authentication ? { authentication } : {}),
    ...(liabilityShift ? { liabilityShift: liabilityShift === 'true' } : {}),
    ...(authCode ? { facts: { authorization_code: authCode } } : {}),
  };
}

function checksOf({ avsResult, avsResultRaw, cvcResult, cvcResultRaw }: AdditionalData): CardChecks | null {
  const cvc = cvcResults[numberOf(cvcResult) ?? ''];
  const avs = avsResults[numberOf(avsResult) ?? ''];
  if (!cvc && !avs) return null;
  return {
    ...(avs ? { addressLine: avs[0], postalCode: avs[1], avsCode: avsResultRaw ?? null } : {}),
    ...(cvc ? { cvc, cvcCode: cvcResultRaw ?? null } : {}),
  };
}

const transStatuses = new Set<unknown>(['Y', 'A', 'N', 'U', 'R', 'I', 'C', 'D']);

function authenticationOf(data: AdditionalData): AuthenticationResult | null {
  const status = data.threeDAuthenticatedResponse;
  if (!transStatuses.has(status)) return null;
  return {
    transStatus: status as AuthenticationResult['transStatus'],
    eci: data.eci ?? null,
    cavv: data.cavv ?? null,
    dsTransactionId: data.dsTransID ?? null,
    version: data.threeDSVersion ?? null,
  };
}

/** Mastercard's merchant advice codes that forbid another attempt: do not try again, and stop of the agreement. */
const neverAgain: ReadonlySet<string> = new Set(['03', '21']);

/**
 * The issuer's own response (`51 : Insufficient funds`) and the network's advice, where Adyen is configured to include
 * them.
 */
export function issuerAnswer({
  merchantAdviceCode,
  refusalReasonRaw,
}: AdditionalData = {}): Pick<ConnectorFailure, 'issuerCode' | 'issuerMessage' | 'advice'> {
  const [, code, message] = /^(\w{1,4})\s*:\s*(.+)$/.exec(refusalReasonRaw ?? '') ?? [];
  const advice = /^\d{2}/.exec(merchantAdviceCode ?? '')?.[0];
  return {
    ...(code && message ? { issuerCode: code, issuerMessage: message } : {}),
    ...(advice ? { advice: { code: advice, retry: neverAgain.has(advice) ? 'never' : 'allowed' } } : {}),
  };
}
