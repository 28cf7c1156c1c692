// Generated from payments.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AmountFilter = {
  readonly eq?: number | null | undefined;
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
  readonly in?: ReadonlyArray<number> | null | undefined;
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
};

export type BooleanFilter = {
  readonly eq?: boolean | null | undefined;
};

export type CountPrecision =
  | 'AT_LEAST'
  | 'EXACT';

export type DateTimeFilter = {
  readonly eq?: string | null | undefined;
  readonly gt?: string | null | undefined;
  readonly gte?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
  readonly lt?: string | null | undefined;
  readonly lte?: string | null | undefined;
};

export type IdFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type MetadataEntryFilter = {
  readonly key: string;
  readonly value: string;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type PaymentFilter = {
  readonly amount?: AmountFilter | null | undefined;
  readonly billingCountry?: StringFilter | null | undefined;
  readonly cardBin?: StringFilter | null | undefined;
  readonly cardLast4?: StringFilter | null | undefined;
  readonly cardNetwork?: StringFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly created?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly customerId?: IdFilter | null | undefined;
  readonly disputed?: BooleanFilter | null | undefined;
  readonly email?: StringFilter | null | undefined;
  readonly errorCode?: StringFilter | null | undefined;
  readonly mandateId?: IdFilter | null | undefined;
  readonly merchantConnectorId?: IdFilter | null | undefined;
  readonly merchantOrderReferenceId?: StringFilter | null | undefined;
  readonly metadata?: ReadonlyArray<MetadataEntryFilter> | null | undefined;
  readonly not?: PaymentFilter | null | undefined;
  readonly or?: ReadonlyArray<PaymentFilter> | null | undefined;
  readonly paymentMethod?: PaymentMethodKindFilter | null | undefined;
  readonly paymentMethodId?: IdFilter | null | undefined;
  readonly paymentMethodType?: StringFilter | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly refunded?: BooleanFilter | null | undefined;
  readonly search?: string | null | undefined;
  readonly status?: PaymentStatusFilter | null | undefined;
  readonly unifiedCode?: StringFilter | null | undefined;
  readonly updated?: DateTimeFilter | null | undefined;
};

export type PaymentMethodKind =
  | 'bank_debit'
  | 'bank_redirect'
  | 'bank_transfer'
  | 'card'
  | 'card_redirect'
  | 'crypto'
  | 'gift_card'
  | 'mobile_payment'
  | 'open_banking'
  | 'pay_later'
  | 'real_time_payment'
  | 'reward'
  | 'upi'
  | 'voucher'
  | 'wallet';

export type PaymentMethodKindFilter = {
  readonly eq?: PaymentMethodKind | null | undefined;
  readonly in?: ReadonlyArray<PaymentMethodKind> | null | undefined;
};

export type PaymentOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: PaymentOrderField;
};

export type PaymentOrderField =
  | 'AMOUNT'
  | 'CREATED'
  | 'UPDATED';

export type PaymentStatus =
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'partially_captured'
  | 'partially_captured_and_capturable'
  | 'processing'
  | 'requires_capture'
  | 'requires_confirmation'
  | 'requires_customer_action'
  | 'requires_merchant_action'
  | 'requires_payment_method'
  | 'succeeded';

export type PaymentStatusFilter = {
  readonly eq?: PaymentStatus | null | undefined;
  readonly in?: ReadonlyArray<PaymentStatus> | null | undefined;
};

export type StringFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type PaymentRowFragment = { readonly id: string, readonly paymentId: string, readonly status: PaymentStatus, readonly amount: number, readonly amountRefunded: number, readonly currency: string, readonly created: string, readonly connector: string | null, readonly paymentMethod: PaymentMethodKind | null, readonly paymentMethodType: string | null, readonly customerId: string | null, readonly email: string | null, readonly description: string | null, readonly errorCode: string | null, readonly unifiedCode: string | null, readonly merchantOrderReferenceId: string | null, readonly profileId: string | null, readonly disputes: ReadonlyArray<{ readonly id: string }> };

export type PaymentsQueryVariables = Exact<{
  filter?: PaymentFilter | null | undefined;
  orderBy?: PaymentOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PaymentsQuery = { readonly rows: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly paymentId: string, readonly status: PaymentStatus, readonly amount: number, readonly amountRefunded: number, readonly currency: string, readonly created: string, readonly connector: string | null, readonly paymentMethod: PaymentMethodKind | null, readonly paymentMethodType: string | null, readonly customerId: string | null, readonly email: string | null, readonly description: string | null, readonly errorCode: string | null, readonly unifiedCode: string | null, readonly merchantOrderReferenceId: string | null, readonly profileId: string | null, readonly disputes: ReadonlyArray<{ readonly id: string }> }>, readonly count: { readonly count: number, readonly precision: CountPrecision }, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly connectors: ReadonlyArray<{ readonly name: string }> };

export type PaymentChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type PaymentChangesSubscription = { readonly paymentUpdated: { readonly cursor: string, readonly payment: { readonly id: string, readonly paymentId: string, readonly status: PaymentStatus, readonly amount: number, readonly amountRefunded: number, readonly currency: string, readonly created: string, readonly connector: string | null, readonly paymentMethod: PaymentMethodKind | null, readonly paymentMethodType: string | null, readonly customerId: string | null, readonly email: string | null, readonly description: string | null, readonly errorCode: string | null, readonly unifiedCode: string | null, readonly merchantOrderReferenceId: string | null, readonly profileId: string | null, readonly disputes: ReadonlyArray<{ readonly id: string }> } } };

export const PaymentRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PaymentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"amountRefunded"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethod"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethodType"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"merchantOrderReferenceId"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"disputes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<PaymentRowFragment, unknown>;
export const PaymentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Payments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PaymentFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PaymentOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"rows"},"name":{"kind":"Name","value":"payments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PaymentRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"precision"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PaymentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"amountRefunded"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethod"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethodType"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"merchantOrderReferenceId"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"disputes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<PaymentsQuery, PaymentsQueryVariables>;
export const PaymentChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PaymentChanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paymentUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"payment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PaymentRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PaymentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"amountRefunded"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethod"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethodType"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"merchantOrderReferenceId"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"disputes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<PaymentChangesSubscription, PaymentChangesSubscriptionVariables>;