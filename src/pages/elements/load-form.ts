import { urlPath } from '../../core/foundation/url-path.ts';
import type { FormData, FrameData, ShownSavedMethod } from '../../http/pages/checkout/checkout-data.ts';
import type { FrameOpening } from './protocol.ts';

/** Reads what a payment can be paid with, for a frame that has no data of a payment in its HTML. */
export async function loadForm(frame: FrameData, opening: FrameOpening): Promise<FormData> {
  const { clientSecret } = opening;
  const { publishableKey } = frame;
  const read = async <T>(path: string): Promise<T | null> => {
    const headers = { 'api-key': publishableKey };
    // Without a response the form says that there is no way to pay at the moment.
    const response = await fetch(path + urlPath`?client_secret=${clientSecret}`, { headers }).catch(
      () => null,
    );
    return response?.ok ? ((await response.json()) as T) : null;
  };
  const isPayment = frame.element === 'payment';
  const [offer, saved] = await Promise.all([
    read<FormData['offer']>('/account/payment_methods'),
    isPayment
      ? read<{ customer_payment_methods: ShownSavedMethod[] }>('/customers/payment_methods')
      : Promise.resolve(null),
  ]);
  return formOf(frame, opening, { offer, saved: saved?.customer_payment_methods ?? [] });
}

/** The data of a frame's form: those of its page, and what the payment can be paid with. */
export function formOf(
  frame: FrameData,
  { appearance, clientSecret }: Pick<FrameOpening, 'appearance' | 'clientSecret'>,
  { offer, saved }: Pick<FormData, 'offer' | 'saved'>,
): FormData {
  const { paymentId, publishableKey } = frame;
  return {
    client: { source: 'switchyard-js', version: frame.version },
    publishableKey,
    paymentId,
    clientSecret,
    currency: offer?.currency ?? '',
    amount: offer?.net_amount ?? 0,
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
