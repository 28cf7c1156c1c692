// Generated from payout.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type CancelPayoutInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly payoutId: string;
};

export type EventType =
  | 'action_required'
  | 'dispute_accepted'
  | 'dispute_cancelled'
  | 'dispute_challenged'
  | 'dispute_expired'
  | 'dispute_lost'
  | 'dispute_opened'
  | 'dispute_won'
  | 'payment_authorization_increase_failed'
  | 'payment_authorization_increased'
  | 'payment_authorized'
  | 'payment_cancelled'
  | 'payment_capture_failed'
  | 'payment_captured'
  | 'payment_created'
  | 'payment_failed'
  | 'payment_partially_captured'
  | 'payment_processing'
  | 'payment_succeeded'
  | 'payment_void_failed'
  | 'payout_cancelled'
  | 'payout_expired'
  | 'payout_failed'
  | 'payout_initiated'
  | 'payout_processing'
  | 'payout_reversed'
  | 'payout_success'
  | 'refund_failed'
  | 'refund_succeeded';

export type FulfillPayoutInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly payoutId: string;
};

export type PayoutEntityType =
  | 'Company'
  | 'Individual'
  | 'NaturalPerson'
  | 'NonProfit'
  | 'Personal'
  | 'PublicSector';

export type PayoutPriority =
  | 'cross_border'
  | 'fast'
  | 'instant'
  | 'internal'
  | 'regular'
  | 'wire';

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

export type PayoutType =
  | 'bank'
  | 'card'
  | 'wallet';

export type WebhookDeliveryStatus =
  | 'delivered'
  | 'failed'
  | 'pending';

export type PayoutQueryVariables = Exact<{
  payoutId: string;
  withEvents: boolean;
}>;


export type PayoutQuery = { readonly payout: { readonly id: string, readonly payoutId: string, readonly status: PayoutStatus, readonly nextStates: ReadonlyArray<PayoutStatus>, readonly amount: number, readonly currency: string, readonly created: string, readonly updated: string, readonly expiresOn: string, readonly autoFulfill: boolean, readonly connector: string | null, readonly connectorTransactionId: string | null, readonly merchantConnectorId: string | null, readonly payoutType: PayoutType | null, readonly entityType: PayoutEntityType | null, readonly priority: PayoutPriority | null, readonly customerId: string | null, readonly name: string | null, readonly email: string | null, readonly phone: string | null, readonly description: string | null, readonly profileId: string, readonly metadata: unknown, readonly errorCode: string | null, readonly errorMessage: string | null, readonly unifiedCode: string | null, readonly unifiedMessage: string | null, readonly attempts: ReadonlyArray<{ readonly id: string, readonly attemptId: string, readonly status: PayoutStatus, readonly amount: number, readonly currency: string, readonly connector: string | null, readonly connectorTransactionId: string | null, readonly createdAt: string, readonly errorCode: string | null, readonly errorMessage: string | null, readonly unifiedCode: string | null, readonly unifiedMessage: string | null }>, readonly timeline: ReadonlyArray<{ readonly fromStatus: string | null, readonly toStatus: string, readonly cause: string, readonly changedAt: string }> } | null, readonly events?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly createdAt: string, readonly deliveries: ReadonlyArray<{ readonly id: string, readonly deliveryId: string, readonly status: WebhookDeliveryStatus, readonly attemptCount: number, readonly statusCode: number | null, readonly errorMessage: string | null }> }> } };

export type PayoutChangeSubscriptionVariables = Exact<{
  payoutId: string;
}>;


export type PayoutChangeSubscription = { readonly payoutUpdated: { readonly cursor: string } };

export type FulfillPayoutMutationVariables = Exact<{
  input: FulfillPayoutInput;
}>;


export type FulfillPayoutMutation = { readonly fulfillPayout: { readonly payout: { readonly id: string, readonly status: PayoutStatus } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };

export type CancelPayoutMutationVariables = Exact<{
  input: CancelPayoutInput;
}>;


export type CancelPayoutMutation = { readonly cancelPayout: { readonly payout: { readonly id: string, readonly status: PayoutStatus } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };


export const PayoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Payout"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"payoutId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withEvents"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"payoutId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"payoutId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"payoutId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"nextStates"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"updated"}},{"kind":"Field","name":{"kind":"Name","value":"expiresOn"}},{"kind":"Field","name":{"kind":"Name","value":"autoFulfill"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorTransactionId"}},{"kind":"Field","name":{"kind":"Name","value":"merchantConnectorId"}},{"kind":"Field","name":{"kind":"Name","value":"payoutType"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedMessage"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorTransactionId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromStatus"}},{"kind":"Field","name":{"kind":"Name","value":"toStatus"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"payoutId"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"Variable","name":{"kind":"Name","value":"payoutId"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withEvents"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"statusCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PayoutQuery, PayoutQueryVariables>;
export const PayoutChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PayoutChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"payoutId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payoutUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"payoutId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"payoutId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<PayoutChangeSubscription, PayoutChangeSubscriptionVariables>;
export const FulfillPayoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FulfillPayout"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FulfillPayoutInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fulfillPayout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payout"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<FulfillPayoutMutation, FulfillPayoutMutationVariables>;
export const CancelPayoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelPayout"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelPayoutInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelPayout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payout"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<CancelPayoutMutation, CancelPayoutMutationVariables>;