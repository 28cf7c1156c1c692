import { randomUUID } from 'node:crypto';
import type { PaymentContext } from '../../core/foundation/payment-context.ts';
import type { PaymentMethodDetails } from '../../core/foundation/payment-method-details.ts';
import type { Connector, ConnectorAccess, Outcome } from '../../core/foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import type { CredentialUse } from '../../core/foundation/ports/credential-use.ts';
import type { Made, VendorCheck } from './vendor-check.ts';

/** The longest that a call may take. */
const DEADLINE_MS = 30_000;
const AMOUNT = 1_000;
const RETURN_URL = 'https://example.com/return';

/** The connector and account that are checked, and what was made there so far. */
export interface Trial {
  readonly check: VendorCheck;
  readonly connector: Connector;
  readonly access: ConnectorAccess;
  readonly made: Made;
}

/** A step's result: what happened, in a few words. */
export type StepResult =
  | { readonly kind: 'passed' | 'skipped'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string };

/** One good way, told by what it does. */
export interface Step {
  readonly title: string;
  /** Null if the connector or the vendor's test mode has nothing to try it with. */
  readonly run: (trial: Trial) => Promise<StepResult | null>;
}

const passed = (text: string): StepResult => ({ kind: 'passed', text });
const failed = (text: string): StepResult => ({ kind: 'failed', text });

const basics = (prefix: string) => ({
  idempotencyKey: `check-${randomUUID()}`,
  reference: `${prefix}_check_${randomUUID().slice(0, 8)}`,
  signal: AbortSignal.timeout(DEADLINE_MS),
});

const context: PaymentContext = {
  ...{ customer: null, connectorCustomerId: null, billing: null, methodBilling: null, shipping: null },
  ...{ browser: null, lines: [], shippingCost: 0, orderTax: 0, surcharge: 0, surchargeTax: 0 },
  ...{ statementDescriptor: null, statementDescriptorSuffix: null, orderReference: null },
  description: 'Connector check',
  ...{ metadata: {}, connectorMetadata: {}, inIframe: false, split: null, businessCountry: null },
};

const oneOff: CredentialUse = { kind: 'one_off' };

const authorize = (
  { access, check, connector }: Trial,
  method: PaymentMethodDetails,
  given: Partial<AuthorizeRequest> = {},
): Promise<Outcome> =>
  connector.authorize!(access, {
    ...basics('att'),
    amount: AMOUNT,
    currency: check.currency,
    method,
    paymentMethodType: null,
    credential: oneOff,
    capture: true,
    threeDs: false,
    challengeRequested: false,
    authentication: null,
    returnUrl: RETURN_URL,
    context,
    terms: { incremental: false, extended: false, multipleCaptures: false, network: null },
    ...given,
  });

/** An outcome in a few words. Codes and identifiers are the vendor's own, and no secrets. */
export const describe = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'failed':
      return `failed: ${outcome.code}, ${outcome.message}`;
    case 'unknown':
      return `unknown: ${outcome.reason}`;
    default:
      return `${outcome.kind}, ${outcome.connectorTransactionId}`;
  }
};

type Held = Extract<Outcome, { kind: 'succeeded' | 'pending' }>;

const isHeld = (outcome: Outcome): outcome is Held =>
  outcome.kind === 'succeeded' || outcome.kind === 'pending';

const refund = (
  { access, check, connector }: Trial,
  id: string,
  captures: readonly string[],
  amount = AMOUNT,
) =>
  connector.refund!(access, {
    ...basics('ref'),
    amount,
    currency: check.currency,
    connectorTransactionId: id,
    connectorCaptureIds: captures,
    reason: null,
    split: null,
  });

const release = ({ access, connector }: Trial, id: string) =>
  connector.void!(access, { ...basics('att'), connectorTransactionId: id, reason: null });

/** Charges, and gives the money back. */
async function chargeAndRefund(trial: Trial, method: PaymentMethodDetails): Promise<StepResult> {
  const paid = await authorize(trial, method);
  if (!isHeld(paid)) return failed(describe(paid));
  const given = await refund(trial, paid.connectorTransactionId, []);
  return isHeld(given) ? passed(`${describe(paid)}; refund ${describe(given)}`) : failed(describe(given));
}

/** The good ways, in their order. Each gives back or releases what it took. */
export const steps: readonly Step[] = [
  {
    title: 'Verify the credentials',
    run: async ({ access, connector }) => {
      const answer = await connector.verifyCredentials?.(access, AbortSignal.timeout(DEADLINE_MS));
      if (!answer) return null;
      return answer.kind === 'accepted'
        ? passed('accepted')
        : failed(`${answer.key} is refused: ${answer.message}`);
    },
  },
  {
    title: 'Charge, and refund',
    run: (trial) => chargeAndRefund(trial, trial.check.methods.good),
  },
  {
    title: 'Charge a card by its number, and refund',
    run: async (trial) => {
      const { typed } = trial.check.methods;
      if (!typed) return null;
      const result = await chargeAndRefund(trial, typed);
      const { typedHint } = trial.check;
      return result.kind === 'failed' && typedHint
        ? { kind: 'skipped', text: `${result.text} ${typedHint}` }
        : result;
    },
  },
  {
    title: 'Authorize, capture a part, and refund it',
    run: async (trial) => {
      const { access, check, connector } = trial;
      if (!connector.capture) return null;
      const held = await authorize(trial, check.methods.good, { capture: false });
      if (!isHeld(held)) return failed(describe(held));
      const part = AMOUNT / 2;
      const captured = await connector.capture(access, {
        ...basics('cap'),
        amount: part,
        currency: check.currency,
        connectorTransactionId: held.connectorTransactionId,
        more: false,
      });
      if (!isHeld(captured)) return failed(describe(captured));
      const given = await refund(trial, held.connectorTransactionId, [captured.connectorTransactionId], part);
      return isHeld(given)
        ? passed(`${describe(captured)}; refund ${describe(given)}`)
        : failed(`refund ${describe(given)}`);
    },
  },
  {
    title: 'Authorize, and void',
    run: async (trial) => {
      if (!trial.connector.void) return null;
      const held = await authorize(trial, trial.check.methods.good, { capture: false });
      if (!isHeld(held)) return failed(describe(held));
      const released = await release(trial, held.connectorTransactionId);
      return isHeld(released) ? passed(describe(released)) : failed(describe(released));
    },
  },
  {
    title: 'Be declined',
    run: async (trial) => {
      const { declined } = trial.check.methods;
      if (!declined) return null;
      const outcome = await authorize(trial, declined);
      return outcome.kind === 'failed'
        ? passed(describe(outcome))
        : failed(`not declined: ${describe(outcome)}`);
    },
  },
  {
    title: 'Ask for 3-D Secure, and void',
    run: async (trial) => {
      const { challenge } = trial.check.methods;
      if (!challenge) return null;
      const waiting = await authorize(trial, challenge, { threeDs: true });
      if (waiting.kind !== 'requires_action') return failed(`no challenge: ${describe(waiting)}`);
      const where =
        waiting.action.type === 'redirect' ? new URL(waiting.action.url).host : waiting.action.type;
      const released = await release(trial, waiting.connectorTransactionId);
      return released.kind === 'failed'
        ? failed(describe(released))
        : passed(`the customer is sent to ${where}`);
    },
  },
  {
    title: 'Save a method, charge it while the customer is absent, and refund both',
    run: async (trial) => {
      if (!trial.connector.abilities.has('save')) return null;
      const customer = { id: `cus_check_${randomUUID().slice(0, 8)}`, name: null, email: null, phone: null };
      const first = await authorize(trial, trial.check.methods.good, {
        credential: { kind: 'store', model: 'unscheduled' },
        context: { ...context, customer },
      });
      if (!isHeld(first)) return failed(describe(first));
      const { connectorCustomerId = null, connectorMandateId = null, networkTransactionId = null } = first;
      if (connectorCustomerId) trial.made.connectorCustomerIds.add(connectorCustomerId);
      if (!connectorMandateId) return failed('nothing was kept of the method');
      const later = await authorize(trial, trial.check.methods.good, {
        credential: {
          kind: 'stored',
          initiator: 'merchant',
          model: 'unscheduled',
          connectorMandateId,
          networkTransactionId,
        },
        returnUrl: null,
        context: { ...context, customer, connectorCustomerId },
      });
      for (const paid of [first, later])
        if (isHeld(paid)) await refund(trial, paid.connectorTransactionId, []);
      return isHeld(later) ? passed(`${connectorMandateId}; ${describe(later)}`) : failed(describe(later));
    },
  },
  {
    title: "Get Google Pay's parameters",
    run: async ({ access, check, connector }) => {
      const token = await connector.sessionToken?.(access, {
        ...basics('pay'),
        amount: AMOUNT,
        currency: check.currency,
        wallet: 'google_pay',
        context,
        collect: { billing: false, shipping: false },
      });
      return token ? passed('given') : null;
    },
  },
];
