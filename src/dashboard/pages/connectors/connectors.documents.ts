// Generated from connectors.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AcceptedCountriesInput = {
  readonly list?: ReadonlyArray<string> | null | undefined;
  readonly type: AcceptedListType;
};

export type AcceptedCurrenciesInput = {
  readonly list?: ReadonlyArray<string> | null | undefined;
  readonly type: AcceptedListType;
};

export type AcceptedListType =
  | 'all_accepted'
  | 'disable_only'
  | 'enable_only';

export type AdditionalMerchantDataInput = {
  readonly openBankingRecipientData?: OpenBankingRecipientDataInput | null | undefined;
};

export type ConnectorAccountDetailsInput = {
  readonly connectorAccountDetails?: unknown;
  readonly metadata?: unknown;
};

export type ConnectorStatus =
  | 'active'
  | 'inactive';

export type ConnectorType =
  | 'authentication_processor'
  | 'banking_entities'
  | 'billing_processor'
  | 'fin_operations'
  | 'fiz_operations'
  | 'networks'
  | 'non_banking_finance'
  | 'payment_method_auth'
  | 'payment_processor'
  | 'payment_vas'
  | 'payout_processor'
  | 'tax_processor'
  | 'vault_processor';

export type ConnectorWebhookDetailsInput = {
  readonly additionalSecret?: string | null | undefined;
  readonly merchantSecret?: string | null | undefined;
};

export type CreateConnectorAccountInput = {
  readonly additionalMerchantData?: AdditionalMerchantDataInput | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly businessSubLabel?: string | null | undefined;
  readonly connectorAccountDetails: ConnectorAccountDetailsInput;
  readonly connectorLabel?: string | null | undefined;
  readonly connectorName: string;
  readonly connectorType: ConnectorType;
  readonly connectorWalletsDetails?: unknown;
  readonly connectorWebhookDetails?: ConnectorWebhookDetailsInput | null | undefined;
  readonly disabled?: boolean | null | undefined;
  readonly frmConfigs?: ReadonlyArray<FrmConfigInput> | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantConnectorId?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly paymentMethodsEnabled?: ReadonlyArray<PaymentMethodsEnabledInput> | null | undefined;
  readonly pmAuthConfig?: unknown;
  readonly profileId?: string | null | undefined;
  readonly status?: ConnectorStatus | null | undefined;
  readonly testMode?: boolean | null | undefined;
  readonly verify?: boolean | null | undefined;
  readonly walletxVerifiedDomains?: ReadonlyArray<string> | null | undefined;
};

export type FraudAction =
  | 'auto_refund'
  | 'cancel_txn'
  | 'manual_review';

export type FraudFlow =
  | 'post'
  | 'pre';

export type FrmConfigInput = {
  readonly gateway?: string | null | undefined;
  readonly paymentMethods?: ReadonlyArray<FrmPaymentMethodInput> | null | undefined;
};

export type FrmPaymentMethodInput = {
  readonly paymentMethod?: PaymentMethodKind | null | undefined;
  readonly paymentMethodTypes?: ReadonlyArray<FrmPaymentMethodTypeInput> | null | undefined;
};

export type FrmPaymentMethodTypeInput = {
  readonly action?: FraudAction | null | undefined;
  readonly cardNetworks?: ReadonlyArray<string> | null | undefined;
  readonly flow?: FraudFlow | null | undefined;
  readonly paymentMethodType?: string | null | undefined;
};

export type OpenBankingRecipientDataInput = {
  readonly connectorRecipientId?: string | null | undefined;
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

export type PaymentMethodsEnabledInput = {
  readonly acceptedCountries?: AcceptedCountriesInput | null | undefined;
  readonly acceptedCurrencies?: AcceptedCurrenciesInput | null | undefined;
  readonly installmentPaymentEnabled?: boolean | null | undefined;
  readonly maximumAmount?: number | null | undefined;
  readonly minimumAmount?: number | null | undefined;
  readonly paymentMethod: PaymentMethodKind;
  readonly paymentMethodIssuers?: ReadonlyArray<string> | null | undefined;
  readonly paymentMethodTypes?: ReadonlyArray<string> | null | undefined;
  readonly paymentSchemes?: ReadonlyArray<string> | null | undefined;
  readonly recurringEnabled?: boolean | null | undefined;
};

export type UpdateConnectorAccountInput = {
  readonly additionalMerchantData?: AdditionalMerchantDataInput | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly businessSubLabel?: string | null | undefined;
  readonly connectorAccountDetails?: ConnectorAccountDetailsInput | null | undefined;
  readonly connectorLabel?: string | null | undefined;
  readonly connectorWalletsDetails?: unknown;
  readonly connectorWebhookDetails?: ConnectorWebhookDetailsInput | null | undefined;
  readonly disabled?: boolean | null | undefined;
  readonly frmConfigs?: ReadonlyArray<FrmConfigInput> | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantConnectorId: string;
  readonly merchantId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly paymentMethodsEnabled?: ReadonlyArray<PaymentMethodsEnabledInput> | null | undefined;
  readonly pmAuthConfig?: unknown;
  readonly status?: ConnectorStatus | null | undefined;
  readonly testMode?: boolean | null | undefined;
  readonly verify?: boolean | null | undefined;
  readonly walletxVerifiedDomains?: ReadonlyArray<string> | null | undefined;
};

export type ConnectorsQueryVariables = Exact<{
  lastHour: string;
}>;


export type ConnectorsQuery = { readonly connectorAccounts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly merchantConnectorId: string, readonly connectorName: string, readonly connectorType: ConnectorType, readonly connectorLabel: string | null, readonly status: ConnectorStatus, readonly disabled: boolean, readonly testMode: boolean, readonly profileId: string, readonly createdAt: string, readonly profile: { readonly profileName: string } | null, readonly paymentMethodsEnabled: ReadonlyArray<{ readonly paymentMethod: PaymentMethodKind, readonly paymentMethodTypes: ReadonlyArray<string> }> }> }, readonly connectors: ReadonlyArray<{ readonly name: string, readonly capabilities: ReadonlyArray<string>, readonly currencies: ReadonlyArray<string>, readonly credentials: ReadonlyArray<{ readonly authType: string, readonly keys: ReadonlyArray<{ readonly name: string, readonly about: string, readonly required: boolean, readonly secret: boolean }> }>, readonly paymentMethods: ReadonlyArray<{ readonly method: string, readonly types: ReadonlyArray<string> }> }>, readonly attempts: ReadonlyArray<{ readonly connector: string | null, readonly count: number, readonly succeededCount: number, readonly failedCount: number }> };

export type CreateConnectorAccountMutationVariables = Exact<{
  input: CreateConnectorAccountInput;
}>;


export type CreateConnectorAccountMutation = { readonly createConnectorAccount: { readonly connectorAccount: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };

export type UpdateConnectorAccountMutationVariables = Exact<{
  input: UpdateConnectorAccountInput;
}>;


export type UpdateConnectorAccountMutation = { readonly updateConnectorAccount: { readonly connectorAccount: { readonly id: string, readonly disabled: boolean, readonly status: ConnectorStatus } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };


export const ConnectorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Connectors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"lastHour"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorAccounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"merchantConnectorId"}},{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectorType"}},{"kind":"Field","name":{"kind":"Name","value":"connectorLabel"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"testMode"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profileName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethodsEnabled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paymentMethod"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethodTypes"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"capabilities"}},{"kind":"Field","name":{"kind":"Name","value":"currencies"}},{"kind":"Field","name":{"kind":"Name","value":"credentials"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"authType"}},{"kind":"Field","name":{"kind":"Name","value":"keys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"required"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"types"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"attempts"},"name":{"kind":"Name","value":"attemptStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"createdAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"Variable","name":{"kind":"Name","value":"lastHour"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"CONNECTOR"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"succeededCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}}]}}]}}]} as unknown as DocumentNode<ConnectorsQuery, ConnectorsQueryVariables>;
export const CreateConnectorAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateConnectorAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateConnectorAccountInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createConnectorAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorAccount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<CreateConnectorAccountMutation, CreateConnectorAccountMutationVariables>;
export const UpdateConnectorAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateConnectorAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateConnectorAccountInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateConnectorAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorAccount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateConnectorAccountMutation, UpdateConnectorAccountMutationVariables>;