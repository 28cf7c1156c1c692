import { urlPath } from '../../core/foundation/url-path.ts';
import { type Answer, ask } from '../page/pay.ts';
import type { FormData, FrameData, ShownSavedMethod } from '../server/checkout-data.ts';
import type { FrameOpening } from './protocol.ts';

type Offer = NonNullable<FormData['offer']>;

/**
 * Reads a payment's methods, for a frame without payment data in its HTML. If the saved methods fail to load, the form has
 * the others; if the offer fails, there is no form, and the response is returned.
 */
export async function loadForm(
  frame: FrameData,
  opening: FrameOpening,
): Promise<FormData | Exclude<Answer, { kind: 'payment' }>> {
  const { clientSecret } = opening;
  const { publishableKey } = frame;
  const client = clientOf(frame);
  const read = <T>(path: string) =>
    ask<T>({ client, publishableKey }, path + urlPath`?client_secret=${clientSecret}`);
  const isPayment = frame.element === 'payment';
  const [offered, savedOnes] = await Promise.all([
    read<Offer>('/account/payment_methods'),
    isPayment
      ? read<{ customer_payment_methods: ShownSavedMethod[] }>('/customers/payment_methods')
      : Promise.resolve(null),
  ]);
  if (offered.kind !== 'payment') return offered;
  const saved = savedOnes?.kind === 'payment' ? savedOnes.payment.customer_payment_methods : [];
  return formOf(frame, opening, { offer: offered.payment, saved });
}

const clientOf = ({ version }: FrameData): FormData['client'] => ({ source: 'switchyard-js', version });

/** The data of a frame's form: its page's data, and the payment's methods. */
export function formOf(
  frame: FrameData,
  { appearance, clientSecret }: Pick<FrameOpening, 'appearance' | 'clientSecret'>,
  { offer, saved }: { readonly offer: Offer; readonly saved: FormData['saved'] },
): FormData {
  const { paymentId, publishableKey } = frame;
  const client = clientOf(frame);
  return {
    client,
    publishableKey,
    paymentId,
    clientSecret,
    currency: offer.currency,
    amount: offer.net_amount,
    seller: frame.seller,
    // The shop collects it, or passes it with `confirmParams`.
    asksEmail: false,
    offer,
    saved,
    settings: {
      ...frame.settings,
      labels: appearance.labels ?? frame.settings.labels,
      layout: appearance.layout ?? frame.settings.layout,
    },
    language: frame.language,
    texts: frame.texts,
  };
}
