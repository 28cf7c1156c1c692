import { MerchantAccount } from '../entities/merchant-account.ts';
import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import type { LinkSettings } from '../payment-links/link-config.ts';
import { EXPIRING } from '../payments/customer/customer-session.ts';
import { expirePayment } from '../payments/void/expire-payments.ts';
import { type Row, type RowOf, readOne } from '../reads/index.ts';
import { type Surcharged, withoutRuleSurcharge } from '../rules/surcharge-amounts.ts';
import { offerPaymentMethods } from './offer-payment-methods.ts';
import { offerSavedMethods } from './offer-saved-methods.ts';
import type { PaymentMethodOffer } from './payment-method-offer.ts';

const columns = [
  'payment_id',
  'status',
  'net_amount',
  'currency',
  'description',
  'order_details',
  'shipping_cost',
  'order_tax_amount',
  'surcharge_details',
  'decisions',
  'email',
  'expires_on',
  'client_secret',
  'customer_id',
  'next_action',
  'manual_retry_allowed',
  'setup_future_usage',
  'unified_code',
  'unified_message',
  'payment_link',
  'payment_link_config',
] as const;

const merchantColumns = [
  'merchant_id',
  'merchant_name',
  'publishable_key',
  'suspended_at',
  'merchant_details',
] as const;

/** A payment with the columns that its page shows. */
export type ShownPayment = RowOf<Payment, (typeof columns)[number]>;

/** The content of a payment's hosted page. */
export type Checkout =
  /** No page: the payment does not exist, has no page, or was cancelled, all with the same answer. */
  | { readonly screen: 'unknown' }
  | {
      readonly screen: 'form' | 'result' | 'expired' | 'closed';
      readonly payment: ShownPayment;
      readonly merchant: RowOf<MerchantAccount, (typeof merchantColumns)[number]>;
      readonly settings: LinkSettings;
      /** The payment methods on offer; null unless the screen is `form`. */
      readonly offer: PaymentMethodOffer | null;
      /** The customer's saved methods, in the form of `GET /customers/payment_methods`. */
      readonly saved: readonly Row[];
    };

/**
 * Reads the content of a payment's hosted page. A payment past its expiry expires now.
 *
 * @param ctx The context of the payment's merchant. The page's token has been checked.
 */
export async function readCheckout(ctx: Context, merchantId: string, paymentId: string): Promise<Checkout> {
  const payment = await currentPayment(ctx, paymentId);
  if (!payment?.payment_link || payment.status === 'cancelled') return { screen: 'unknown' };
  const merchant = await readOne(ctx, MerchantAccount, merchantId, merchantColumns);
  if (!merchant) return { screen: 'unknown' };
  const settings = (payment.payment_link_config ?? {}) as LinkSettings;
  const shown = { payment, merchant, settings, offer: null, saved: [] };
  const screen = screenOf(payment);
  if (screen !== 'form') return { screen, ...shown };
  // The method that the customer chooses decides the surcharge: the offer has the totals.
  shown.payment = withoutRuleSurcharge(payment as Surcharged & ShownPayment);
  if (merchant.suspended_at) return { screen: 'closed', ...shown };
  const customersClient: Context = { ...ctx, caller: { kind: 'publishable_key', merchantId } };
  const offer = await offerPaymentMethods(customersClient, payment.client_secret);
  const offersSaved = payment.customer_id && settings.enabled_saved_payment_method !== false;
  const saved = offersSaved ? await offerSavedMethods(customersClient, payment.client_secret) : null;
  return { screen, ...shown, offer, saved: (saved?.customer_payment_methods ?? []) as Row[] };
}

async function currentPayment(ctx: Context, paymentId: string): Promise<ShownPayment | null> {
  const payment = await readOne(ctx, Payment, paymentId, columns);
  const expires = payment && (EXPIRING as readonly string[]).includes(payment.status);
  const isOver = expires && new Date(payment.expires_on) <= ctx.ports.now();
  if (!isOver) return payment;
  await expirePayment(ctx, paymentId);
  return readOne(ctx, Payment, paymentId, columns);
}

function screenOf({ manual_retry_allowed: retry, status }: ShownPayment): 'form' | 'result' | 'expired' {
  if (status === 'expired') return 'expired';
  if ((EXPIRING as readonly string[]).includes(status)) return 'form';
  return status === 'failed' && retry ? 'form' : 'result';
}
