import { contactDetails, personOf } from '../customers/contact-details.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';
import type { Contact } from '../entities/values/contact.ts';
import type { BrowserInfo, CustomerAcceptance } from '../entities/values/payment-parts.ts';
import type { BrowserDetails, ConsentRecord, PaymentContext } from '../foundation/payment-context.ts';
import { recordIn } from '../model/read-input.ts';

/**
 * The billing contact of a payment's method: its own, or else the payment's, unless the profile keeps the two apart.
 */
export function methodBilling(
  payment: Pick<Payment, 'billing' | 'payment_method_data'>,
  profile: Pick<BusinessProfile, 'use_billing_as_payment_method_billing'>,
): Contact | null {
  const shared = profile.use_billing_as_payment_method_billing ? payment.billing : null;
  return payment.payment_method_data?.billing ?? shared ?? null;
}

/** The description of a payment for the connector that authorizes it, without money and method. */
export function describePayment(
  payment: Payment,
  profile: BusinessProfile,
  connector: string,
  connectorCustomerId: string | null = null,
): PaymentContext {
  const { surcharge_details: surcharge } = payment;
  return {
    customer: personOf(payment),
    connectorCustomerId,
    billing: contactDetails(payment.billing),
    methodBilling: contactDetails(methodBilling(payment, profile)),
    shipping: contactDetails(payment.shipping),
    browser: browserDetails(payment.browser_info),
    consent: consentRecord(payment.mandate_data?.customer_acceptance, payment.browser_info),
    lines: (payment.order_details ?? []).map(({ amount, product_name, quantity }) => ({
      productName: product_name,
      quantity,
      unitPrice: amount,
    })),
    shippingCost: payment.shipping_cost ?? 0,
    orderTax: payment.order_tax_amount ?? 0,
    surcharge: surcharge?.surcharge_amount ?? 0,
    surchargeTax: surcharge?.tax_amount ?? 0,
    statementDescriptor: payment.statement_descriptor_name ?? null,
    statementDescriptorSuffix: payment.statement_descriptor_suffix ?? null,
    description: payment.description ?? null,
    orderReference: payment.merchant_order_reference_id ?? null,
    metadata: payment.metadata ?? {},
    // Omit the parts meant for other connectors.
    connectorMetadata: recordIn(payment.connector_metadata, connector) ?? {},
    inIframe: payment.is_iframe_redirection_enabled ?? profile.is_iframe_redirection_enabled,
    split: recordIn(payment.split_payments, `${connector}_split_payment`),
    businessCountry: payment.business_country ?? profile.merchant_business_country ?? null,
  };
}

/**
 * A consent in the terms of the connector interface. One given online without its client was given with the browser that
 * pays.
 */
function consentRecord(
  acceptance: CustomerAcceptance | null | undefined,
  browser: BrowserInfo | null | undefined,
): ConsentRecord | null {
  if (!acceptance) return null;
  const { accepted_at: at, acceptance_type: type, online } = acceptance;
  const isOnline = type ? type === 'online' : Boolean(online);
  return {
    isOnline,
    acceptedAt: at ?? null,
    ipAddress: (isOnline && (online?.ip_address ?? browser?.ip_address)) || null,
    userAgent: (isOnline && (online?.user_agent ?? browser?.user_agent)) || null,
  };
}

/** A customer's browser in the terms of the connector interface. */
export function browserDetails(browser: BrowserInfo | null | undefined): BrowserDetails | null {
  if (!browser) return null;
  return {
    ipAddress: browser.ip_address ?? null,
    userAgent: browser.user_agent ?? null,
    acceptHeader: browser.accept_header ?? null,
    language: browser.language ?? null,
    colorDepth: browser.color_depth ?? null,
    screenHeight: browser.screen_height ?? null,
    screenWidth: browser.screen_width ?? null,
    timeZone: browser.time_zone ?? null,
    javaEnabled: browser.java_enabled ?? null,
    javaScriptEnabled: browser.java_script_enabled ?? null,
    osType: browser.os_type ?? null,
    osVersion: browser.os_version ?? null,
    deviceModel: browser.device_model ?? null,
  };
}
