import { profileOf } from '../access/choose-profile.ts';
import { requireClientSecret } from '../access/client-secrets.ts';
import { Authentication } from '../entities/authentication.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { BrowserInfo } from '../entities/values/payment-parts.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireCallsTo } from '../foundation/outgoing-calls.ts';
import type { PaymentContext } from '../foundation/payment-context.ts';
import type { CardDetails } from '../foundation/payment-method-details.ts';
import { requireState } from '../foundation/state-machine.ts';
import { activeAttempt } from '../payments/attempt/attempts.ts';
import { decidedTerms } from '../payments/authorize/apply-three-ds.ts';
import { requestsChallenge } from '../payments/authorize/authorize-payment.ts';
import { requireSession, returnAddress, sessionSecretOf } from '../payments/customer/customer-session.ts';
import { describePayment } from '../payments/describe-payment.ts';
import { cardOfPayment, requireMethodData } from '../payments/method/method-data.ts';
import { isThreeDsDecided } from '../routing/routing-request.ts';
import { lock } from '../writes/transactions.ts';

/** How long past its deadline a call keeps concurrent requests waiting: the time to record its response. */
const RECORDING_MS = 2_000;

/** The payment as the authentication connector needs it. */
export interface AuthenticationSubject {
  readonly amount: number;
  readonly currency: string;
  readonly card: CardDetails | null;
  readonly returnUrl: string;
  readonly challengeRequested: boolean;
  readonly challengeAvoided: boolean;
  readonly context: PaymentContext;
}

/**
 * Proof that a customer may act on the payment: its client secret, or a page of the service, whose address contains a
 * token of the payment. The page adds the browser's details.
 */
export type CustomerProof = { readonly clientSecret: string } | { readonly browser: BrowserInfo };

/** Whether the authentication has a response, a concurrent request is calling the connector, or this one must. */
export type StartedAuthentication =
  | {
      readonly kind: 'answered' | 'in_flight';
      readonly authentication: Authentication;
      readonly profile: BusinessProfile;
    }
  | {
      readonly kind: 'to_call';
      readonly authentication: Authentication;
      readonly profile: BusinessProfile;
      readonly subject: AuthenticationSubject;
    };

/**
 * Finds or creates the authentication of a payment's active attempt. Of concurrent requests, one calls the connector;
 * the others see that it is in flight.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`;
 * `no_connector_available`.
 */
export async function startAuthentication(
  tx: WritingContext,
  paymentId: string,
  proof: CustomerProof,
): Promise<StartedAuthentication> {
  const payment = await lock(tx, Payment, paymentId);
  if ('browser' in proof) requireSession(tx, payment, 'paid');
  else requireClientSecret(tx, proof.clientSecret, sessionSecretOf(payment));
  const own = { ...tx, merchantId: payment.merchant_id };
  const profile = await profileOf(own, payment);
  const known = await authenticationOf(own, payment);
  if (known?.response) return { kind: 'answered', authentication: known, profile };
  requireAuthenticable(payment);
  const now = tx.ports.now();
  if (known?.asking_until && known.asking_until > now)
    return { kind: 'in_flight', authentication: known, profile };

  await requireMethodData(own, payment);
  const authentication = known ?? (await createAuthentication(own, payment, profile));
  requireCallsTo(tx.ports, authentication.connector);
  if ('browser' in proof) payment.browser_info = describedBrowser(payment, proof.browser);
  authentication.asking_until = new Date(now.getTime() + tx.ports.guard.deadlineMs + RECORDING_MS);
  authentication.modified_at = now;
  return {
    kind: 'to_call',
    authentication,
    profile,
    subject: await subjectOf(own, payment, profile, authentication),
  };
}

/** The known details of the customer's browser. The merchant, or the payment page, may have sent more. */
function describedBrowser({ browser_info: known }: Payment, shown: BrowserInfo): BrowserInfo {
  const set = Object.entries(known ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...shown, ...Object.fromEntries(set) };
}

function requireAuthenticable(payment: Payment): void {
  requireState('payment', paymentStates, 'authenticate', payment.status);
  if (
    payment.request_external_three_ds_authentication === true &&
    payment.next_action?.type === 'three_ds_invoke'
  ) {
    return;
  }
  throw new Problem(
    'unexpected_state',
    'The payment does not require authentication by an authentication connector.',
  );
}

/** The authentication of a payment's active attempt, if there is one. Lock the payment first. */
export async function authenticationOf(tx: WritingContext, payment: Payment): Promise<Authentication | null> {
  if (payment.attempt_count === 0) return null;
  const { attempt_id } = await activeAttempt(tx, payment);
  return tx.transaction.em.findOne(Authentication, { merchant_id: payment.merchant_id, attempt_id });
}

async function createAuthentication(
  tx: WritingContext,
  payment: Payment,
  profile: BusinessProfile,
): Promise<Authentication> {
  const account = await chooseAccount(tx, profile);
  const { attempt_id } = await activeAttempt(tx, payment);
  const authentication = Object.assign(new Authentication(), {
    merchant_id: payment.merchant_id,
    authentication_id: tx.ports.ids.make('auth'),
    payment_id: payment.payment_id,
    attempt_id,
    merchant_connector_id: account.merchant_connector_id,
    connector: account.connector_name,
    status: 'started',
    created_at: tx.ports.now(),
  });
  tx.transaction.em.persist(authentication);
  return authentication;
}

/** The profile's active account at the first of its authentication connectors that has one. */
async function chooseAccount(tx: WritingContext, profile: BusinessProfile): Promise<ConnectorAccount> {
  const names = profile.authentication_connector_details?.authentication_connectors ?? [];
  const accounts = await tx.transaction.em.find(
    ConnectorAccount,
    {
      merchant_id: profile.merchant_id,
      profile_id: profile.profile_id,
      connector_type: 'authentication_processor',
      connector_name: { $in: names },
      disabled: false,
      status: 'active',
    },
    { orderBy: { created_at: 'asc', merchant_connector_id: 'asc' } },
  );
  const able = accounts.filter(({ connector_name: name }) => {
    return tx.ports.connectors.find(name)?.abilities.has('authenticate') ?? false;
  });
  const [first] = able.sort((a, b) => names.indexOf(a.connector_name) - names.indexOf(b.connector_name));
  if (first) return first;
  throw new Problem(
    'no_connector_available',
    'The profile has no active account at any of its authentication connectors.',
  );
}

async function subjectOf(
  tx: WritingContext,
  payment: Payment,
  profile: BusinessProfile,
  { connector }: Authentication,
): Promise<AuthenticationSubject> {
  return {
    amount: payment.net_amount,
    currency: payment.currency,
    card: await cardOfPayment(tx, payment),
    returnUrl: returnAddress(tx.ports, payment),
    challengeRequested: requestsChallenge(payment, profile),
    challengeAvoided:
      isThreeDsDecided(payment) &&
      decidedTerms(payment, profile).preference === 'no_challenge' &&
      (tx.ports.connectors.find(connector)?.abilities.has('avoid_challenge') ?? false),
    context: describePayment(payment, profile, connector),
  };
}
