import type {
  BrowserDetails,
  ContactPerson,
  PaymentContext,
  PhoneNumber,
  PostalAddress,
} from '../../core/foundation/payment-context.ts';
import type { PaymentMethodDetails } from '../../core/foundation/payment-method-details.ts';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { Checkout, Wire } from './library.ts';

type PaymentRequest = Wire<Checkout.PaymentRequest>;

/** Defaults for missing browser fields: Adyen takes all of them or none. */
const browserDefaults = { language: 'en', colorDepth: 24, screenHeight: 1080, screenWidth: 1920 };
/** Adyen's limit on metadata entries, less one of our own. */
const METADATA_MAX = 19;

/** Adyen's name of a customer: unique in a merchant account, which merchants of ours may share. Null for guests. */
export const shopperReference = (
  { merchantId }: ConnectorAccess,
  customer: ContactPerson | null,
  known: string | null,
): string | null => known ?? (customer?.id ? `${merchantId}_${customer.id}` : null);

/** The customer, addresses and purpose of a payment, as far as Adyen takes them. */
export function shopperOf(context: PaymentContext, method: PaymentMethodDetails): Partial<PaymentRequest> {
  const { browser, customer, shipping } = context;
  const billing = context.methodBilling ?? context.billing;
  const own = ownDetails(method);
  const email = own.email ?? customer?.email ?? billing?.email;
  const country = own.country ?? billing?.address?.country;
  const phone = own.phone ?? phoneText(customer?.phone ?? billing?.phone ?? null);
  const billingAddress = addressOf(billing?.address ?? null);
  const deliveryAddress = addressOf(shipping?.address ?? null);
  const shopperName = nameOf(billing?.address ?? null) ?? namedWhole(own.holderName);
  const browserInfo = browserOf(browser);
  const locale = /^([a-z]{2})[-_]([A-Z]{2})$/.exec(browser?.language ?? '');
  const statement = statementOf(context);
  return {
    ...(email ? { shopperEmail: email } : {}),
    ...(phone ? { telephoneNumber: phone } : {}),
    ...(browser?.ipAddress ? { shopperIP: browser.ipAddress } : {}),
    ...(country ? { countryCode: country } : {}),
    ...(billingAddress ? { billingAddress } : {}),
    ...(deliveryAddress ? { deliveryAddress } : {}),
    ...(shopperName ? { shopperName } : {}),
    ...(own.taxId ? { socialSecurityNumber: own.taxId } : {}),
    ...(browserInfo ? { browserInfo, channel: 'Web' } : {}),
    ...(locale ? { shopperLocale: `${locale[1]}-${locale[2]}` } : {}),
    ...(statement ? { shopperStatement: statement } : {}),
    ...(context.orderReference ? { merchantOrderReference: context.orderReference } : {}),
  };
}

const phoneText = (phone: PhoneNumber | null): string | null =>
  phone ? `${phone.countryCode ?? ''}${phone.number}`.slice(0, 64) : null;

const nameOf = (address: PostalAddress | null) =>
  address?.firstName && address.lastName
    ? { firstName: address.firstName.slice(0, 80), lastName: address.lastName.slice(0, 80) }
    : null;

/** The customer's data in the details of a method. They override the payment's. */
const ownDetails = (
  method: PaymentMethodDetails,
): {
  readonly email?: string | null;
  readonly country?: string | null;
  readonly holderName?: string | null;
  readonly phone?: string | null;
  readonly taxId?: string | null;
} => {
  const named = method.kind === 'wallet' ? method.wallet : method;
  return 'email' in named ? named : {};
};

/** A name in one piece: its last word counts as the family name. */
function namedWhole(name: string | null | undefined) {
  const [, first, last] = /^(.+)\s+(\S+)$/.exec(name?.trim() ?? '') ?? [];
  return first && last ? { firstName: first.slice(0, 80), lastName: last.slice(0, 80) } : null;
}

/** Adyen refuses an address that lacks a part, so an incomplete one is left out. */
function addressOf(address: PostalAddress | null) {
  if (!address?.line1 || !address.city || !address.country || !address.zip) return null;
  const { state } = address;
  const { number, street } = numbered(address.line1);
  const further = [address.line2, address.line3].filter(Boolean).join(', ');
  return {
    city: address.city,
    country: address.country,
    // Adyen refuses an empty one.
    houseNumberOrName: further || number,
    postalCode: address.zip.slice(0, 10),
    ...(state && state.length <= 3 ? { stateOrProvince: state } : {}),
    street: further ? address.line1 : street,
  };
}

/** An address line as a street and its number: `Main Street 1`, or `1 Main Street`. */
function numbered(line: string): { street: string; number: string } {
  const [, before, last] = /^(.*\D)\s+(\d+\s?[A-Za-z]?)$/.exec(line.trim()) ?? [];
  if (before && last) return { street: before, number: last };
  const [, first, after] = /^(\d+[A-Za-z]?)\s+(\D.*)$/.exec(line.trim()) ?? [];
  return first && after ? { street: after, number: first } : { street: line, number: 'N/A' };
}

function browserOf(browser: BrowserDetails | null): Wire<Checkout.BrowserInfo> | null {
  if (!browser?.userAgent) return null;
  return {
    acceptHeader: browser.acceptHeader ?? '*/*',
    colorDepth: browser.colorDepth ?? browserDefaults.colorDepth,
    javaEnabled: browser.javaEnabled ?? false,
    javaScriptEnabled: browser.javaScriptEnabled ?? true,
    language: browser.language ?? browserDefaults.language,
    screenHeight: browser.screenHeight ?? browserDefaults.screenHeight,
    screenWidth: browser.screenWidth ?? browserDefaults.screenWidth,
    timeZoneOffset: browser.timeZone ?? 0,
    userAgent: browser.userAgent,
  };
}

/** Adyen's statement descriptors: at most 22 characters, from the card networks' set. */
const statementOf = ({ statementDescriptor, statementDescriptorSuffix }: PaymentContext): string =>
  [statementDescriptor, statementDescriptorSuffix]
    .filter(Boolean)
    .join(' ')
    .replace(/[^A-Za-z0-9.,'_\-?+*/ ]/g, ' ')
    .slice(0, 22)
    .trim();

/** The merchant's metadata within Adyen's limits: twenty short texts. */
export const metadataOf = (metadata: PaymentContext['metadata']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .filter(([name, text]) => name.length <= 20 && text.length <= 80)
      .slice(0, METADATA_MAX),
  );
