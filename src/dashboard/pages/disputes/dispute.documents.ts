// Generated from dispute.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AcceptDisputeInput = {
  readonly disputeId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type ChallengeDisputeInput = {
  readonly defenceReason?: string | null | undefined;
  readonly disputeId: string;
  readonly evidence: string;
  readonly evidenceFields?: unknown;
  readonly evidenceFiles?: ReadonlyArray<EvidenceFileInputInput> | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly metadata?: unknown;
};

export type DisputeStage =
  | 'dispute'
  | 'pre_arbitration'
  | 'pre_dispute';

export type DisputeStatus =
  | 'dispute_accepted'
  | 'dispute_cancelled'
  | 'dispute_challenged'
  | 'dispute_expired'
  | 'dispute_lost'
  | 'dispute_opened'
  | 'dispute_won';

export type EvidenceFileInputInput = {
  readonly content?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  readonly field: string;
  readonly fileId?: string | null | undefined;
  readonly name?: string | null | undefined;
};

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

export type DisputeQueryVariables = Exact<{
  disputeId: string;
}>;


export type DisputeQuery = { readonly dispute: { readonly id: string, readonly disputeId: string, readonly paymentId: string, readonly disputeStage: DisputeStage, readonly disputeStatus: DisputeStatus, readonly nextStates: ReadonlyArray<DisputeStatus>, readonly amount: number, readonly currency: string, readonly createdAt: string, readonly updatedAt: string, readonly challengeRequiredBy: string | null, readonly connector: string | null, readonly connectorDisputeId: string | null, readonly connectorReason: string | null, readonly connectorReasonCode: string | null, readonly connectorStatus: string | null, readonly merchantConnectorId: string | null, readonly profileId: string | null, readonly payment: { readonly id: string, readonly paymentId: string, readonly status: PaymentStatus, readonly amount: number, readonly currency: string, readonly email: string | null } | null, readonly timeline: ReadonlyArray<{ readonly fromStatus: string | null, readonly toStatus: string, readonly cause: string, readonly changedAt: string }> } | null, readonly connectors: ReadonlyArray<{ readonly name: string, readonly defenceReasons: ReadonlyArray<string>, readonly disputeEvidence: ReadonlyArray<{ readonly name: string, readonly about: string, readonly takes: string }> }> };

export type DisputeChangeSubscriptionVariables = Exact<{
  paymentId: string;
}>;


export type DisputeChangeSubscription = { readonly disputeUpdated: { readonly cursor: string } };

export type AcceptDisputeMutationVariables = Exact<{
  input: AcceptDisputeInput;
}>;


export type AcceptDisputeMutation = { readonly acceptDispute: { readonly dispute: { readonly id: string, readonly disputeStatus: DisputeStatus } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };

export type ChallengeDisputeMutationVariables = Exact<{
  input: ChallengeDisputeInput;
}>;


export type ChallengeDisputeMutation = { readonly challengeDispute: { readonly dispute: { readonly id: string, readonly disputeStatus: DisputeStatus } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };


export const DisputeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dispute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"disputeId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dispute"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"disputeId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"disputeId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disputeId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStage"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStatus"}},{"kind":"Field","name":{"kind":"Name","value":"nextStates"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"challengeRequiredBy"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorDisputeId"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReason"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReasonCode"}},{"kind":"Field","name":{"kind":"Name","value":"connectorStatus"}},{"kind":"Field","name":{"kind":"Name","value":"merchantConnectorId"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"payment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromStatus"}},{"kind":"Field","name":{"kind":"Name","value":"toStatus"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"defenceReasons"}},{"kind":"Field","name":{"kind":"Name","value":"disputeEvidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"takes"}}]}}]}}]}}]} as unknown as DocumentNode<DisputeQuery, DisputeQueryVariables>;
export const DisputeChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DisputeChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disputeUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<DisputeChangeSubscription, DisputeChangeSubscriptionVariables>;
export const AcceptDisputeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AcceptDispute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AcceptDisputeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptDispute"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dispute"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<AcceptDisputeMutation, AcceptDisputeMutationVariables>;
export const ChallengeDisputeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChallengeDispute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChallengeDisputeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"challengeDispute"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dispute"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<ChallengeDisputeMutation, ChallengeDisputeMutationVariables>;