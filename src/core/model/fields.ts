import {
  type DescribedClass,
  describeField,
  type FieldDescription,
  type FieldOptions,
  inertSentence,
  type Kind,
  type TextFormat,
} from './description.ts';
import type { EnumerationOf } from './enumeration.ts';
import { redirectSentence } from './redirects.ts';

type Describing = Partial<FieldDescription>;

function field(kind: Kind, about: string, details: Describing = {}): PropertyDecorator {
  const sentences = [about, redirectSentence(details), inertSentence({ ...details, kind })];
  const said = sentences.filter(Boolean).join(' ');
  return (prototype, name) => describeField(prototype, { ...details, kind, about: said, name: String(name) });
}

/** Longest identifier, in characters. */
export const ID_MAX = 64;
/** Longest name, email, URL, descriptor, reason or description, in characters. */
export const TEXT_MAX = 255;
/** Longest statement descriptor, in characters. */
export const STATEMENT_MAX = 22;
/** Longest error message, in characters. */
export const ERROR_MESSAGE_MAX = 1024;
/** Largest amount in minor units. It fits a 64-bit column and a double alike, so no sum of a page loses a unit. */
export const AMOUNT_MAX = 999_999_999_999;

/** An identifier: 1–64 of `[A-Za-z0-9_-]`. */
export const Id = (about: string, options: FieldOptions = {}) =>
  field('id', about, { max: ID_MAX, ...options });

/** Text of up to 255 characters, or `max`. */
export const Text = (about: string, options: FieldOptions & { max?: number } = {}) =>
  field('text', about, { max: TEXT_MAX, ...options });

const formatted =
  (format: TextFormat, max: number) =>
  (about: string, options: FieldOptions = {}) =>
    field('text', about, { format, max, ...options });

/** An e-mail address. */
export const Email = formatted('email', TEXT_MAX);
/** An http or https URL. */
export const Url = formatted('url', TEXT_MAX);
/** A CSS colour. */
export const Colour = formatted('css_colour', 64);
/** A host name, with an optional port. */
export const Host = formatted('host', TEXT_MAX);
/** A three-letter ISO 4217 currency code. */
export const Currency = formatted('currency', 3);
/** A two-letter ISO 3166 country code. */
export const Country = formatted('country', 2);
/** A calling code: `+` and one to four digits. */
export const PhoneCountryCode = formatted('phone_country_code', 5);
/** The text of a payment on a bank statement: up to 22 plain characters, the card networks' limit. */
export const StatementDescriptor = formatted('statement_descriptor', STATEMENT_MAX);
/** A card's expiry month, `01` to `12`. */
export const CardExpMonth = formatted('card_exp_month', 2);
/** A card's expiry year, two or four digits. */
export const CardExpYear = formatted('card_exp_year', 4);
/** A primary account number: 12–19 digits that pass the Luhn check. Only ever part of an input. */
export const CardNumber = formatted('card_number', 19);
/** A card verification code. Only ever part of an input; it is never stored. */
export const CardCvc = formatted('cvc', 4);

/** A cryptogram of 3-D Secure (CAVV). Only ever part of an input; it is never shown. */
export const Cavv = formatted('cavv', 28);
/** The directory server's identifier of a 3-D Secure transaction. */
export const DsTransactionId = formatted('ds_transaction_id', 36);
/** A version of 3-D Secure 2. */
export const ThreeDsVersion = formatted('three_ds_version', 5);
/** An electronic commerce indicator. */
export const Eci = formatted('eci', 2);

/** An international bank account number. Only shown masked. */
export const Iban = formatted('iban', 42);
/** A bank identifier code. */
export const Bic = formatted('bic', 11);
/** The routing number of a bank in the United States. */
export const RoutingNumber = formatted('aba_routing_number', 9);
/** The sort code of a bank in the United Kingdom. */
export const SortCode = formatted('sort_code', 8);
/** The BSB number of a bank in Australia. */
export const BsbNumber = formatted('bsb_number', 7);
/** An account number in the United States. Only shown masked. */
export const AchAccountNumber = formatted('ach_account_number', 17);
/** An account number in the United Kingdom. Only shown masked. */
export const BacsAccountNumber = formatted('bacs_account_number', 8);
/** An account number in Australia. Only shown masked. */
export const BecsAccountNumber = formatted('becs_account_number', 9);

/** A one-time code of BLIK: six digits. Only shown masked. */
export const BlikCode = formatted('blik_code', 6);

/** A tax number of Brazil: a CPF of eleven digits or a CNPJ of fourteen. Only shown masked. */
export const TaxNumber = formatted('tax_number', 18);
/** A virtual payment address of UPI. Only shown masked. */
export const Vpa = formatted('vpa', 255);

/** The number of a gift card. Only shown masked. */
export const GiftCardNumber = formatted('gift_card_number', 32);
/** The PIN of a gift card. Only shown masked. */
export const GiftCardPin = formatted('gift_card_pin', 16);

/** Reason why REST shows alternatives. */
const OTHER_METHOD =
  'The specification shows only cards; other payment methods and destinations must identify themselves.';

/** An alternative of a union tagged by key, which REST omits unless it is set. */
export const Alternative = (of: () => DescribedClass, about: string, options: FieldOptions = {}) =>
  field('object', about, { of, alternative: true, onlyIfSet: OTHER_METHOD, ...options });

/** Money in the currency's minor unit, 0 … 999 999 999 999. */
export const Amount = (about: string, options: FieldOptions & { min?: number } = {}) =>
  field('amount', about, { min: 0, maximum: AMOUNT_MAX, ...options });

/** Money that may be negative, in the currency's minor unit: up to 2^53−1 either way. */
export const Balance = (about: string, options: FieldOptions = {}) =>
  field('amount', about, { min: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** A whole number that fits 32 bits. */
export const Integer = (about: string, options: FieldOptions & { min?: number; maximum?: number } = {}) =>
  field('integer', about, { min: -2_147_483_648, maximum: 2_147_483_647, ...options });

/** A 64-bit sequence number from the database; no API shows it. */
export const Sequence = (about: string) =>
  field('integer', about, {
    required: true,
    visibility: 'nowhere',
    column: { columnType: 'int8', generated: 'identity', autoincrement: true },
  });

/** True or false. */
export const Bool = (about: string, options: FieldOptions = {}) => field('bool', about, options);

/** A moment in UTC, to the millisecond. */
export const Timestamp = (about: string, options: FieldOptions = {}) => field('timestamp', about, options);

/** One of a set of values. */
export const Enumeration = (of: () => EnumerationOf, about: string, options: FieldOptions = {}) =>
  field('enumeration', about, { enumeration: of, ...options });

/** A list of values of a set, each at most once. Unlike other lists it may be null, which differs from an empty list. */
export const EnumerationList = (of: () => EnumerationOf, about: string, options: FieldOptions = {}) =>
  field('enumeration_list', about, { enumeration: of, max: of().values.length, ...options });

/** A free-form object, within the limits on metadata. */
export const JsonObject = (about: string, options: FieldOptions = {}) => field('json_object', about, options);

/** Any JSON value, or a value allowed by its `schema`. */
export const Json = (about: string, options: FieldOptions & Pick<FieldDescription, 'of'> = {}) =>
  field('json', about, options);

/** A nested object, described by its class. */
export const NestedObject = (of: () => DescribedClass, about: string, options: FieldOptions = {}) =>
  field('object', about, { of, ...options });

/** A list of nested objects. */
export const ObjectList = (
  of: () => DescribedClass,
  about: string,
  options: FieldOptions & { max?: number } = {},
) => field('object_list', about, { of, max: 100, ...options });

/** A list of strings. */
export const TextList = (about: string, options: FieldOptions & { max?: number; format?: TextFormat } = {}) =>
  field('text_list', about, { max: 100, ...options });

/** A list that travels over REST as a string of JSON, is stored as structure and shown by GraphQL as a list. */
export const JsonEncodedList = (
  of: () => DescribedClass,
  about: string,
  options: FieldOptions & { max?: number } = {},
) => field('json_encoded_list', about, { of, max: 100, ...options });

/**
 * The child resources, in their lists' order. Not a column: they are read from their table. `rows` is the expected
 * length of long lists.
 */
export const Children = (
  of: () => DescribedClass,
  about: string,
  options: FieldOptions & Pick<FieldDescription, 'markedBy' | 'rows'> = {},
) => field('children', about, { of, ...options });

/**
 * Another resource of the same merchant, found by the identifier in `by`: a relation, and a foreign key unless listed
 * in the table's `unconstrained`. GraphQL shows it, unless its `visibility` is `nowhere`.
 */
export const Reference = (
  of: () => DescribedClass,
  by: string,
  about: string,
  options: FieldOptions & Pick<FieldDescription, 'onDelete'> = {},
) => field('reference', about, { of, by, visibility: 'beyond', ...options });

/** A merchant's resource that shows the merchant in REST and GraphQL. `merchant_id` leads its primary key. */
export abstract class MerchantOwned {
  @Id('Merchant account this object belongs to.', { required: true })
  merchant_id!: string;
}

/** A merchant's resource that shows the merchant in GraphQL only. */
export abstract class MerchantScoped {
  @Id('Merchant account this object belongs to.', { required: true, visibility: 'beyond' })
  merchant_id!: string;
}
