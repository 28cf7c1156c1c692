import { urlPath } from '../../core/foundation/url-path.ts';
import type { FormData, ShownAction } from '../server/checkout-data.ts';
import { randomKey } from './random-key.ts';
import { isOutdated, type Shown } from './shown.ts';

/** A payment, as its customer's page reads it. */
export interface PaymentNow {
  readonly status: string;
  /** The service's total in minor units, shown after a confirmation. */
  readonly net_amount: number;
  readonly currency: string;
  readonly setup_future_usage?: string | null;
  readonly next_action?: ShownAction | null;
  readonly unified_code?: string | null;
  readonly unified_message?: string | null;
  readonly manual_retry_allowed?: boolean | null;
}

/** The result of a request to the service. After `unreachable`, the request may or may not have been carried out. */
export type Answer<Answered = PaymentNow> =
  | { readonly kind: 'payment'; readonly payment: Answered }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly param: string | null;
      /** The service's message, for the developer. */
      readonly message: string;
      /** The payment that the refusal left failed; null if it changed nothing. */
      readonly failedPaymentId: string | null;
      /** Identifies the request in the service's log; null if the response was not the service's. */
      readonly requestId: string | null;
    }
  | { readonly kind: 'unreachable' };

/** The credentials for acting on a payment. */
export type Access = Pick<FormData, 'publishableKey' | 'paymentId' | 'clientSecret' | 'client'>;

/** Sends a request about the payment. */
export const send = <Answered = PaymentNow>(
  access: Access,
  path: string,
  init: RequestInit = {},
): Promise<Answer<Answered>> => ask<Answered>(access, urlPath`/payments/${access.paymentId}` + path, init);

/** Sends a request with the publishable key. Never throws. */
export async function ask<Answered>(
  { client, publishableKey }: Pick<Access, 'publishableKey' | 'client'>,
  address: string,
  init: RequestInit = {},
): Promise<Answer<Answered>> {
  const headers = {
    'api-key': publishableKey,
    'x-client-source': client.source,
    'x-client-version': client.version,
    ...init.headers,
  };
  try {
    const response = await fetch(address, { ...init, headers });
    const body = await response.json();
    if (response.ok) return { kind: 'payment', payment: body };
    const {
      code = 'internal_error',
      message = '',
      param = null,
      payment_id: failedPaymentId = null,
      request_id: requestId = null,
    } = body.error ?? {};
    // Customers read `refusalText` instead.
    // biome-ignore lint/suspicious/noConsole: a message for the shop's developer.
    console.error(`Switchyard: ${message} (${code}, HTTP ${response.status}, request ${requestId})`);
    return { kind: 'refused', status: response.status, code, param, message, failedPaymentId, requestId };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** A request with a JSON body, and an idempotency key if given. */
export const posted = (body: unknown, key?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
  body: JSON.stringify(body),
});

/** Reads the current payment. */
export const retrieve = (access: Access): Promise<Answer> =>
  send(access, urlPath`?client_secret=${access.clientSecret}`);

/** The unanswered request that may have arrived, without the parts that differ between repetitions. */
let unanswered: { readonly body: string; readonly key: string } | null = null;

/** The parameters of a confirmation: the typed and the shown values. */
export type Confirmation = Shown & Readonly<Record<string, unknown>>;

/**
 * Confirms the payment. An unanswered request keeps its idempotency key when it is resent, so that nothing is charged twice.
 * A payment that was confirmed elsewhere, for example in another tab, or that the refusal left failed, is read. A payment
 * that differs from the shown one stays refused: {@link isOutdated}.
 */
export async function confirm(access: Access, body: Confirmation): Promise<Answer> {
  const same = JSON.stringify({ ...body, mandate_data: 'mandate_data' in body });
  const key = unanswered?.body === same ? unanswered.key : randomKey();
  unanswered = { body: same, key };
  const whole = { ...body, client_secret: access.clientSecret, browser_info: browserInfo() };
  const answer = await send(access, '/confirm', posted(whole, key));
  if (answer.kind !== 'unreachable') unanswered = null;
  const isElsewhere = answer.kind === 'refused' && answer.status === 409 && !isOutdated(answer);
  const hasFailed = answer.kind === 'refused' && answer.failedPaymentId !== null;
  return isElsewhere || hasFailed ? retrieve(access) : answer;
}

/** An authentication connector's response to a challenge. */
export interface Authenticated {
  readonly trans_status?: string | null;
  readonly acs_url?: string | null;
  readonly challenge_request?: string | null;
}

/** Runs 3-D Secure at the authentication connector. */
export async function authenticate(access: Access): Promise<Authenticated | null> {
  const body = { client_secret: access.clientSecret, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
  const answer = await send(access, '/3ds/authentication', posted(body));
  return answer.kind === 'payment' ? (answer.payment as Authenticated) : null;
}

/** The browser data of 3-D Secure. */
const browserInfo = () => ({
  color_depth: screen.colorDepth,
  java_enabled: false,
  java_script_enabled: true,
  language: navigator.language,
  screen_height: screen.height,
  screen_width: screen.width,
  time_zone: new Date().getTimezoneOffset(),
  user_agent: navigator.userAgent.slice(0, 2048),
});

/** The statuses in which the money is collected or on its way. */
const paidStatuses = [
  'succeeded',
  'requires_capture',
  'partially_captured',
  'partially_captured_and_capturable',
];

export const isPaid = (status: string): boolean => paidStatuses.includes(status);
export const isWaiting = (status: string): boolean =>
  status === 'processing' || status === 'requires_merchant_action';
