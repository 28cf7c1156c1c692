// Generated from disputes.graphql and schema/schema.graphql by `npm run emit`.
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

export type DisputeFilter = {
  readonly amount?: AmountFilter | null | undefined;
  readonly challengeRequiredBy?: DateTimeFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly disputeStage?: DisputeStageFilter | null | undefined;
  readonly disputeStatus?: DisputeStatusFilter | null | undefined;
  readonly not?: DisputeFilter | null | undefined;
  readonly or?: ReadonlyArray<DisputeFilter> | null | undefined;
  readonly paymentId?: IdFilter | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly search?: string | null | undefined;
  readonly updatedAt?: DateTimeFilter | null | undefined;
};

export type DisputeOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: DisputeOrderField;
};

export type DisputeOrderField =
  | 'AMOUNT'
  | 'CREATED_AT'
  | 'DEADLINE'
  | 'UPDATED_AT';

export type DisputeStage =
  | 'dispute'
  | 'pre_arbitration'
  | 'pre_dispute';

export type DisputeStageFilter = {
  readonly eq?: DisputeStage | null | undefined;
  readonly in?: ReadonlyArray<DisputeStage> | null | undefined;
};

export type DisputeStatus =
  | 'dispute_accepted'
  | 'dispute_cancelled'
  | 'dispute_challenged'
  | 'dispute_expired'
  | 'dispute_lost'
  | 'dispute_opened'
  | 'dispute_won';

export type DisputeStatusFilter = {
  readonly eq?: DisputeStatus | null | undefined;
  readonly in?: ReadonlyArray<DisputeStatus> | null | undefined;
};

export type IdFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type StringFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type DisputeRowFragment = { readonly id: string, readonly disputeId: string, readonly paymentId: string, readonly disputeStage: DisputeStage, readonly disputeStatus: DisputeStatus, readonly amount: number, readonly currency: string, readonly createdAt: string, readonly challengeRequiredBy: string | null, readonly connector: string | null, readonly connectorReason: string | null, readonly connectorReasonCode: string | null };

export type DisputesQueryVariables = Exact<{
  filter?: DisputeFilter | null | undefined;
  orderBy?: DisputeOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DisputesQuery = { readonly rows: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly disputeId: string, readonly paymentId: string, readonly disputeStage: DisputeStage, readonly disputeStatus: DisputeStatus, readonly amount: number, readonly currency: string, readonly createdAt: string, readonly challengeRequiredBy: string | null, readonly connector: string | null, readonly connectorReason: string | null, readonly connectorReasonCode: string | null }>, readonly count: { readonly count: number, readonly precision: CountPrecision }, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly connectors: ReadonlyArray<{ readonly name: string }> };

export type DisputeChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type DisputeChangesSubscription = { readonly disputeUpdated: { readonly cursor: string, readonly dispute: { readonly id: string, readonly disputeId: string, readonly paymentId: string, readonly disputeStage: DisputeStage, readonly disputeStatus: DisputeStatus, readonly amount: number, readonly currency: string, readonly createdAt: string, readonly challengeRequiredBy: string | null, readonly connector: string | null, readonly connectorReason: string | null, readonly connectorReasonCode: string | null } } };

export const DisputeRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DisputeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dispute"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disputeId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStage"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStatus"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"challengeRequiredBy"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReason"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReasonCode"}}]}}]} as unknown as DocumentNode<DisputeRowFragment, unknown>;
export const DisputesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Disputes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DisputeFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DisputeOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"rows"},"name":{"kind":"Name","value":"disputes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DisputeRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"precision"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DisputeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dispute"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disputeId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStage"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStatus"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"challengeRequiredBy"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReason"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReasonCode"}}]}}]} as unknown as DocumentNode<DisputesQuery, DisputesQueryVariables>;
export const DisputeChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DisputeChanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disputeUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"dispute"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DisputeRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DisputeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dispute"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disputeId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStage"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStatus"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"challengeRequiredBy"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReason"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReasonCode"}}]}}]} as unknown as DocumentNode<DisputeChangesSubscription, DisputeChangesSubscriptionVariables>;