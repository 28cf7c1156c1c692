import '../../../src/core/entities/resources.ts';
import { CustomerCreation, CustomerUpdate } from '../../../src/core/customers/customer-input.ts';
import { Customer } from '../../../src/core/entities/customer.ts';
import { ErrorMapping } from '../../../src/core/entities/error-mapping.ts';
import { MerchantAccount } from '../../../src/core/entities/merchant-account.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import { PaymentMethod } from '../../../src/core/entities/payment-method.ts';
import { Payout } from '../../../src/core/entities/payout.ts';
import { Refund } from '../../../src/core/entities/refund.ts';
import { ErrorMappingCreation } from '../../../src/core/error-mappings/error-mappings.ts';
import { MerchantAccountCreation } from '../../../src/core/merchant-accounts/merchant-accounts.ts';
import { enumName } from '../../../src/core/model/enumeration.ts';
import {
  camelCase,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  graphqlName,
} from '../../../src/core/model/index.ts';
import { nestedView, type RestView, restFields } from '../../../src/core/model/rest-view.ts';
import { PaymentMethodUpdate } from '../../../src/core/payment-methods/payment-method-input.ts';
import { PaymentUpdate } from '../../../src/core/payments/payment-inputs.ts';
import { PayoutUpdate } from '../../../src/core/payouts/payout-inputs.ts';
import { RefundUpdate } from '../../../src/core/refunds/update-refund.ts';

/** A write that exists in the REST and the GraphQL API. */
export interface Twin {
  /** The operation's number in the specification. */
  readonly number: number;
  readonly path: (id: string) => string;
  /** The mutation's input field for the path's identifier; null for creations. */
  readonly id: string | null;
  readonly input: DescribedClass;
  readonly result: DescribedClass;
  readonly view: RestView;
  /** The object's name in the mutation's payload. */
  readonly payloadField: string;
  readonly admin: boolean;
}

const twin = (
  number: number,
  path: Twin['path'],
  id: string | null,
  input: DescribedClass,
  result: DescribedClass,
  view: RestView = 'plain',
  admin = false,
): Twin => {
  const payloadField = result.name.charAt(0).toLowerCase() + result.name.slice(1);
  return { number, path, id, input, result, view, payloadField, admin };
};

/** The writes of both APIs by mutation name. */
export const twins = {
  updatePayment: twin(1, (id) => `/payments/${id}`, 'payment_id', PaymentUpdate, Payment),
  updatePayout: twin(5, (id) => `/payouts/${id}`, 'payout_id', PayoutUpdate, Payout),
  updateRefund: twin(7, (id) => `/refunds/${id}`, 'refund_id', RefundUpdate, Refund),
  createCustomer: twin(8, () => '/customers', null, CustomerCreation, Customer, 'single'),
  updateCustomer: twin(9, (id) => `/customers/${id}`, 'customer_id', CustomerUpdate, Customer, 'single'),
  updatePaymentMethod: twin(
    12,
    (id) => `/payment_methods/${id}/update`,
    'payment_method_id',
    PaymentMethodUpdate,
    PaymentMethod,
    'single',
  ),
  createMerchantAccount: twin(
    13,
    () => '/accounts',
    null,
    MerchantAccountCreation,
    MerchantAccount,
    'single',
    true,
  ),
  createErrorMapping: twin(19, () => '/gsm', null, ErrorMappingCreation, ErrorMapping, 'single', true),
} satisfies Record<string, Twin>;

export type TwinName = keyof typeof twins;

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Translates a REST body to a GraphQL input: camel-case names, and lists where REST has JSON text. */
export function graphqlInput(target: DescribedClass, body: unknown): unknown {
  if (!isObject(body)) return body;
  const fields = new Map(fieldsOf(target).map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = fields.get(name);
      return field ? [graphqlName(field), graphqlValue(field, value)] : [camelCase(name), value];
    }),
  );
}

function graphqlValue(field: FieldDescription, value: unknown): unknown {
  if (field.kind === 'enumeration_list' && Array.isArray(value))
    return value.map((one) => enumName(String(one)));
  if (!['object', 'object_list', 'json_encoded_list'].includes(field.kind)) return value;
  const parsed =
    field.kind === 'json_encoded_list' && typeof value === 'string' ? parsedOrText(value) : value;
  return Array.isArray(parsed)
    ? parsed.map((entry) => graphqlInput(field.of!(), entry))
    : graphqlInput(field.of!(), parsed);
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isNested = ({ kind, of }: FieldDescription) =>
  of !== undefined && kind !== 'enumeration' && kind !== 'json';
const viewOf = ({ kind }: FieldDescription, view: RestView) =>
  kind === 'children' ? nestedView(view) : 'plain';

/** A GraphQL selection of every field of a class that the REST API returns. */
export function selectionOf(target: DescribedClass, view: RestView): string {
  return restFields(target, view)
    .map(
      (field) =>
        graphqlName(field) + (isNested(field) ? ` { ${selectionOf(field.of!(), viewOf(field, view))} }` : ''),
    )
    .join(' ');
}

/** Translates the GraphQL result of that selection to its REST form. */
export function restForm(target: DescribedClass, view: RestView, result: Values): Values {
  return Object.fromEntries(
    restFields(target, view).map((field) => {
      const value = result[graphqlName(field)];
      return [field.name, restFormOf(field, value, viewOf(field, view))];
    }),
  );
}

function restFormOf(field: FieldDescription, value: unknown, view: RestView): unknown {
  if (field.kind === 'enumeration_list' && Array.isArray(value)) {
    const { values } = field.enumeration!();
    return value.map((name) => values.find((one) => enumName(one) === name) ?? name);
  }
  if (!isNested(field) || value === null || value === undefined) return value;
  const form = (entry: unknown) => restForm(field.of!(), view, entry as Values);
  const forms = Array.isArray(value) ? value.map(form) : form(value);
  return field.kind === 'json_encoded_list' ? JSON.stringify(forms) : forms;
}
