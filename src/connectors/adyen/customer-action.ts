import type { CustomerAction } from '../../core/foundation/ports/customer-action.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import type { Checkout, Wire } from './library.ts';

/** The union of Adyen's actions, with the members that are read of any. */
type AdyenAction = Wire<Checkout.PaymentResponseAction> & {
  readonly method?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly qrCodeData?: string;
  readonly expiresAt?: string;
  readonly reference?: string;
  readonly entity?: string;
  readonly alternativeReference?: string;
  readonly downloadUrl?: string;
  readonly instructionsUrl?: string;
};

/** How long a voucher is waited for whose expiry Adyen does not report. */
const VOUCHER_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;

/** The customer's next action; null without one. An unknown action is null too, and is logged as a warning. */
export function customerAction(setup: ConnectorSetup, given: object | null): CustomerAction | null {
  if (!given) return null;
  const action = given as AdyenAction;
  const url = webAddress(action.url);
  switch (action.type) {
    case 'redirect': {
      const app = action.url?.startsWith('upi://pay?') ? action.url : null;
      if (app !== null) return { type: 'redirect', url: app };
      if (url === null) break;
      return action.method === 'POST'
        ? { type: 'form', url, fields: action.data ?? {} }
        : { type: 'redirect', url };
    }
    case 'qrCode':
      return {
        type: 'qr_code',
        content: action.qrCodeData ?? null,
        imageUrl: null,
        validUntil: instantOf(action.expiresAt)?.toISOString() ?? null,
      };
    case 'voucher':
      return {
        type: 'voucher',
        voucher: {
          reference: action.reference ?? null,
          entity: action.entity ?? null,
          confirmationNumber: action.alternativeReference ?? null,
          downloadUrl: webAddress(action.downloadUrl),
          instructionsUrl: webAddress(action.instructionsUrl) ?? url,
        },
        payBefore: (
          instantOf(action.expiresAt) ?? new Date(setup.now().getTime() + VOUCHER_WITHIN_MS)
        ).toISOString(),
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

/** A time of Adyen's, which is in UTC where it names no zone; null for none. */
function instantOf(text: string | undefined): Date | null {
  if (!text) return null;
  const at = new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Only addresses of the web: the customer's browser is sent there. */
const webAddress = (url: string | undefined): string | null =>
  url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
