import { type DescribedClass, type FieldDescription, isList, type TextFormat } from './index.ts';
import { type RestView, restFields, restValue } from './rest-view.ts';

const ULID = '01JZ5V0G7N4S8X2T6W9Y3B1C5D';
const MOMENT = '2026-01-31T09:30:00.000Z';

const ids: Readonly<Record<string, string>> = Object.freeze({
  account_id: 'acme',
  merchant_id: 'acme',
  attempt_id: `pay_${ULID}_1`,
  authorized_attempt_id: `pay_${ULID}_1`,
  capture_id: `cap_${ULID}`,
  connector_id: `mca_${ULID}`,
  customer_id: `cus_${ULID}`,
  default_payment_method_id: `pm_${ULID}`,
  default_profile: `pro_${ULID}`,
  dispute_id: `dsp_${ULID}`,
  id: `cus_${ULID}`,
  merchant_connector_id: `mca_${ULID}`,
  method_id: `pm_${ULID}`,
  organization_id: `org_${ULID}`,
  payment_id: `pay_${ULID}`,
  payment_method_id: `pm_${ULID}`,
  payout_id: `po_${ULID}`,
  profile_id: `pro_${ULID}`,
  refund_id: `ref_${ULID}`,
});

const texts: Readonly<Record<string, string>> = Object.freeze({
  bank_name: 'Example Bank',
  bank_account_number: 'DE**************12',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_holder_name: 'Alice Example',
  card_isin: '424242',
  card_network: 'Visa',
  card_type: 'credit',
  city: 'Berlin',
  connector: 'sandbox',
  connector_label: 'sandbox_default',
  connector_name: 'sandbox',
  connector_transaction_id: 'txn_7391',
  expiry_month: '12',
  expiry_year: '2030',
  first_name: 'Alice',
  last4: '4242',
  last4_digits: '4242',
  last_name: 'Example',
  line1: 'Unter den Linden 1',
  merchant_name: 'Acme Clothing',
  name: 'Alice Example',
  number: '3012345678',
  payment_method_type: 'credit',
  payment_token: 'token_4mZ8kQ2xT7vL1bN9cR5w',
  phone: '3012345678',
  product_name: 'Shirt',
  profile_name: 'default',
  publishable_key: 'pk_test_8fK2mQ9xT4vL7bN1cR5zW3yH6jD0sPgA',
  scheme: 'Visa',
  zip: '10117',
});

const formatted: Partial<Record<TextFormat, string>> = {
  email: 'alice@example.com',
  url: 'https://example.com/done',
  currency: 'EUR',
  country: 'DE',
  phone_country_code: '+49',
};

/** What only fits the one class. */
const exact: Readonly<Record<string, unknown>> = Object.freeze({
  'AcceptedCountries.list': ['DE'],
  'AcceptedCurrencies.list': ['EUR'],
  'ConnectorAccountDetails.connector_account_details': { api_key: 'sk****************9f' },
  'ConnectorAccountDetails.metadata': null,
  'CustomerPaymentMethod.bank_transfer': null,
  'CustomerPaymentMethod.requires_cvv': true,
  'ErrorMapping.code': 'card_declined',
  'ErrorMapping.flow': 'payment',
  'ErrorMapping.message': '',
  'ErrorMapping.status': 'Failure',
  'ErrorMapping.sub_flow': 'authorize',
  'ErrorMapping.unified_code': 'UE_9000',
  'ErrorMapping.unified_message': 'Something went wrong',
  'FrmPaymentMethodType.flow': 'pre',
  'Payment.amount_capturable': 0,
  'Payment.client_secret': `pay_${ULID}_secret_8fK2mQ9xT4vL7bN1cR5z`,
  'Payment.return_url': 'https://example.com/done',
  'PaymentMethod.bank_transfer': null,
  'PaymentMethod.client_secret': `pm_${ULID}_secret_8fK2mQ9xT4vL7bN1cR5z`,
  'Payout.client_secret': `po_${ULID}_secret_8fK2mQ9xT4vL7bN1cR5z`,
});

/** Values of enumerations that make an example of something usual, where their first would not. */
const usual: Readonly<Record<string, string>> = Object.freeze({
  authentication_type: 'no_three_ds',
  payout_type: 'card',
  priority: 'instant',
});

const settled = ['succeeded', 'success', 'charged', 'active'];

/** An identifier as one looks whose field or path parameter has this name. */
export function sampleId(name: string): string {
  return ids[name] ?? ULID;
}

/** What an answer with one object of a class may look like: what is usual filled in, the rest null. */
export function sampleOf(target: DescribedClass, view: RestView): Record<string, unknown> {
  return restValue(target, view, sampleRow(target, view));
}

function sampleRow(target: DescribedClass, view: RestView): Record<string, unknown> {
  return Object.fromEntries(
    restFields(target, view).map((field) => {
      const name = `${target.name}.${field.name}`;
      return [field.name, name in exact ? exact[name] : (sampleValue(field) ?? emptyOf(field))];
    }),
  );
}

function sampleValue(field: FieldDescription): unknown {
  switch (field.kind) {
    case 'id':
      return ids[field.name];
    case 'text':
      return texts[field.name] ?? (field.format && formatted[field.format]);
    case 'amount':
      return field.required ? 6540 : undefined;
    case 'integer':
      return field.required ? Math.max(1, field.min ?? 0) : undefined;
    case 'bool':
      return field.required ? false : undefined;
    case 'timestamp':
      return field.required ? MOMENT : undefined;
    case 'enumeration':
      return field.required || field.name in usual || field.name === 'payment_method'
        ? enumerated(field)
        : undefined;
    case 'object':
      return nestedRow(field);
    case 'object_list':
    case 'children':
    case 'json_encoded_list':
      return [nestedRow(field)].filter((row) => row !== undefined);
    case 'json_object':
      return field.name === 'metadata' ? { order: '20260131-17' } : undefined;
    default:
      return undefined;
  }
}

function enumerated(field: FieldDescription): string | undefined {
  const { values } = field.enumeration!();
  return usual[field.name] ?? values.find((value) => settled.includes(value)) ?? values[0];
}

/** A nested object, unless there would be nothing in it. */
function nestedRow(field: FieldDescription): Record<string, unknown> | undefined {
  const row = sampleRow(field.of!(), 'plain');
  const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  return Object.values(row).some(isFilled) ? row : undefined;
}

/** Nothing, as the field shows it; of what cannot be missing, something. */
function emptyOf(field: FieldDescription): unknown {
  if (isList(field)) return [];
  if (!field.required) return null;
  return field.kind === 'id' ? sampleId(field.name) : field.name;
}
