import type { FormData, ShownAction } from '../../http/pages/checkout/checkout-data.ts';

/** A payment as its customer's page reads it. */
export interface PaymentNow {
  readonly status: string;
  readonly next_action?: ShownAction | null;
  readonly manual_retry_allowed?: boolean | null;
}

/** What a request to the service came to. `unreachable` says nothing of whether it was carried out. */
export type Answer =
  | { readonly kind: 'payment'; readonly payment: PaymentNow }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly param: string | null;
    }
  | { readonly kind: 'unreachable' };

type Access = Pick<FormData, 'publishableKey' | 'paymentId' | 'clientSecret'>;

async function send(access: Access, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'api-key': access.publishableKey, ...init.headers };
  try {
    const response = await fetch(`/payments/${access.paymentId}${path}`, { ...init, headers });
    const body = await response.json();
    if (response.ok) return { kind: 'payment', payment: body };
    const { code = 'internal_error', param = null } = body.error ?? {};
    return { kind: 'refused', status: response.status, code, param };
  } catch {
    return { kind: 'unreachable' };
  }
}

const posted = (body: unknown, key?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
  body: JSON.stringify(body),
});

/** Reads the payment as it is now. */
export const retrieve = (access: Access): Promise<Answer> =>
  send(access, `?client_secret=${encodeURIComponent(access.clientSecret)}`);

/**
 * Confirms the payment.
 *
 * @param key The idempotency key: the same for the same request, so that one sent again is not charged again.
 */
export const confirm = (access: Access, body: object, key: string): Promise<Answer> =>
  send(
    access,
    '/confirm',
    posted({ ...body, client_secret: access.clientSecret, browser_info: browserInfo() }, key),
  );

/** What an authentication connector answers of a challenge. */
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

/** The browser in the terms of 3-D Secure. */
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

/** The statuses in which the money is on its way, or there. */
const paidStatuses = [
  'succeeded',
  'requires_capture',
  'partially_captured',
  'partially_captured_and_capturable',
];

export const isPaid = (status: string): boolean => paidStatuses.includes(status);
export const isWaiting = (status: string): boolean =>
  status === 'processing' || status === 'requires_merchant_action';
