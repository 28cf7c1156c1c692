import { maskedText } from '../foundation/mask-text.ts';
import type { ConnectorEvent, Outcome, StoredResponse } from '../foundation/ports/connector.ts';
import { AMOUNT_MAX } from '../model/index.ts';

type Given = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

/** The longest identifier of a vendor that is taken for one. */
const ID_MAX = 500;

const isId: Check = (value) => typeof value === 'string' && value !== '' && value.length <= ID_MAX;
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isAmount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
/** May be negative. A number beyond every amount is not a fee. */
const isFee: Check = (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= AMOUNT_MAX;
const isCurrency: Check = (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value);
const isScalar: Check = (value) => ['string', 'number', 'boolean'].includes(typeof value);
const isDate: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

const optional =
  (check: Check): Check =>
  (value) =>
    value === null || value === undefined || check(value);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);
const shape =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const isMoney = shape({ amount: isAmount, currency: isCurrency });
const checkResult = optional(oneOf('pass', 'fail', 'unavailable', 'unchecked'));

/** Optional members of an outcome. Unreadable ones are left out. */
const besides: Readonly<Record<string, Check>> = {
  connectorCustomerId: optional(isId),
  connectorMandateId: optional(isId),
  networkTransactionId: optional(isId),
  chargeId: optional(isId),
  card: shape({ funding: optional(isText), issuer: optional(isText), issuerCountry: optional(isText) }),
  checks: shape({
    ...{ addressLine: checkResult, postalCode: checkResult, cvc: checkResult },
    ...{ avsCode: optional(isText), cvcCode: optional(isText) },
  }),
  authentication: shape({
    transStatus: oneOf('Y', 'A', 'N', 'U', 'R', 'I', 'C', 'D'),
    ...{ eci: optional(isText), cavv: optional(isText) },
    ...{ dsTransactionId: optional(isText), version: optional(isText) },
  }),
  liabilityShift: optional(isFlag),
  fee: shape({ amount: isFee, currency: isCurrency }),
  settlement: shape({ reference: isId, availableOn: optional(isDate) }),
  facts: membersOf(optional(isScalar)),
  raw: isObject,
  captureBefore: optional(isDate),
  granted: membersOf(optional(isFlag)),
  issuerCode: optional(isText),
  issuerMessage: optional(isText),
  advice: shape({ code: optional(isText), retry: oneOf('never', 'allowed') }),
} satisfies Readonly<Record<keyof Required<StoredResponse>, Check>> & Readonly<Record<string, Check>>;

/** Members that an outcome is meaningless without, by its kind. */
const essentials: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  succeeded: {
    connectorTransactionId: isId,
    money: optional(shape({ currency: isCurrency, authorized: isAmount, captured: isAmount })),
    moved: optional(isMoney),
  },
  pending: { connectorTransactionId: isId },
  requires_action: {
    connectorTransactionId: isId,
    action: shape({ type: isText }),
    resume: optional(isText),
  },
  failed: { connectorTransactionId: optional(isId), code: isText, message: isText },
  unknown: { reason: isText, connectorTransactionId: optional(isId), told: optional(isMoney) },
};

/**
 * A connector's outcome in recordable form. Vendors change their responses, and money may still have moved: an outcome
 * without a readable identifier, amount, code or kind is `unknown` and looked up. Unreadable optional members, such as the
 * fee, are left out. Texts of the vendor are masked.
 */
export function readOutcome(answered: Outcome): Outcome {
  const given: unknown = answered;
  const checks = isObject(given) && typeof given.kind === 'string' ? essentials[given.kind] : undefined;
  if (!isObject(given) || !checks) return unreadable(null);
  if (Object.entries(checks).some(([name, check]) => !check(given[name]))) {
    return unreadable(given.connectorTransactionId);
  }
  const readable = Object.entries(given).filter(([name, value]) => besides[name]?.(value) ?? true);
  const outcome = Object.fromEntries(readable) as unknown as Outcome;
  if (outcome.kind !== 'failed') return outcome;
  const { code, issuerMessage, message } = outcome;
  return {
    ...outcome,
    code: maskedText(code),
    message: maskedText(message),
    ...(issuerMessage ? { issuerMessage: maskedText(issuerMessage) } : {}),
  };
}

/** An event as it can be recorded: its texts are masked, and a fee or settlement that cannot be read is left out. */
export function readableEvent(event: ConnectorEvent): ConnectorEvent {
  const members = Object.entries(event).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'fee' || name === 'settlement') return besides[name]!(value) ? [[name, value]] : [];
    const isMasked = (name === 'message' || name === 'reason') && typeof value === 'string';
    return [[name, isMasked ? maskedText(value) : value]];
  });
  return Object.fromEntries(members) as unknown as ConnectorEvent;
}

const unreadable = (id: unknown): Outcome => ({
  kind: 'unknown',
  reason: 'unreadable',
  ...(isId(id) ? { connectorTransactionId: id as string } : {}),
});
