import type { CustomerAction } from '../../core/foundation/ports/customer-action.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import type { Checkout, Wire } from './library.ts';

/** The union of Adyen's actions, with the members that are read of any. */
type AdyenAction = Wire<Checkout.PaymentResponseAction> & {
  readonly method?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly qrCodeData?: string;
  readonly expiresAt?: string;
};

/** The customer's next action; null if there is none, or if it is unknown, which is logged as a warning. */
export function customerAction(setup: ConnectorSetup, given: object | null): CustomerAction | null {
  if (!given) return null;
  const action = given as AdyenAction;
  const url = webAddress(action.url);
  switch (action.type) {
    case 'redirect':
      if (url === null) break;
      return action.method === 'POST'
        ? { type: 'form', url, fields: action.data ?? {} }
        : { type: 'redirect', url };
    case 'qrCode':
      return {
        type: 'qr_code',
        content: action.qrCodeData ?? null,
        imageUrl: null,
        validUntil: action.expiresAt ?? null,
      };
    case 'threeDS2':
    case 'sdk':
      // Adyen's own SDK is started with the action as a whole.
      return { type: 'sdk', data: { ...action } };
    case 'await':
      // The customer confirms in the bank's or wallet's app: there is nothing to show.
      return null;
  }
  setup.warn({ action: String(action.type) }, 'Adyen asks for an action that is not known.');
  return null;
}

/** Only addresses of the web: the customer's browser is sent there. */
const webAddress = (url: string | undefined): string | null =>
  url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
