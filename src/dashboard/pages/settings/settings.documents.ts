// Generated from settings.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AuthenticationConnectorDetailsInput = {
  readonly authenticationConnectors?: ReadonlyArray<string> | null | undefined;
  readonly threeDsRequestorAppUrl?: string | null | undefined;
  readonly threeDsRequestorUrl?: string | null | undefined;
};

export type BackgroundImageInput = {
  readonly position?: string | null | undefined;
  readonly size?: BackgroundImageSizeInput | null | undefined;
  readonly url?: string | null | undefined;
};

export type BackgroundImageSizeInput = {
  readonly variants?: string | null | undefined;
};

export type CardTestingGuardConfigInput = {
  readonly cardIpBlockingStatus?: CardTestingGuardStatus | null | undefined;
  readonly cardIpBlockingThreshold?: number | null | undefined;
  readonly cardTestingGuardExpiry?: number | null | undefined;
  readonly customerIdBlockingStatus?: CardTestingGuardStatus | null | undefined;
  readonly customerIdBlockingThreshold?: number | null | undefined;
  readonly guestUserCardBlockingStatus?: CardTestingGuardStatus | null | undefined;
  readonly guestUserCardBlockingThreshold?: number | null | undefined;
};

export type CardTestingGuardStatus =
  | 'disabled'
  | 'enabled';

export type ExtendedCardInfoConfigInput = {
  readonly publicKey?: string | null | undefined;
  readonly ttlInSecs?: number | null | undefined;
};

export type PaymentLinkConfigInput = {
  readonly allowedDomains?: ReadonlyArray<string> | null | undefined;
  readonly backgroundColour?: string | null | undefined;
  readonly backgroundImage?: BackgroundImageInput | null | undefined;
  readonly brandingVisibility?: boolean | null | undefined;
  readonly businessSpecificConfigs?: unknown;
  readonly colorIconCardCvcError?: string | null | undefined;
  readonly customMessageForCardTerms?: string | null | undefined;
  readonly detailsLayout?: string | null | undefined;
  readonly displaySdkOnly?: boolean | null | undefined;
  readonly domainName?: string | null | undefined;
  readonly enableButtonOnlyOnFormReady?: boolean | null | undefined;
  readonly enabledSavedPaymentMethod?: boolean | null | undefined;
  readonly hideCardNicknameField?: boolean | null | undefined;
  readonly isSetupMandateFlow?: boolean | null | undefined;
  readonly logo?: string | null | undefined;
  readonly paymentButtonColour?: string | null | undefined;
  readonly paymentButtonText?: string | null | undefined;
  readonly paymentButtonTextColour?: string | null | undefined;
  readonly paymentFormHeaderText?: string | null | undefined;
  readonly paymentFormLabelType?: string | null | undefined;
  readonly paymentLinkUiRules?: unknown;
  readonly sdkLayout?: string | null | undefined;
  readonly sdkUiRules?: unknown;
  readonly sellerName?: string | null | undefined;
  readonly showCardFormByDefault?: boolean | null | undefined;
  readonly showCardTerms?: string | null | undefined;
  readonly skipStatusScreen?: boolean | null | undefined;
  readonly theme?: string | null | undefined;
  readonly transactionDetails?: ReadonlyArray<TransactionDetailInput> | null | undefined;
};

export type PayoutLinkConfigInput = {
  readonly allowedDomains?: ReadonlyArray<string> | null | undefined;
  readonly domainName?: string | null | undefined;
  readonly formLayout?: string | null | undefined;
  readonly logo?: string | null | undefined;
  readonly merchantName?: string | null | undefined;
  readonly payoutTestMode?: boolean | null | undefined;
  readonly theme?: string | null | undefined;
};

export type RoutingDataInput = {
  readonly connector?: string | null | undefined;
  readonly merchantConnectorId?: string | null | undefined;
};

export type RoutingInput = {
  readonly data?: RoutingDataInput | null | undefined;
  readonly type?: RoutingType | null | undefined;
};

export type RoutingType =
  | 'advanced'
  | 'priority'
  | 'single'
  | 'volume_split';

export type TransactionDetailInput = {
  readonly key?: string | null | undefined;
  readonly uiConfiguration?: unknown;
  readonly value?: string | null | undefined;
};

export type UpdateBusinessProfileInput = {
  readonly alwaysCollectBillingDetailsFromWalletConnector?: boolean | null | undefined;
  readonly alwaysCollectShippingDetailsFromWalletConnector?: boolean | null | undefined;
  readonly alwaysRequestExtendedAuthorization?: boolean | null | undefined;
  readonly authenticationConnectorDetails?: AuthenticationConnectorDetailsInput | null | undefined;
  readonly authenticationProductIds?: unknown;
  readonly cardTestingGuardConfig?: CardTestingGuardConfigInput | null | undefined;
  readonly collectBillingDetailsFromWalletConnector?: boolean | null | undefined;
  readonly collectShippingDetailsFromWalletConnector?: boolean | null | undefined;
  readonly enablePaymentResponseHash?: boolean | null | undefined;
  readonly extendedCardInfoConfig?: ExtendedCardInfoConfigInput | null | undefined;
  readonly force3dsChallenge?: boolean | null | undefined;
  readonly frmRoutingAlgorithm?: unknown;
  readonly idempotencyKey?: string | null | undefined;
  readonly intentFulfillmentTime?: number | null | undefined;
  readonly isAutoRetriesEnabled?: boolean | null | undefined;
  readonly isClearPanRetriesEnabled?: boolean | null | undefined;
  readonly isClickToPayEnabled?: boolean | null | undefined;
  readonly isConnectorAgnosticMitEnabled?: boolean | null | undefined;
  readonly isDebitRoutingEnabled?: boolean | null | undefined;
  readonly isIframeRedirectionEnabled?: boolean | null | undefined;
  readonly isNetworkTokenizationEnabled?: boolean | null | undefined;
  readonly isPreNetworkTokenizationEnabled?: boolean | null | undefined;
  readonly isTaxConnectorEnabled?: boolean | null | undefined;
  readonly maxAutoRetriesEnabled?: number | null | undefined;
  readonly merchantBusinessCountry?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly outgoingWebhookCustomHttpHeaders?: unknown;
  readonly paymentLinkConfig?: PaymentLinkConfigInput | null | undefined;
  readonly paymentResponseHashKey?: string | null | undefined;
  readonly payoutLinkConfig?: PayoutLinkConfigInput | null | undefined;
  readonly payoutRoutingAlgorithm?: RoutingInput | null | undefined;
  readonly profileId: string;
  readonly profileName?: string | null | undefined;
  readonly redirectToMerchantWithHttpPost?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly routingAlgorithm?: unknown;
  readonly sessionExpiry?: number | null | undefined;
  readonly taxConnectorId?: string | null | undefined;
  readonly useBillingAsPaymentMethodBilling?: boolean | null | undefined;
  readonly walletxVerifiedDomains?: ReadonlyArray<string> | null | undefined;
  readonly webhookDetails?: WebhookDetailsInput | null | undefined;
};

export type WebhookDetailsInput = {
  readonly paymentCreatedEnabled?: boolean | null | undefined;
  readonly paymentFailedEnabled?: boolean | null | undefined;
  readonly paymentSucceededEnabled?: boolean | null | undefined;
  readonly webhookPassword?: string | null | undefined;
  readonly webhookUrl?: string | null | undefined;
  readonly webhookUsername?: string | null | undefined;
  readonly webhookVersion?: string | null | undefined;
};

export type SettingsQueryVariables = Exact<{
  merchantId: string;
}>;


export type SettingsQuery = { readonly merchantAccount: { readonly id: string, readonly merchantId: string, readonly merchantName: string | null, readonly organizationId: string, readonly publishableKey: string, readonly returnUrl: string | null, readonly defaultProfile: string | null, readonly createdAt: string, readonly webhookDetails: { readonly webhookUrl: string | null } | null } | null, readonly businessProfiles: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly profileId: string, readonly profileName: string, readonly returnUrl: string | null, readonly sessionExpiry: number, readonly isAutoRetriesEnabled: boolean, readonly maxAutoRetriesEnabled: number | null, readonly routingAlgorithm: unknown, readonly webhookDetails: { readonly webhookUrl: string | null } | null }> } };

export type UpdateProfileMutationVariables = Exact<{
  input: UpdateBusinessProfileInput;
}>;


export type UpdateProfileMutation = { readonly updateBusinessProfile: { readonly businessProfile: { readonly id: string, readonly profileName: string, readonly returnUrl: string | null, readonly isAutoRetriesEnabled: boolean, readonly maxAutoRetriesEnabled: number | null, readonly webhookDetails: { readonly webhookUrl: string | null } | null } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };


export const SettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Settings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"merchantId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"merchantAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"merchantId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"merchantId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"merchantId"}},{"kind":"Field","name":{"kind":"Name","value":"merchantName"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"publishableKey"}},{"kind":"Field","name":{"kind":"Name","value":"returnUrl"}},{"kind":"Field","name":{"kind":"Name","value":"defaultProfile"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"webhookDetails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"businessProfiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"profileName"}},{"kind":"Field","name":{"kind":"Name","value":"returnUrl"}},{"kind":"Field","name":{"kind":"Name","value":"sessionExpiry"}},{"kind":"Field","name":{"kind":"Name","value":"isAutoRetriesEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"maxAutoRetriesEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"routingAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"webhookDetails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SettingsQuery, SettingsQueryVariables>;
export const UpdateProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateBusinessProfileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateBusinessProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"businessProfile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"profileName"}},{"kind":"Field","name":{"kind":"Name","value":"returnUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isAutoRetriesEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"maxAutoRetriesEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"webhookDetails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateProfileMutation, UpdateProfileMutationVariables>;