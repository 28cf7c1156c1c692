import { version } from '../../config/version.ts';
import type { Checkout } from '../../core/offers/read-checkout.ts';
import type { LinkSettings } from '../../core/payment-links/link-config.ts';
import type { CheckoutData, FormSettings, ShownAction, ShownSavedMethod } from './checkout-data.ts';
import { type Language, locales } from './languages.ts';

/** The page of an existing payment. */
export type ShownCheckout = Exclude<Checkout, { screen: 'unknown' }>;

interface Surroundings {
  readonly language: Language;
  readonly isTest: boolean;
  readonly now: Date;
  /** The seller's return URL; null without one. */
  readonly backTo: string | null;
}

/** The seller's name as the page shows it. */
export const sellerOf = ({ merchant, settings }: ShownCheckout): string =>
  settings.seller_name ?? merchant.merchant_name ?? merchant.merchant_id;

/** Whether the page polls for the payment's outcome. */
const isWaiting = (status: string): boolean =>
  status === 'processing' || status === 'requires_merchant_action';

/** A payment as the page's script reads it. */
export function viewOf(
  checkout: ShownCheckout,
  { backTo, isTest, language, now }: Surroundings,
): CheckoutData {
  const { merchant, offer, payment, saved, screen, settings } = checkout;
  const form = formSettings(settings);
  return {
    screen,
    status: payment.status,
    nextAction: (payment.next_action ?? null) as ShownAction | null,
    decline:
      payment.status === 'failed'
        ? { unified_code: payment.unified_code ?? null, unified_message: payment.unified_message ?? null }
        : null,
    client: { source: 'switchyard-page', version },
    publishableKey: merchant.publishable_key,
    paymentId: payment.payment_id,
    // Pages stay open and in the history: a finished payment's page has no credentials.
    clientSecret: screen === 'form' || isWaiting(payment.status) ? payment.client_secret : '',
    currency: payment.currency,
    amount: payment.net_amount,
    setupFutureUsage: payment.setup_future_usage ?? null,
    seller: sellerOf(checkout),
    asksEmail: !payment.email,
    offer,
    saved: saved as unknown as readonly ShownSavedMethod[],
    // The payment may have received an amount after its page was set up to save a method: it is then charged.
    settings: { ...form, isSetup: form.isSetup && payment.net_amount === 0 },
    language,
    texts: locales[language].pages,
    isTest,
    expiresAt: new Date(payment.expires_on).getTime(),
    now: now.getTime(),
    details: detailsOf(checkout),
    skipsStatus: settings.skip_status_screen === true,
    isBranded: settings.branding_visibility !== false,
    backTo,
  };
}

/** The form's settings, with defaults for missing ones. */
export const formSettings = (settings: LinkSettings): FormSettings => ({
  layout: settings.sdk_layout === 'tabs' ? 'tabs' : 'accordion',
  labels: settings.payment_form_label_type ?? 'above',
  cardTerms: settings.show_card_terms ?? 'auto',
  cardTermsText: settings.custom_message_for_card_terms ?? null,
  buttonText: settings.payment_button_text ?? null,
  headerText: settings.payment_form_header_text ?? null,
  hidesNickName: settings.hide_card_nickname_field === true,
  opensCard: settings.show_card_form_by_default !== false,
  waitsForForm: settings.enable_button_only_on_form_ready === true,
  isSetup: settings.is_setup_mandate_flow === true,
});

function detailsOf({ merchant, payment, settings }: ShownCheckout): CheckoutData['details'] {
  const {
    about_business: about,
    address,
    website,
  } = (merchant.merchant_details ?? {}) as {
    about_business?: string | null;
    website?: string | null;
    address?: Readonly<Record<string, string | null>> | null;
  };
  const place = [address?.line1, address?.zip, address?.city, address?.country].filter(Boolean).join(', ');
  const surcharge = payment.surcharge_details;
  const sums = [
    { name: 'shipping', amount: payment.shipping_cost ?? 0 },
    { name: 'tax', amount: payment.order_tax_amount ?? 0 },
    { name: 'surcharge', amount: (surcharge?.surcharge_amount ?? 0) + (surcharge?.tax_amount ?? 0) },
  ] as const;
  return {
    layout: settings.details_layout === 'layout2' ? 'layout2' : 'layout1',
    hidden: settings.display_sdk_only === true,
    logo: settings.logo ?? null,
    description: payment.description ?? null,
    merchant: [about, website, place].filter((line): line is string => Boolean(line)),
    lines: (payment.order_details ?? []).map(({ amount, product_name: name, quantity }) => ({
      name,
      quantity,
      amount,
    })),
    sums: sums.filter(({ amount }) => amount > 0),
    transaction: transactionLines(settings),
  };
}

/** The additional lines by position; lines without one come last, in their order. */
function transactionLines({
  transaction_details: lines,
}: LinkSettings): CheckoutData['details']['transaction'] {
  const placed = (lines ?? []).map((line, index) => ({ line, index }));
  const placeOf = ({ line }: (typeof placed)[number]) => line.ui_configuration?.position ?? Number.MAX_VALUE;
  placed.sort((one, other) => placeOf(one) - placeOf(other) || one.index - other.index);
  return placed.map(({ line: { key, ui_configuration: style, value } }) => ({
    key: key ?? '',
    value: value ?? '',
    isKeyBold: style?.is_key_bold === true,
    isValueBold: style?.is_value_bold === true,
  }));
}
