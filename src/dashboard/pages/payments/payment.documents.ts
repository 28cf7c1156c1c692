// Generated from payment.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AchBankDebitInput = {
  readonly accountNumber: string;
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bankType?: BankAccountType | null | undefined;
  readonly routingNumber: string;
};

export type AchBankTransferInput = {
  readonly accountNumber?: string | null | undefined;
  readonly bankAccountHolderName?: string | null | undefined;
  readonly routingNumber?: string | null | undefined;
};

export type AddressInput = {
  readonly city?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly line1?: string | null | undefined;
  readonly line2?: string | null | undefined;
  readonly line3?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip?: string | null | undefined;
};

export type ApplePayMethodInput = {
  readonly displayName?: string | null | undefined;
  readonly network?: string | null | undefined;
  readonly type?: string | null | undefined;
};

export type ApplePayWalletInput = {
  readonly paymentData: string;
  readonly paymentMethod?: ApplePayMethodInput | null | undefined;
  readonly transactionIdentifier?: string | null | undefined;
};

export type AttemptStatus =
  | 'authentication_failed'
  | 'authentication_pending'
  | 'authentication_successful'
  | 'authorization_failed'
  | 'authorized'
  | 'authorizing'
  | 'auto_refunded'
  | 'capture_failed'
  | 'capture_initiated'
  | 'charged'
  | 'confirmation_awaited'
  | 'failure'
  | 'partial_charged'
  | 'partial_charged_and_chargeable'
  | 'payment_method_awaited'
  | 'pending'
  | 'router_declined'
  | 'started'
  | 'unresolved'
  | 'void_failed'
  | 'void_initiated'
  | 'voided';

export type AuthenticationType =
  | 'no_three_ds'
  | 'three_ds';

export type BacsBankDebitInput = {
  readonly accountNumber: string;
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly sortCode: string;
};

export type BacsBankTransferInput = {
  readonly accountNumber?: string | null | undefined;
  readonly bankAccountHolderName?: string | null | undefined;
  readonly sortCode?: string | null | undefined;
};

export type BankAccountType =
  | 'checking'
  | 'savings';

export type BankDebitInput = {
  readonly achBankDebit?: AchBankDebitInput | null | undefined;
  readonly bacsBankDebit?: BacsBankDebitInput | null | undefined;
  readonly becsBankDebit?: BecsBankDebitInput | null | undefined;
  readonly sepaBankDebit?: SepaBankDebitInput | null | undefined;
};

export type BankRedirectChoiceInput = {
  readonly bankName?: string | null | undefined;
  readonly country?: string | null | undefined;
};

export type BankRedirectInput = {
  readonly bancontactCard?: BankRedirectChoiceInput | null | undefined;
  readonly eps?: BankRedirectChoiceInput | null | undefined;
  readonly giropay?: BankRedirectChoiceInput | null | undefined;
  readonly ideal?: BankRedirectChoiceInput | null | undefined;
  readonly przelewy24?: BankRedirectChoiceInput | null | undefined;
  readonly sofort?: BankRedirectChoiceInput | null | undefined;
  readonly trustly?: BankRedirectChoiceInput | null | undefined;
};

export type BankTransferPaymentInput = {
  readonly achBankTransfer?: AchBankTransferInput | null | undefined;
  readonly bacsBankTransfer?: BacsBankTransferInput | null | undefined;
  readonly sepaBankTransfer?: SepaBankTransferInput | null | undefined;
};

export type BecsBankDebitInput = {
  readonly accountNumber: string;
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bsbNumber: string;
};

export type BrowserInfoInput = {
  readonly acceptHeader?: string | null | undefined;
  readonly colorDepth?: number | null | undefined;
  readonly deviceModel?: string | null | undefined;
  readonly ipAddress?: string | null | undefined;
  readonly javaEnabled?: boolean | null | undefined;
  readonly javaScriptEnabled?: boolean | null | undefined;
  readonly language?: string | null | undefined;
  readonly osType?: string | null | undefined;
  readonly osVersion?: string | null | undefined;
  readonly screenHeight?: number | null | undefined;
  readonly screenWidth?: number | null | undefined;
  readonly timeZone?: number | null | undefined;
  readonly userAgent?: string | null | undefined;
};

export type CancelPaymentInput = {
  readonly cancellationReason?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly paymentId: string;
};

export type CaptureMethod =
  | 'automatic'
  | 'manual'
  | 'manual_multiple'
  | 'sequential_automatic';

export type CapturePaymentInput = {
  readonly amount?: number | null | undefined;
  readonly finalCapture?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly paymentId: string;
};

export type CaptureStatus =
  | 'charged'
  | 'failed'
  | 'pending'
  | 'started';

export type CardInput = {
  readonly cardCvc?: string | null | undefined;
  readonly cardExpMonth: string;
  readonly cardExpYear: string;
  readonly cardHolderName?: string | null | undefined;
  readonly cardNumber: string;
};

export type ConfirmPaymentInput = {
  readonly allowedPaymentMethodTypes?: ReadonlyArray<string> | null | undefined;
  readonly amount?: number | null | undefined;
  readonly authenticationType?: AuthenticationType | null | undefined;
  readonly billing?: ContactInput | null | undefined;
  readonly browserInfo?: BrowserInfoInput | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly businessSubLabel?: string | null | undefined;
  readonly captureMethod?: CaptureMethod | null | undefined;
  readonly clientSecret?: string | null | undefined;
  readonly connectorMetadata?: unknown;
  readonly currency?: string | null | undefined;
  readonly customer?: CustomerSummaryInput | null | undefined;
  readonly customerId?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly featureMetadata?: FeatureMetadataInput | null | undefined;
  readonly force3dsChallenge?: boolean | null | undefined;
  readonly frmMetadata?: unknown;
  readonly idempotencyKey?: string | null | undefined;
  readonly isIframeRedirectionEnabled?: boolean | null | undefined;
  readonly mandateData?: MandateDataInput | null | undefined;
  readonly mandateId?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly merchantOrderReferenceId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly name?: string | null | undefined;
  readonly offSession?: boolean | null | undefined;
  readonly orderDetails?: ReadonlyArray<OrderDetailInput> | null | undefined;
  readonly orderTaxAmount?: number | null | undefined;
  readonly paymentExperience?: string | null | undefined;
  readonly paymentId: string;
  readonly paymentMethod?: PaymentMethodKind | null | undefined;
  readonly paymentMethodData?: PaymentMethodDataInput | null | undefined;
  readonly paymentMethodId?: string | null | undefined;
  readonly paymentMethodType?: string | null | undefined;
  readonly paymentToken?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly requestExtendedAuthorization?: boolean | null | undefined;
  readonly requestExternalThreeDsAuthentication?: boolean | null | undefined;
  readonly requestIncrementalAuthorization?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly sessionExpiry?: number | null | undefined;
  readonly setupFutureUsage?: FutureUsage | null | undefined;
  readonly shipping?: ContactInput | null | undefined;
  readonly shippingCost?: number | null | undefined;
  readonly splitPayments?: unknown;
  readonly statementDescriptorName?: string | null | undefined;
  readonly statementDescriptorSuffix?: string | null | undefined;
  readonly surchargeDetails?: SurchargeDetailsInput | null | undefined;
};

export type ContactInput = {
  readonly address?: AddressInput | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: PhoneInput | null | undefined;
};

export type CreateRefundInput = {
  readonly amount?: number | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly paymentId: string;
  readonly reason?: string | null | undefined;
  readonly refundId?: string | null | undefined;
  readonly splitRefunds?: unknown;
};

export type CustomerAcceptanceInput = {
  readonly acceptanceType?: string | null | undefined;
  readonly acceptedAt?: string | null | undefined;
  readonly online?: OnlineAcceptanceInput | null | undefined;
};

export type CustomerSummaryInput = {
  readonly email?: string | null | undefined;
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly phoneCountryCode?: string | null | undefined;
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

export type FeatureMetadataInput = {
  readonly redirectResponse?: RedirectResponseInput | null | undefined;
  readonly searchTags?: ReadonlyArray<string> | null | undefined;
  readonly walletxRecurringDetails?: WalletRecurringDetailsInput | null | undefined;
};

export type FutureUsage =
  | 'off_session'
  | 'on_session';

export type GooglePayInfoInput = {
  readonly cardDetails?: string | null | undefined;
  readonly cardNetwork?: string | null | undefined;
};

export type GooglePayTokenInput = {
  readonly token: string;
  readonly type?: string | null | undefined;
};

export type GooglePayWalletInput = {
  readonly description?: string | null | undefined;
  readonly info?: GooglePayInfoInput | null | undefined;
  readonly tokenizationData: GooglePayTokenInput;
  readonly type?: string | null | undefined;
};

export type MandateBoundsInput = {
  readonly amount?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly endDate?: string | null | undefined;
  readonly metadata?: unknown;
  readonly startDate?: string | null | undefined;
};

export type MandateDataInput = {
  readonly customerAcceptance?: CustomerAcceptanceInput | null | undefined;
  readonly mandateType?: MandateTypeInput | null | undefined;
  readonly updateMandateId?: string | null | undefined;
};

export type MandateTypeInput = {
  readonly multiUse?: MandateBoundsInput | null | undefined;
  readonly singleUse?: MandateBoundsInput | null | undefined;
};

export type OnlineAcceptanceInput = {
  readonly ipAddress?: string | null | undefined;
  readonly userAgent?: string | null | undefined;
};

export type OrderDetailInput = {
  readonly amount: number;
  readonly productName: string;
  readonly quantity: number;
};

export type PaymentMethodDataInput = {
  readonly bankDebit?: BankDebitInput | null | undefined;
  readonly bankRedirect?: BankRedirectInput | null | undefined;
  readonly bankTransfer?: BankTransferPaymentInput | null | undefined;
  readonly billing?: ContactInput | null | undefined;
  readonly card?: CardInput | null | undefined;
  readonly wallet?: WalletInput | null | undefined;
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

export type PaypalRedirectInput = {
  readonly email?: string | null | undefined;
};

export type PaypalTokenInput = {
  readonly token: string;
};

export type PhoneInput = {
  readonly countryCode?: string | null | undefined;
  readonly number?: string | null | undefined;
};

export type RedirectResponseInput = {
  readonly jsonPayload?: unknown;
  readonly param?: string | null | undefined;
};

export type RefundStatus =
  | 'failed'
  | 'pending'
  | 'review'
  | 'succeeded';

export type RegularBillingInput = {
  readonly label?: string | null | undefined;
  readonly recurringPaymentEndDate?: string | null | undefined;
  readonly recurringPaymentIntervalCount?: number | null | undefined;
  readonly recurringPaymentIntervalUnit?: string | null | undefined;
  readonly recurringPaymentStartDate?: string | null | undefined;
};

export type SepaBankDebitInput = {
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly iban: string;
};

export type SepaBankTransferInput = {
  readonly bankAccountHolderName?: string | null | undefined;
  readonly iban?: string | null | undefined;
};

export type SurchargeDetailsInput = {
  readonly surchargeAmount?: number | null | undefined;
  readonly taxAmount?: number | null | undefined;
};

export type WalletInput = {
  readonly applePay?: ApplePayWalletInput | null | undefined;
  readonly googlePay?: GooglePayWalletInput | null | undefined;
  readonly paypalRedirect?: PaypalRedirectInput | null | undefined;
  readonly paypalSdk?: PaypalTokenInput | null | undefined;
};

export type WalletRecurringDetailsInput = {
  readonly billingAgreement?: string | null | undefined;
  readonly managementUrl?: string | null | undefined;
  readonly paymentDescription?: string | null | undefined;
  readonly regularBilling?: RegularBillingInput | null | undefined;
};

export type WebhookDeliveryStatus =
  | 'delivered'
  | 'failed'
  | 'pending';

export type PaymentQueryVariables = Exact<{
  paymentId: string;
  withEvents: boolean;
}>;


export type PaymentQuery = { readonly payment: { readonly id: string, readonly paymentId: string, readonly status: PaymentStatus, readonly nextStates: ReadonlyArray<PaymentStatus>, readonly amount: number, readonly netAmount: number, readonly amountCapturable: number, readonly amountReceived: number, readonly amountRefunded: number, readonly currency: string, readonly created: string, readonly updated: string, readonly expiresOn: string, readonly captureMethod: CaptureMethod | null, readonly captureBefore: string | null, readonly connector: string | null, readonly connectorTransactionId: string | null, readonly merchantConnectorId: string | null, readonly paymentMethod: PaymentMethodKind | null, readonly paymentMethodType: string | null, readonly customerId: string | null, readonly email: string | null, readonly name: string | null, readonly phone: string | null, readonly description: string | null, readonly merchantOrderReferenceId: string | null, readonly profileId: string | null, readonly statementDescriptorName: string | null, readonly cancellationReason: string | null, readonly manualRetryAllowed: boolean | null, readonly errorCode: string | null, readonly errorMessage: string | null, readonly unifiedCode: string | null, readonly unifiedMessage: string | null, readonly issuerErrorCode: string | null, readonly issuerErrorMessage: string | null, readonly authenticationType: AuthenticationType | null, readonly external3dsAuthenticationAttempted: boolean | null, readonly metadata: unknown, readonly paymentMethodData: { readonly card: { readonly last4: string | null, readonly cardNetwork: string | null, readonly cardExpMonth: string | null, readonly cardExpYear: string | null, readonly cardHolderName: string | null, readonly cardIssuer: string | null, readonly cardIssuingCountry: string | null, readonly cardType: string | null } | null } | null, readonly externalAuthenticationDetails: { readonly authenticationFlow: string | null, readonly status: string | null, readonly version: string | null, readonly electronicCommerceIndicator: string | null, readonly dsTransactionId: string | null, readonly errorCode: string | null, readonly errorMessage: string | null } | null, readonly attempts: ReadonlyArray<{ readonly id: string, readonly attemptId: string, readonly status: AttemptStatus, readonly amount: number, readonly currency: string | null, readonly connector: string | null, readonly merchantConnectorId: string | null, readonly connectorTransactionId: string | null, readonly cardNetwork: string | null, readonly authenticationType: AuthenticationType | null, readonly createdAt: string, readonly errorCode: string | null, readonly errorMessage: string | null, readonly unifiedCode: string | null, readonly unifiedMessage: string | null }>, readonly captures: ReadonlyArray<{ readonly id: string, readonly captureId: string, readonly status: CaptureStatus, readonly amount: number, readonly currency: string | null, readonly captureSequence: number, readonly connectorCaptureId: string | null, readonly createdAt: string, readonly errorCode: string | null, readonly errorMessage: string | null }>, readonly refunds: ReadonlyArray<{ readonly id: string, readonly refundId: string, readonly status: RefundStatus, readonly amount: number, readonly currency: string, readonly reason: string | null, readonly createdAt: string, readonly errorCode: string | null, readonly errorMessage: string | null, readonly connectorRefundId: string | null }>, readonly disputes: ReadonlyArray<{ readonly id: string, readonly disputeId: string, readonly disputeStage: DisputeStage, readonly disputeStatus: DisputeStatus, readonly amount: number, readonly currency: string, readonly challengeRequiredBy: string | null, readonly createdAt: string, readonly connectorReason: string | null }>, readonly timeline: ReadonlyArray<{ readonly fromStatus: string | null, readonly toStatus: string, readonly cause: string, readonly changedAt: string }> } | null, readonly events?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly createdAt: string, readonly deliveries: ReadonlyArray<{ readonly id: string, readonly deliveryId: string, readonly status: WebhookDeliveryStatus, readonly attemptCount: number, readonly statusCode: number | null, readonly errorMessage: string | null }> }> } };

export type PaymentChangeSubscriptionVariables = Exact<{
  paymentId: string;
}>;


export type PaymentChangeSubscription = { readonly paymentUpdated: { readonly cursor: string } };

export type PaymentRefundChangeSubscriptionVariables = Exact<{
  paymentId: string;
}>;


export type PaymentRefundChangeSubscription = { readonly refundUpdated: { readonly cursor: string } };

export type PaymentDisputeChangeSubscriptionVariables = Exact<{
  paymentId: string;
}>;


export type PaymentDisputeChangeSubscription = { readonly disputeUpdated: { readonly cursor: string } };

export type RefundPaymentMutationVariables = Exact<{
  input: CreateRefundInput;
}>;


export type RefundPaymentMutation = { readonly createRefund: { readonly refund: { readonly id: string, readonly refundId: string, readonly status: RefundStatus, readonly amount: number, readonly currency: string } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };

export type CapturePaymentMutationVariables = Exact<{
  input: CapturePaymentInput;
}>;


export type CapturePaymentMutation = { readonly capturePayment: { readonly payment: { readonly id: string, readonly status: PaymentStatus, readonly amountReceived: number, readonly amountCapturable: number, readonly errorMessage: string | null } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };

export type CancelPaymentMutationVariables = Exact<{
  input: CancelPaymentInput;
}>;


export type CancelPaymentMutation = { readonly cancelPayment: { readonly payment: { readonly id: string, readonly status: PaymentStatus, readonly errorMessage: string | null } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };

export type RetryPaymentMutationVariables = Exact<{
  input: ConfirmPaymentInput;
}>;


export type RetryPaymentMutation = { readonly confirmPayment: { readonly payment: { readonly id: string, readonly status: PaymentStatus, readonly errorMessage: string | null } | null, readonly userErrors: ReadonlyArray<{ readonly message: string, readonly param: string | null }> } };


export const PaymentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Payment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withEvents"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paymentId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"nextStates"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"netAmount"}},{"kind":"Field","name":{"kind":"Name","value":"amountCapturable"}},{"kind":"Field","name":{"kind":"Name","value":"amountReceived"}},{"kind":"Field","name":{"kind":"Name","value":"amountRefunded"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"updated"}},{"kind":"Field","name":{"kind":"Name","value":"expiresOn"}},{"kind":"Field","name":{"kind":"Name","value":"captureMethod"}},{"kind":"Field","name":{"kind":"Name","value":"captureBefore"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"connectorTransactionId"}},{"kind":"Field","name":{"kind":"Name","value":"merchantConnectorId"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethod"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethodType"}},{"kind":"Field","name":{"kind":"Name","value":"paymentMethodData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"card"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"last4"}},{"kind":"Field","name":{"kind":"Name","value":"cardNetwork"}},{"kind":"Field","name":{"kind":"Name","value":"cardExpMonth"}},{"kind":"Field","name":{"kind":"Name","value":"cardExpYear"}},{"kind":"Field","name":{"kind":"Name","value":"cardHolderName"}},{"kind":"Field","name":{"kind":"Name","value":"cardIssuer"}},{"kind":"Field","name":{"kind":"Name","value":"cardIssuingCountry"}},{"kind":"Field","name":{"kind":"Name","value":"cardType"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"merchantOrderReferenceId"}},{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"statementDescriptorName"}},{"kind":"Field","name":{"kind":"Name","value":"cancellationReason"}},{"kind":"Field","name":{"kind":"Name","value":"manualRetryAllowed"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedMessage"}},{"kind":"Field","name":{"kind":"Name","value":"issuerErrorCode"}},{"kind":"Field","name":{"kind":"Name","value":"issuerErrorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"authenticationType"}},{"kind":"Field","name":{"kind":"Name","value":"external3dsAuthenticationAttempted"}},{"kind":"Field","name":{"kind":"Name","value":"externalAuthenticationDetails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"authenticationFlow"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"electronicCommerceIndicator"}},{"kind":"Field","name":{"kind":"Name","value":"dsTransactionId"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"connector"}},{"kind":"Field","name":{"kind":"Name","value":"merchantConnectorId"}},{"kind":"Field","name":{"kind":"Name","value":"connectorTransactionId"}},{"kind":"Field","name":{"kind":"Name","value":"cardNetwork"}},{"kind":"Field","name":{"kind":"Name","value":"authenticationType"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedCode"}},{"kind":"Field","name":{"kind":"Name","value":"unifiedMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"captures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"captureId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"captureSequence"}},{"kind":"Field","name":{"kind":"Name","value":"connectorCaptureId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"refunds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"refundId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"connectorRefundId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"disputes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disputeId"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStage"}},{"kind":"Field","name":{"kind":"Name","value":"disputeStatus"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"challengeRequiredBy"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"connectorReason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromStatus"}},{"kind":"Field","name":{"kind":"Name","value":"toStatus"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withEvents"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"statusCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PaymentQuery, PaymentQueryVariables>;
export const PaymentChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PaymentChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paymentUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<PaymentChangeSubscription, PaymentChangeSubscriptionVariables>;
export const PaymentRefundChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PaymentRefundChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refundUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<PaymentRefundChangeSubscription, PaymentRefundChangeSubscriptionVariables>;
export const PaymentDisputeChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PaymentDisputeChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disputeUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<PaymentDisputeChangeSubscription, PaymentDisputeChangeSubscriptionVariables>;
export const RefundPaymentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RefundPayment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateRefundInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createRefund"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refund"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"refundId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<RefundPaymentMutation, RefundPaymentMutationVariables>;
export const CapturePaymentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CapturePayment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CapturePaymentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"capturePayment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amountReceived"}},{"kind":"Field","name":{"kind":"Name","value":"amountCapturable"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<CapturePaymentMutation, CapturePaymentMutationVariables>;
export const CancelPaymentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelPayment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelPaymentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelPayment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<CancelPaymentMutation, CancelPaymentMutationVariables>;
export const RetryPaymentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryPayment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmPaymentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmPayment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"param"}}]}}]}}]}}]} as unknown as DocumentNode<RetryPaymentMutation, RetryPaymentMutationVariables>;