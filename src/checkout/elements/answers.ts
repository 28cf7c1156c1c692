import { urlPath } from '../../core/foundation/url-path.ts';
import { declineText } from '../page/declines.ts';
import { type Answer, authenticate, type PaymentNow, retrieve } from '../page/pay.ts';
import type { Attempted } from '../page/payment-form.tsx';
import { refusalText } from '../page/refusals.ts';
import { changedText, isOutdated } from '../page/shown.ts';
import type { FormData } from '../server/checkout-data.ts';
import type { ElementsError } from './form-types.ts';
import type { FrameAnswer } from './protocol.ts';

/** Reloads the payment, shows it in the frame, and resolves with it; null without a response. */
export type Reload = () => Promise<FormData | null>;

/**
 * The result of a confirmation for the shop's page: the payment, a step in a frame, or an error. If the payment differs from
 * the shown one, the frame shows it again, and the error has the new amount.
 */
export async function answerTo(attempted: Attempted, form: FormData, reload: Reload): Promise<FrameAnswer> {
  if (isOutdated(attempted)) return outdated(attempted as Attempted & { kind: 'refused' }, form, reload);
  switch (attempted.kind) {
    case 'incomplete':
      return failed('validation_error', 'incomplete', attempted.problem);
    case 'unreachable':
      return failed('connection_error', 'unreachable', refusalText(attempted, form));
    case 'refused':
      return { kind: 'error', error: refusedError(attempted, refusalText(attempted, form)) };
    case 'payment':
      return stepOf(attempted.payment, form, reload);
  }
}

async function outdated(
  { code, param }: Attempted & { kind: 'refused' },
  form: FormData,
  reload: Reload,
): Promise<FrameAnswer> {
  const now = await reload();
  const message = now ? changedText(form, now, now) : form.texts.unavailable;
  return { kind: 'error', error: { type: 'api_error', code, message, param } };
}

/** A payment's outcome after a step elsewhere. */
export const resultOf = async (answer: Answer, form: FormData, reload: Reload): Promise<FrameAnswer> =>
  answer.kind === 'payment' && answer.payment.status !== 'failed' ? answer : answerTo(answer, form, reload);

async function stepOf(payment: PaymentNow, form: FormData, reload: Reload): Promise<FrameAnswer> {
  const { next_action: action, status } = payment;
  if (status === 'failed') {
    const error = failed('card_error', 'payment_failed', declineText(payment, form.texts)).error;
    const { unified_code: code } = payment;
    return { kind: 'error', error: code ? { ...error, unified_code: code } : error };
  }
  if (status !== 'requires_customer_action') return { kind: 'payment', payment };
  if (action?.type === 'redirect_inside_popup') {
    return { kind: 'step', step: { url: action.redirect_to_url!, fields: null } };
  }
  if (action?.type !== 'three_ds_invoke') return { kind: 'payment', payment };
  const { acs_url: url, challenge_request: request } = (await authenticate(form)) ?? {};
  if (url) return { kind: 'step', step: { url, fields: { creq: request ?? '' } } };
  const now = await retrieve(form);
  return answerTo(now, form, reload);
}

const failed = (
  type: ElementsError['type'],
  code: string,
  message: string,
): FrameAnswer & { kind: 'error' } => ({ kind: 'error', error: { type, code, message } });

/** A refusal of the service, for the customer and the developer. */
export const refusedError = (
  { code, message: service_message, param, requestId }: Answer & { kind: 'refused' },
  message: string,
): ElementsError => ({
  type: 'api_error',
  code,
  message,
  service_message,
  ...(param === null ? {} : { param }),
  ...(requestId === null ? {} : { request_id: requestId }),
});

/** The service's page that redirects to the shop with signed parameters; null if unavailable. */
export async function returnAddress(form: FormData): Promise<FrameAnswer> {
  const { clientSecret, paymentId, publishableKey } = form;
  const response = await fetch(urlPath`/elements/${publishableKey}/${paymentId}/return_address`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret: clientSecret }),
  }).catch(() => null);
  const address = response?.ok ? ((await response.json()) as { address: string }).address : null;
  return { kind: 'address', address };
}
