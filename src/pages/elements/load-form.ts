import { urlPath } from '../../core/foundation/url-path.ts';
import type { FormData, FrameData, ShownSavedMethod } from '../../http/pages/checkout/checkout-data.ts';
import { type Answer, ask } from '../checkout/pay.ts';
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
  const { appearance, clientSecret } = opening;
  const { paymentId, publishableKey } = frame;
  const client = { source: 'switchyard-js', version: frame.version };
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
  const offer = offered.payment;
  const saved = savedOnes?.kind === 'payment' ? savedOnes.payment : null;
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
    saved: saved?.customer_payment_methods ?? [],
    settings: {
      ...frame.settings,
      labels: appearance.labels ?? frame.settings.labels,
      layout: appearance.layout ?? frame.settings.layout,
    },
    language: frame.language,
    texts: frame.texts,
  };
}
