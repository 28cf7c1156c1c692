import { urlPath } from '../../core/foundation/url-path.ts';
import { type Answer, ask } from '../page/pay.ts';
import type { FormData, FrameData, ShownSavedMethod } from '../server/checkout-data.ts';
import type { FrameOpening } from './protocol.ts';

type Offer = NonNullable<FormData['offer']>;

/**
 * Reads what a payment can be paid with, for a frame that has no data of a payment in its HTML. Without the customer's saved
 * methods there are the others; without an offer there is no form, and the answer is returned.
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

/** The data of a frame's form: those of its page, and what the payment can be paid with. */
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
    // The shop asks for it, or gives it with `confirmParams`.
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
