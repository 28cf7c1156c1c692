// Generated from payouts.graphql and schema/schema.graphql by `npm run emit`.
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

export type PayoutFilter = {
  readonly amount?: AmountFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly created?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly customerId?: IdFilter | null | undefined;
  readonly not?: PayoutFilter | null | undefined;
  readonly or?: ReadonlyArray<PayoutFilter> | null | undefined;
  readonly payoutType?: PayoutTypeFilter | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly search?: string | null | undefined;
  readonly status?: PayoutStatusFilter | null | undefined;
};

export type PayoutOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: PayoutOrderField;
};

export type PayoutOrderField =
  | 'AMOUNT'
  | 'CREATED';

export type PayoutStatus =
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'ineligible'
  | 'initiated'
  | 'pending'
  | 'requires_confirmation'
  | 'requires_creation'
  | 'requires_fulfillment'
  | 'requires_payout_method_data'
  | 'requires_vendor_account_creation'
  | 'reversed'
  | 'success';

export type PayoutStatusFilter = {
  readonly eq?: PayoutStatus | null | undefined;
  readonly in?: ReadonlyArray<PayoutStatus> | null | undefined;
};

export type PayoutType =
  | 'bank'
  | 'card'
  | 'wallet';

export type PayoutTypeFilter = {
  readonly eq?: PayoutType | null | undefined;
  readonly in?: ReadonlyArray<PayoutType> | null | undefined;
};

export type StringFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type PayoutRowFragment = { readonly id: string, readonly payoutId: string, readonly status: PayoutStatus, readonly amount: number, readonly currency: string, readonly created: string, readonly connector: string | null, readonly payoutType: PayoutType | null, readonly customerId: string | null, readonly email: string | null, readonly description: string | null, readonly errorCode: string | null, readonly profileId: string };

export type PayoutsQueryVariables = Exact<{
  filter?: PayoutFilter | null | undefined;
  orderBy?: PayoutOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PayoutsQuery = { readonly rows: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly payoutId: string, readonly status: PayoutStatus, readonly amount: number, readonly currency: string, readonly created: string, readonly connector: string | null, readonly payoutType: PayoutType | null, readonly customerId: string | null, readonly email: string | null, readonly description: string | null, readonly errorCode: string | null, readonly profileId: string }>, readonly count: { readonly count: number, readonly precision: CountPrecision }, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly connectors: ReadonlyArray<{ readonly name: string }> };

export type PayoutChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type PayoutChangesSubscription = { readonly payoutUpdated: { readonly cursor: string, readonly payout: { readonly id: string, readonly payoutId: string, readonly status: PayoutStatus, readonly amount: number, readonly currency: string, readonly created: string, readonly connector: string | null, readonly payoutType: PayoutType | null, readonly customerId: string | null, readonly email: string | null, readonly description: string | null, readonly errorCode: string | null, readonly profileId: string } } };

export const PayoutRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PayoutRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payout"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"payoutId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"payoutType"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}}]}}]} as unknown as DocumentNode<PayoutRowFragment, unknown>;
export const PayoutsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Payouts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PayoutFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PayoutOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"rows"},"name":{"kind":"Name","value":"payouts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PayoutRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"precision"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PayoutRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payout"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"payoutId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"payoutType"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}}]}}]} as unknown as DocumentNode<PayoutsQuery, PayoutsQueryVariables>;
export const PayoutChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PayoutChanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payoutUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"payout"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PayoutRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PayoutRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payout"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"payoutId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"payoutType"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}}]}}]} as unknown as DocumentNode<PayoutChangesSubscription, PayoutChangesSubscriptionVariables>;