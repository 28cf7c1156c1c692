// Generated from refunds.graphql and schema/schema.graphql by `npm run emit`.
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

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type RefundFilter = {
  readonly amount?: AmountFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly customerId?: IdFilter | null | undefined;
  readonly not?: RefundFilter | null | undefined;
  readonly or?: ReadonlyArray<RefundFilter> | null | undefined;
  readonly paymentId?: IdFilter | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly search?: string | null | undefined;
  readonly status?: RefundStatusFilter | null | undefined;
  readonly updatedAt?: DateTimeFilter | null | undefined;
};

export type RefundOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: RefundOrderField;
};

export type RefundOrderField =
  | 'AMOUNT'
  | 'CREATED_AT'
  | 'UPDATED_AT';

export type RefundStatus =
  | 'failed'
  | 'pending'
  | 'review'
  | 'succeeded';

export type RefundStatusFilter = {
  readonly eq?: RefundStatus | null | undefined;
  readonly in?: ReadonlyArray<RefundStatus> | null | undefined;
};

export type StringFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type RefundRowFragment = { readonly id: string, readonly refundId: string, readonly paymentId: string, readonly status: RefundStatus, readonly amount: number, readonly currency: string, readonly createdAt: string, readonly connector: string | null, readonly reason: string | null, readonly customerId: string | null, readonly errorCode: string | null };

export type RefundsQueryVariables = Exact<{
  filter?: RefundFilter | null | undefined;
  orderBy?: RefundOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RefundsQuery = { readonly rows: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly refundId: string, readonly paymentId: string, readonly status: RefundStatus, readonly amount: number, readonly currency: string, readonly createdAt: string, readonly connector: string | null, readonly reason: string | null, readonly customerId: string | null, readonly errorCode: string | null }>, readonly count: { readonly count: number, readonly precision: CountPrecision }, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly connectors: ReadonlyArray<{ readonly name: string }> };

export type RefundChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type RefundChangesSubscription = { readonly refundUpdated: { readonly cursor: string, readonly refund: { readonly id: string, readonly refundId: string, readonly paymentId: string, readonly status: RefundStatus, readonly amount: number, readonly currency: string, readonly createdAt: string, readonly connector: string | null, readonly reason: string | null, readonly customerId: string | null, readonly errorCode: string | null } } };

export const RefundRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefundRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Refund"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"refundId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}}]}}]} as unknown as DocumentNode<RefundRowFragment, unknown>;
export const RefundsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Refunds"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RefundFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RefundOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"rows"},"name":{"kind":"Name","value":"refunds"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefundRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"precision"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefundRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Refund"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"refundId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}}]}}]} as unknown as DocumentNode<RefundsQuery, RefundsQueryVariables>;
export const RefundChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RefundChanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refundUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"refund"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefundRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefundRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Refund"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"refundId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}}]}}]} as unknown as DocumentNode<RefundChangesSubscription, RefundChangesSubscriptionVariables>;