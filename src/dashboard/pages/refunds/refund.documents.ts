// Generated from refund.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
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

export type RefundStatus =
  | 'failed'
  | 'pending'
  | 'review'
  | 'succeeded';

export type RefundQueryVariables = Exact<{
  refundId: string;
}>;


export type RefundQuery = { readonly refund: { readonly id: string, readonly refundId: string, readonly paymentId: string, readonly status: RefundStatus, readonly nextStates: ReadonlyArray<RefundStatus>, readonly amount: number, readonly currency: string, readonly reason: string | null, readonly createdAt: string, readonly updatedAt: string, readonly connector: string | null, readonly connectorRefundId: string | null, readonly merchantConnectorId: string | null, readonly customerId: string | null, readonly profileId: string | null, readonly metadata: unknown, readonly errorCode: string | null, readonly errorMessage: string | null, readonly unifiedCode: string | null, readonly unifiedMessage: string | null, readonly issuerErrorCode: string | null, readonly issuerErrorMessage: string | null, readonly payment: { readonly id: string, readonly paymentId: string, readonly status: PaymentStatus, readonly amount: number, readonly currency: string } | null, readonly timeline: ReadonlyArray<{ readonly fromStatus: string | null, readonly toStatus: string, readonly cause: string, readonly changedAt: string }> } | null };

export type RefundChangeSubscriptionVariables = Exact<{
  paymentId: string;
}>;


export type RefundChangeSubscription = { readonly refundUpdated: { readonly cursor: string } };


export const RefundDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Refund"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refundId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refund"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refundId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refundId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"refundId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"nextStates"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorRefundId"}},{"kind":"Field","name":{"kind":"Name","value":"merchantConnectorId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedMessage"}},{"kind":"Field","name":{"kind":"Name","value":"issuerErrorCode"}},{"kind":"Field","name":{"kind":"Name","value":"issuerErrorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"payment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromStatus"}},{"kind":"Field","name":{"kind":"Name","value":"toStatus"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]}}]}}]} as unknown as DocumentNode<RefundQuery, RefundQueryVariables>;
export const RefundChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RefundChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refundUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<RefundChangeSubscription, RefundChangeSubscriptionVariables>;