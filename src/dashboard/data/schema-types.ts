// Generated from the dashboard's documents and schema/schema.graphql by `npm run emit`.
export type AcceptDisputeInput = {
  readonly disputeId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

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

export type AdditionalMerchantDataInput = {
  readonly openBankingRecipientData?: OpenBankingRecipientDataInput | null | undefined;
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

export type AdvanceTestClockInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly seconds?: number | null | undefined;
  readonly to?: string | null | undefined;
};

export type AdvancedRoutingInput = {
  readonly default?: ReadonlyArray<RoutingChoiceInput> | null | undefined;
  readonly fallback?: RoutingFallback | null | undefined;
  readonly rules?: ReadonlyArray<RoutingRuleInput> | null | undefined;
};

export type AffirmRedirectInput = {
  readonly billingEmail?: string | null | undefined;
};

export type AfterpayRedirectInput = {
  readonly billingEmail?: string | null | undefined;
  readonly billingName?: string | null | undefined;
};

export type AmountFilter = {
  readonly eq?: number | null | undefined;
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
  readonly in?: ReadonlyArray<number> | null | undefined;
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
};

export type AnswerAction =
  | 'accept'
  | 'challenge';

export type ApiFace =
  | 'graphql'
  | 'rest';

export type ApiFaceFilter = {
  readonly eq?: ApiFace | null | undefined;
  readonly in?: ReadonlyArray<ApiFace> | null | undefined;
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

export type ApprovePaymentInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly paymentId: string;
};

export type ApprovePaymentMethodExportInput = {
  readonly exportId: string;
  readonly idempotencyKey?: string | null | undefined;
};

export type AttemptFilter = {
  readonly authenticationType?: AuthenticationTypeFilter | null | undefined;
  readonly billingCountry?: StringFilter | null | undefined;
  readonly cardIssuer?: StringFilter | null | undefined;
  readonly cardNetwork?: StringFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly connectorDecision?: StringFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly errorCode?: StringFilter | null | undefined;
  readonly issuerErrorCode?: StringFilter | null | undefined;
  readonly merchantConnectorId?: IdFilter | null | undefined;
  readonly not?: AttemptFilter | null | undefined;
  readonly or?: ReadonlyArray<AttemptFilter> | null | undefined;
  readonly paymentId?: IdFilter | null | undefined;
  readonly paymentMethod?: PaymentMethodKindFilter | null | undefined;
  readonly paymentMethodType?: StringFilter | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly status?: AttemptStatusFilter | null | undefined;
  readonly unifiedCode?: StringFilter | null | undefined;
};

export type AttemptOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: AttemptOrderField;
};

export type AttemptOrderField =
  | 'CREATED_AT';

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

export type AttemptStatusFilter = {
  readonly eq?: AttemptStatus | null | undefined;
  readonly in?: ReadonlyArray<AttemptStatus> | null | undefined;
};

export type AuditActor =
  | 'admin_key'
  | 'api_key'
  | 'ephemeral_key'
  | 'organization_key'
  | 'person'
  | 'publishable_key';

export type AuditEntryFilter = {
  readonly action?: StringFilter | null | undefined;
  readonly actorId?: IdFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly not?: AuditEntryFilter | null | undefined;
  readonly objectId?: IdFilter | null | undefined;
  readonly or?: ReadonlyArray<AuditEntryFilter> | null | undefined;
  readonly requestId?: StringFilter | null | undefined;
};

export type AuthenticationConnectorDetailsInput = {
  readonly authenticationConnectors?: ReadonlyArray<string> | null | undefined;
  readonly threeDsRequestorAppUrl?: string | null | undefined;
  readonly threeDsRequestorUrl?: string | null | undefined;
};

export type AuthenticationType =
  | 'no_three_ds'
  | 'three_ds';

export type AuthenticationTypeFilter = {
  readonly eq?: AuthenticationType | null | undefined;
  readonly in?: ReadonlyArray<AuthenticationType> | null | undefined;
};

export type BackgroundImageInput = {
  readonly position?: BackgroundPosition | null | undefined;
  readonly size?: BackgroundImageSizeInput | null | undefined;
  readonly url?: string | null | undefined;
};

export type BackgroundImageSizeInput = {
  readonly variants?: BackgroundSize | null | undefined;
};

export type BackgroundPosition =
  | 'bottom'
  | 'bottom_left'
  | 'bottom_right'
  | 'center'
  | 'left'
  | 'right'
  | 'top'
  | 'top_left'
  | 'top_right';

export type BackgroundSize =
  | 'auto'
  | 'contain'
  | 'cover';

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
  readonly billingDetails?: RedirectBillingInput | null | undefined;
  readonly country?: string | null | undefined;
};

export type BankRedirectInput = {
  readonly bancontactCard?: BankRedirectChoiceInput | null | undefined;
  readonly blik?: BlikPaymentInput | null | undefined;
  readonly eps?: BankRedirectChoiceInput | null | undefined;
  readonly giropay?: BankRedirectChoiceInput | null | undefined;
  readonly ideal?: BankRedirectChoiceInput | null | undefined;
  readonly onlineBankingCzechRepublic?: ChosenIssuerInput | null | undefined;
  readonly onlineBankingFinland?: UnchosenIssuerInput | null | undefined;
  readonly onlineBankingFpx?: ChosenIssuerInput | null | undefined;
  readonly onlineBankingPoland?: ChosenIssuerInput | null | undefined;
  readonly onlineBankingSlovakia?: ChosenIssuerInput | null | undefined;
  readonly onlineBankingThailand?: ChosenIssuerInput | null | undefined;
  readonly przelewy24?: BankRedirectChoiceInput | null | undefined;
  readonly sofort?: BankRedirectChoiceInput | null | undefined;
  readonly trustly?: BankRedirectChoiceInput | null | undefined;
};

export type BankTransferPaymentInput = {
  readonly achBankTransfer?: AchBankTransferInput | null | undefined;
  readonly bacsBankTransfer?: BacsBankTransferInput | null | undefined;
  readonly multibancoBankTransfer?: MultibancoTransferInput | null | undefined;
  readonly pix?: PixTransferInput | null | undefined;
  readonly sepaBankTransfer?: SepaBankTransferInput | null | undefined;
};

export type BecsBankDebitInput = {
  readonly accountNumber: string;
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bsbNumber: string;
};

export type BlikPaymentInput = {
  readonly blikCode: string;
};

export type BoletoVoucherInput = {
  readonly email?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly socialSecurityNumber: string;
};

export type BooleanFilter = {
  readonly eq?: boolean | null | undefined;
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
  readonly profileId?: string | null | undefined;
};

export type CancelPayoutInput = {
  readonly cancellationReason?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly payoutId: string;
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
  readonly profileId?: string | null | undefined;
  readonly statementDescriptorName?: string | null | undefined;
  readonly statementDescriptorSuffix?: string | null | undefined;
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
  readonly nickName?: string | null | undefined;
};

export type CardTermsShown =
  | 'always'
  | 'auto'
  | 'never';

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

export type CavvInput = {
  readonly authenticationCryptogram: string;
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

export type ChangeMemberRoleInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly personId: string;
  readonly role: Role;
};

export type ChosenIssuerInput = {
  readonly issuer: string;
};

export type CircuitState =
  | 'CLOSED'
  | 'HALF_OPEN'
  | 'OPEN';

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
  readonly captureOn?: string | null | undefined;
  readonly cardCvc?: string | null | undefined;
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
  readonly netAmount?: number | null | undefined;
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
  readonly profileId?: string | null | undefined;
  readonly recurringDetails?: RecurringDetailsInput | null | undefined;
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
  readonly threeDsData?: ThreeDsDataInput | null | undefined;
};

export type ConfirmPayoutInput = {
  readonly amount?: number | null | undefined;
  readonly autoFulfill?: boolean | null | undefined;
  readonly billing?: ContactInput | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly connector?: ReadonlyArray<string> | null | undefined;
  readonly currency?: string | null | undefined;
  readonly customer?: CustomerSummaryInput | null | undefined;
  readonly customerId?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly entityType?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly name?: string | null | undefined;
  readonly payoutId: string;
  readonly payoutLink?: boolean | null | undefined;
  readonly payoutLinkConfig?: PayoutLinkOverridesInput | null | undefined;
  readonly payoutMethodData?: PayoutMethodDataInput | null | undefined;
  readonly payoutMethodId?: string | null | undefined;
  readonly payoutToken?: string | null | undefined;
  readonly payoutType?: PayoutType | null | undefined;
  readonly phone?: string | null | undefined;
  readonly phoneCountryCode?: string | null | undefined;
  readonly priority?: string | null | undefined;
  readonly profileId?: string | null | undefined;
  readonly recurring?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly routing?: RoutingInput | null | undefined;
  readonly sessionExpiry?: number | null | undefined;
};

export type ConnectorAccountDetailsInput = {
  readonly connectorAccountDetails?: unknown;
  readonly metadata?: unknown;
};

export type ConnectorCallFilter = {
  readonly connector?: StringFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly not?: ConnectorCallFilter | null | undefined;
  readonly operation?: StringFilter | null | undefined;
  readonly or?: ReadonlyArray<ConnectorCallFilter> | null | undefined;
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

export type ContactInput = {
  readonly address?: AddressInput | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: PhoneInput | null | undefined;
};

export type CountPrecision =
  | 'AT_LEAST'
  | 'EXACT';

export type CreateApiKeyInput = {
  readonly allowedAddresses?: ReadonlyArray<string> | null | undefined;
  readonly description?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly keyId?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly name: string;
  readonly permissions?: ReadonlyArray<Permission> | null | undefined;
  readonly profileId?: string | null | undefined;
  readonly replaces?: string | null | undefined;
};

export type CreateBusinessProfileInput = {
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
  readonly frmRouting?: RoutingAlgorithmInput | null | undefined;
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
  readonly payoutRouting?: RoutingAlgorithmInput | null | undefined;
  readonly payoutRoutingAlgorithm?: RoutingInput | null | undefined;
  readonly profileId?: string | null | undefined;
  readonly profileName: string;
  readonly redirectToMerchantWithHttpPost?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly routing?: RoutingAlgorithmInput | null | undefined;
  readonly routingAlgorithm?: unknown;
  readonly sessionExpiry?: number | null | undefined;
  readonly taxConnectorId?: string | null | undefined;
  readonly useBillingAsPaymentMethodBilling?: boolean | null | undefined;
  readonly walletxVerifiedDomains?: ReadonlyArray<string> | null | undefined;
  readonly webhookDetails?: WebhookDetailsInput | null | undefined;
};

export type CreateCollectLinkInput = {
  readonly customerId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly pmCollectLinkConfig?: LinkConfigInput | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly sessionExpiry?: number | null | undefined;
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

export type CreateDomainInput = {
  readonly domainName: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly scope?: DomainScope | null | undefined;
};

export type CreateNoteInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly paymentId: string;
  readonly text: string;
};

export type CreatePaymentInput = {
  readonly allowedPaymentMethodTypes?: ReadonlyArray<string> | null | undefined;
  readonly amount: number;
  readonly authenticationType?: AuthenticationType | null | undefined;
  readonly billing?: ContactInput | null | undefined;
  readonly browserInfo?: BrowserInfoInput | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly businessSubLabel?: string | null | undefined;
  readonly captureMethod?: CaptureMethod | null | undefined;
  readonly captureOn?: string | null | undefined;
  readonly cardCvc?: string | null | undefined;
  readonly confirm?: boolean | null | undefined;
  readonly connectorMetadata?: unknown;
  readonly currency: string;
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
  readonly paymentId?: string | null | undefined;
  readonly paymentLink?: boolean | null | undefined;
  readonly paymentLinkConfig?: PaymentLinkConfigInput | null | undefined;
  readonly paymentLinkConfigId?: string | null | undefined;
  readonly paymentMethod?: PaymentMethodKind | null | undefined;
  readonly paymentMethodData?: PaymentMethodDataInput | null | undefined;
  readonly paymentMethodId?: string | null | undefined;
  readonly paymentMethodType?: string | null | undefined;
  readonly paymentToken?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly profileId?: string | null | undefined;
  readonly recurringDetails?: RecurringDetailsInput | null | undefined;
  readonly requestExtendedAuthorization?: boolean | null | undefined;
  readonly requestExternalThreeDsAuthentication?: boolean | null | undefined;
  readonly requestIncrementalAuthorization?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly routing?: RoutingInput | null | undefined;
  readonly sessionExpiry?: number | null | undefined;
  readonly setupFutureUsage?: FutureUsage | null | undefined;
  readonly shipping?: ContactInput | null | undefined;
  readonly shippingCost?: number | null | undefined;
  readonly splitPayments?: unknown;
  readonly statementDescriptorName?: string | null | undefined;
  readonly statementDescriptorSuffix?: string | null | undefined;
  readonly surchargeDetails?: SurchargeDetailsInput | null | undefined;
  readonly threeDsData?: ThreeDsDataInput | null | undefined;
};

export type CreatePayoutInput = {
  readonly amount: number;
  readonly autoFulfill?: boolean | null | undefined;
  readonly billing?: ContactInput | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly confirm?: boolean | null | undefined;
  readonly connector?: ReadonlyArray<string> | null | undefined;
  readonly currency: string;
  readonly customer?: CustomerSummaryInput | null | undefined;
  readonly customerId?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly entityType?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly name?: string | null | undefined;
  readonly payoutId?: string | null | undefined;
  readonly payoutLink?: boolean | null | undefined;
  readonly payoutLinkConfig?: PayoutLinkOverridesInput | null | undefined;
  readonly payoutMethodData?: PayoutMethodDataInput | null | undefined;
  readonly payoutMethodId?: string | null | undefined;
  readonly payoutToken?: string | null | undefined;
  readonly payoutType?: PayoutType | null | undefined;
  readonly phone?: string | null | undefined;
  readonly phoneCountryCode?: string | null | undefined;
  readonly priority?: string | null | undefined;
  readonly profileId?: string | null | undefined;
  readonly recurring?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly routing?: RoutingInput | null | undefined;
  readonly sessionExpiry?: number | null | undefined;
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

export type CreateReportScheduleInput = {
  readonly columns?: string | null | undefined;
  readonly enabled?: boolean | null | undefined;
  readonly filter?: string | null | undefined;
  readonly hour?: number | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly list: ReportList;
  readonly maskPersonalData?: boolean | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly name: string;
  readonly period: ReportPeriod;
  readonly profileId?: string | null | undefined;
  readonly recipients?: ReadonlyArray<string> | null | undefined;
  readonly timeZone: string;
};

export type CreateWebhookEndpointInput = {
  readonly description?: string | null | undefined;
  readonly disabled?: boolean | null | undefined;
  readonly eventTypes?: ReadonlyArray<EventType> | null | undefined;
  readonly filter?: WebhookFilterInput | null | undefined;
  readonly headers?: unknown;
  readonly idempotencyKey?: string | null | undefined;
  readonly maskPersonalData?: boolean | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly profileId?: string | null | undefined;
  readonly url: string;
  readonly version?: WebhookVersion | null | undefined;
};

export type CryptoPaymentInput = {
  readonly network?: string | null | undefined;
  readonly payCurrency?: string | null | undefined;
};

export type CryptogramInput = {
  readonly cavv?: CavvInput | null | undefined;
};

export type CustomerAcceptanceInput = {
  readonly acceptanceType?: string | null | undefined;
  readonly acceptedAt?: string | null | undefined;
  readonly online?: OnlineAcceptanceInput | null | undefined;
};

export type CustomerFilter = {
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly email?: StringFilter | null | undefined;
  readonly not?: CustomerFilter | null | undefined;
  readonly or?: ReadonlyArray<CustomerFilter> | null | undefined;
  readonly search?: string | null | undefined;
};

export type CustomerOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: CustomerOrderField;
};

export type CustomerOrderField =
  | 'CREATED_AT';

export type CustomerSummaryInput = {
  readonly email?: string | null | undefined;
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly phoneCountryCode?: string | null | undefined;
};

export type DateTimeFilter = {
  readonly eq?: string | null | undefined;
  readonly gt?: string | null | undefined;
  readonly gte?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
  readonly lt?: string | null | undefined;
  readonly lte?: string | null | undefined;
};

export type DeleteBusinessProfileInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly profileId: string;
};

export type DeleteConnectorAccountInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantConnectorId: string;
  readonly merchantId?: string | null | undefined;
};

export type DeleteDomainInput = {
  readonly domainId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type DeleteNoteInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly noteId: string;
};

export type DeleteReportScheduleInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly scheduleId: string;
};

export type DeleteViewInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly viewId: string;
};

export type DeleteWebhookEndpointInput = {
  readonly endpointId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type DetailsLayout =
  | 'layout1'
  | 'layout2';

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
  readonly paymentMethod?: PaymentMethodKindFilter | null | undefined;
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

export type DomainScope =
  | 'merchant'
  | 'organization';

export type DomainStatus =
  | 'failed'
  | 'pending'
  | 'verified';

export type DraftedFileInput = {
  readonly field: string;
  readonly fileId: string;
};

export type DueKind =
  | 'authorization'
  | 'collect_link'
  | 'connector_event'
  | 'connector_look_up'
  | 'dispute_deadline'
  | 'extended_card_info'
  | 'mandate_end'
  | 'mandate_start'
  | 'payment_session'
  | 'payment_token'
  | 'payout'
  | 'scheduled_capture'
  | 'settlement'
  | 'webhook_attempt';

export type EnabledPaymentMethodInput = {
  readonly paymentMethod: PaymentMethodKind;
  readonly paymentMethodTypes?: ReadonlyArray<string> | null | undefined;
};

export type ErrorMappingDecision =
  | 'do_default'
  | 'requeue'
  | 'retry';

export type EventObject =
  | 'dispute'
  | 'notification'
  | 'payment'
  | 'payout'
  | 'refund'
  | 'report';

export type EventType =
  | 'action_required'
  | 'dispute_accepted'
  | 'dispute_cancelled'
  | 'dispute_challenged'
  | 'dispute_expired'
  | 'dispute_lost'
  | 'dispute_opened'
  | 'dispute_won'
  | 'notification_created'
  | 'payment_authorization_increase_failed'
  | 'payment_authorization_increased'
  | 'payment_authorized'
  | 'payment_cancelled'
  | 'payment_capture_failed'
  | 'payment_captured'
  | 'payment_created'
  | 'payment_failed'
  | 'payment_not_as_asked'
  | 'payment_partially_captured'
  | 'payment_processing'
  | 'payment_reversal_failed'
  | 'payment_reversed'
  | 'payment_succeeded'
  | 'payment_void_failed'
  | 'payout_cancelled'
  | 'payout_expired'
  | 'payout_failed'
  | 'payout_initiated'
  | 'payout_not_as_asked'
  | 'payout_processing'
  | 'payout_reversed'
  | 'payout_success'
  | 'refund_failed'
  | 'refund_not_as_asked'
  | 'refund_succeeded'
  | 'report_ready';

export type EventTypeFilter = {
  readonly eq?: EventType | null | undefined;
  readonly in?: ReadonlyArray<EventType> | null | undefined;
};

export type EvidenceFileInputInput = {
  readonly content?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  readonly field: string;
  readonly fileId?: string | null | undefined;
  readonly name?: string | null | undefined;
};

export type ExemptionIndicator =
  | 'low_risk_program'
  | 'low_value'
  | 'other'
  | 'out_of_sca_scope'
  | 'recurring_operation'
  | 'sca_delegation'
  | 'secure_corporate_payment'
  | 'three_ds_outage'
  | 'transaction_risk_assessment'
  | 'trusted_listing';

export type ExtendedCardInfoConfigInput = {
  readonly publicKey?: string | null | undefined;
  readonly ttlInSecs?: number | null | undefined;
};

export type FeatureMetadataInput = {
  readonly redirectResponse?: RedirectResponseInput | null | undefined;
  readonly searchTags?: ReadonlyArray<string> | null | undefined;
  readonly walletxRecurringDetails?: WalletRecurringDetailsInput | null | undefined;
};

export type FormLayout =
  | 'journey'
  | 'tabs';

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

export type FulfillPayoutInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly payoutId: string;
};

export type FutureUsage =
  | 'off_session'
  | 'on_session';

export type GiftCardDetailsInput = {
  readonly cvc: string;
  readonly number: string;
};

export type GiftCardInput = {
  readonly givex?: GiftCardDetailsInput | null | undefined;
  readonly paySafeCard?: PaidOnPageInput | null | undefined;
};

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

export type IdFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type InvitationDelivery =
  | 'email'
  | 'link'
  | 'log';

export type InviteMemberInput = {
  readonly email: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly role: Role;
};

export type KlarnaRedirectInput = {
  readonly billingCountry?: string | null | undefined;
  readonly billingEmail?: string | null | undefined;
};

export type LabelType =
  | 'above'
  | 'floating'
  | 'never';

export type LimitedCardInput = {
  readonly cardExpMonth?: string | null | undefined;
  readonly cardExpYear?: string | null | undefined;
  readonly cardHolderName?: string | null | undefined;
  readonly cardNumber: string;
};

export type LinkConfigInput = {
  readonly allowedDomains?: ReadonlyArray<string> | null | undefined;
  readonly domainName?: string | null | undefined;
  readonly enabledPaymentMethods?: ReadonlyArray<EnabledPaymentMethodInput> | null | undefined;
  readonly logo?: string | null | undefined;
  readonly merchantName?: string | null | undefined;
  readonly theme?: string | null | undefined;
};

export type LinkLanguage =
  | 'ar'
  | 'de'
  | 'en'
  | 'es'
  | 'fr'
  | 'he'
  | 'hi'
  | 'it'
  | 'ja'
  | 'nl'
  | 'pl'
  | 'pt'
  | 'sv'
  | 'zh';

export type LoggedRequestFilter = {
  readonly actorId?: IdFilter | null | undefined;
  readonly api?: ApiFaceFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly errorCode?: StringFilter | null | undefined;
  readonly method?: StringFilter | null | undefined;
  readonly not?: LoggedRequestFilter | null | undefined;
  readonly operation?: StringFilter | null | undefined;
  readonly or?: ReadonlyArray<LoggedRequestFilter> | null | undefined;
  readonly requestId?: StringFilter | null | undefined;
  readonly status?: StringFilter | null | undefined;
};

export type LoggedRequestOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: LoggedRequestOrderField;
};

export type LoggedRequestOrderField =
  | 'CREATED_AT';

export type MailCollectLinkInput = {
  readonly email?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly locale?: LinkLanguage | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly pmCollectLinkId: string;
};

export type MailPaymentLinkInput = {
  readonly email?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly locale?: LinkLanguage | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly paymentId: string;
};

export type MailPayoutLinkInput = {
  readonly email?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly locale?: LinkLanguage | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly payoutId: string;
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

export type MandateStatus =
  | 'active'
  | 'revoked'
  | 'used';

export type MandateTypeInput = {
  readonly multiUse?: MandateBoundsInput | null | undefined;
  readonly singleUse?: MandateBoundsInput | null | undefined;
};

export type MandateUsage =
  | 'multi_use'
  | 'single_use';

export type MarkAllNotificationsReadInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly kind?: NotificationKind | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type MerchantDetailsInput = {
  readonly aboutBusiness?: string | null | undefined;
  readonly address?: AddressInput | null | undefined;
  readonly primaryContactPerson?: string | null | undefined;
  readonly primaryEmail?: string | null | undefined;
  readonly primaryPhone?: string | null | undefined;
  readonly secondaryContactPerson?: string | null | undefined;
  readonly secondaryEmail?: string | null | undefined;
  readonly secondaryPhone?: string | null | undefined;
  readonly website?: string | null | undefined;
};

export type MetadataEntryFilter = {
  readonly key: string;
  readonly value: string;
};

export type MethodsLayout =
  | 'accordion'
  | 'tabs';

export type MultibancoTransferInput = {
  readonly billingDetails?: RedirectBillingInput | null | undefined;
};

export type NetworkTransactionCardInput = {
  readonly cardExpMonth: string;
  readonly cardExpYear: string;
  readonly cardHolderName?: string | null | undefined;
  readonly cardIssuer?: string | null | undefined;
  readonly cardIssuingCountry?: string | null | undefined;
  readonly cardNetwork?: string | null | undefined;
  readonly cardNumber: string;
  readonly cardType?: string | null | undefined;
  readonly networkTransactionId: string;
  readonly nickName?: string | null | undefined;
};

export type NotificationFilter = {
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly kind?: NotificationKindFilter | null | undefined;
  readonly not?: NotificationFilter | null | undefined;
  readonly or?: ReadonlyArray<NotificationFilter> | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly read?: BooleanFilter | null | undefined;
};

export type NotificationKind =
  | 'approver_made'
  | 'circuit_open'
  | 'dispute_due'
  | 'domain_failed'
  | 'host_changed'
  | 'key_expires'
  | 'key_loosened'
  | 'payout_failed'
  | 'proof_needed'
  | 'redirect_changed'
  | 'second_factor_off'
  | 'success_rate_fell'
  | 'vault_export'
  | 'webhooks_failing';

export type NotificationKindFilter = {
  readonly eq?: NotificationKind | null | undefined;
  readonly in?: ReadonlyArray<NotificationKind> | null | undefined;
};

export type NotificationOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: NotificationOrderField;
};

export type NotificationOrderField =
  | 'CREATED_AT';

export type NotificationRulesInput = {
  readonly circuitOpenByEmail?: boolean | null | undefined;
  readonly circuitOpenEnabled?: boolean | null | undefined;
  readonly disputeDueByEmail?: boolean | null | undefined;
  readonly disputeDueDays?: number | null | undefined;
  readonly disputeDueEnabled?: boolean | null | undefined;
  readonly payoutFailedByEmail?: boolean | null | undefined;
  readonly payoutFailedEnabled?: boolean | null | undefined;
  readonly successRateAttempts?: number | null | undefined;
  readonly successRateBelow?: number | null | undefined;
  readonly successRateByEmail?: boolean | null | undefined;
  readonly successRateEnabled?: boolean | null | undefined;
  readonly successRateHours?: number | null | undefined;
  readonly webhooksFailingByEmail?: boolean | null | undefined;
  readonly webhooksFailingEnabled?: boolean | null | undefined;
  readonly webhooksFailingMinutes?: number | null | undefined;
};

export type OnlineAcceptanceInput = {
  readonly ipAddress?: string | null | undefined;
  readonly userAgent?: string | null | undefined;
};

export type OpenBankingRecipientDataInput = {
  readonly connectorRecipientId?: string | null | undefined;
};

export type OrderDetailInput = {
  readonly amount: number;
  readonly productName: string;
  readonly quantity: number;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type PaidOnPageInput = {
  readonly email?: string | null | undefined;
};

export type PayLaterInput = {
  readonly affirmRedirect?: AffirmRedirectInput | null | undefined;
  readonly afterpayClearpayRedirect?: AfterpayRedirectInput | null | undefined;
  readonly klarnaRedirect?: KlarnaRedirectInput | null | undefined;
};

export type PaymentFilter = {
  readonly amount?: AmountFilter | null | undefined;
  readonly authenticationType?: AuthenticationTypeFilter | null | undefined;
  readonly authorized?: BooleanFilter | null | undefined;
  readonly billingCountry?: StringFilter | null | undefined;
  readonly cardBin?: StringFilter | null | undefined;
  readonly cardIssuer?: StringFilter | null | undefined;
  readonly cardLast4?: StringFilter | null | undefined;
  readonly cardNetwork?: StringFilter | null | undefined;
  readonly challenged?: BooleanFilter | null | undefined;
  readonly confirmed?: BooleanFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly created?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly customerId?: IdFilter | null | undefined;
  readonly declineCode?: StringFilter | null | undefined;
  readonly disputed?: BooleanFilter | null | undefined;
  readonly email?: StringFilter | null | undefined;
  readonly errorCode?: StringFilter | null | undefined;
  readonly firstAttemptFailed?: BooleanFilter | null | undefined;
  readonly issuerDeclineCode?: StringFilter | null | undefined;
  readonly mandateId?: IdFilter | null | undefined;
  readonly merchantConnectorId?: IdFilter | null | undefined;
  readonly merchantOrderReferenceId?: StringFilter | null | undefined;
  readonly metadata?: ReadonlyArray<MetadataEntryFilter> | null | undefined;
  readonly netAmount?: AmountFilter | null | undefined;
  readonly not?: PaymentFilter | null | undefined;
  readonly or?: ReadonlyArray<PaymentFilter> | null | undefined;
  readonly paidAt?: DateTimeFilter | null | undefined;
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

export type PaymentLinkConfigInput = {
  readonly allowedDomains?: ReadonlyArray<string> | null | undefined;
  readonly backgroundColour?: string | null | undefined;
  readonly backgroundImage?: BackgroundImageInput | null | undefined;
  readonly brandingVisibility?: boolean | null | undefined;
  readonly businessSpecificConfigs?: unknown;
  readonly colorIconCardCvcError?: string | null | undefined;
  readonly customMessageForCardTerms?: string | null | undefined;
  readonly detailsLayout?: DetailsLayout | null | undefined;
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
  readonly paymentFormLabelType?: LabelType | null | undefined;
  readonly paymentLinkUiRules?: unknown;
  readonly sdkLayout?: MethodsLayout | null | undefined;
  readonly sdkUiRules?: unknown;
  readonly sellerName?: string | null | undefined;
  readonly showCardFormByDefault?: boolean | null | undefined;
  readonly showCardTerms?: CardTermsShown | null | undefined;
  readonly skipStatusScreen?: boolean | null | undefined;
  readonly theme?: string | null | undefined;
  readonly transactionDetails?: ReadonlyArray<TransactionDetailInput> | null | undefined;
};

export type PaymentMethodDataInput = {
  readonly bankDebit?: BankDebitInput | null | undefined;
  readonly bankRedirect?: BankRedirectInput | null | undefined;
  readonly bankTransfer?: BankTransferPaymentInput | null | undefined;
  readonly billing?: ContactInput | null | undefined;
  readonly card?: CardInput | null | undefined;
  readonly crypto?: CryptoPaymentInput | null | undefined;
  readonly giftCard?: GiftCardInput | null | undefined;
  readonly payLater?: PayLaterInput | null | undefined;
  readonly realTimePayment?: RealTimePaymentInput | null | undefined;
  readonly upi?: UpiInput | null | undefined;
  readonly voucher?: VoucherInput | null | undefined;
  readonly wallet?: WalletInput | null | undefined;
};

export type PaymentMethodExportStatus =
  | 'approved'
  | 'awaiting_approval'
  | 'completed'
  | 'expired'
  | 'processing'
  | 'stopped';

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

export type PaymentMethodStatus =
  | 'active'
  | 'awaiting_data'
  | 'inactive'
  | 'processing';

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

export type PayoutAchAccountInput = {
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankAccountNumber: string;
  readonly bankCity?: string | null | undefined;
  readonly bankCountryCode?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bankRoutingNumber: string;
};

export type PayoutBacsAccountInput = {
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankAccountNumber: string;
  readonly bankCity?: string | null | undefined;
  readonly bankCountryCode?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bankSortCode: string;
};

export type PayoutBankInput = {
  readonly ach?: PayoutAchAccountInput | null | undefined;
  readonly bacs?: PayoutBacsAccountInput | null | undefined;
  readonly becs?: PayoutBecsAccountInput | null | undefined;
  readonly sepa?: PayoutSepaAccountInput | null | undefined;
};

export type PayoutBecsAccountInput = {
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankAccountNumber: string;
  readonly bankBsbNumber: string;
  readonly bankCity?: string | null | undefined;
  readonly bankCountryCode?: string | null | undefined;
  readonly bankName?: string | null | undefined;
};

export type PayoutCardInput = {
  readonly bankCode?: string | null | undefined;
  readonly cardHolderName?: string | null | undefined;
  readonly cardNumber: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
};

export type PayoutFilter = {
  readonly amount?: AmountFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly created?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly customerId?: IdFilter | null | undefined;
  readonly merchantConnectorId?: IdFilter | null | undefined;
  readonly not?: PayoutFilter | null | undefined;
  readonly or?: ReadonlyArray<PayoutFilter> | null | undefined;
  readonly payoutType?: PayoutTypeFilter | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly search?: string | null | undefined;
  readonly status?: PayoutStatusFilter | null | undefined;
};

export type PayoutLinkConfigInput = {
  readonly allowedDomains?: ReadonlyArray<string> | null | undefined;
  readonly domainName?: string | null | undefined;
  readonly formLayout?: FormLayout | null | undefined;
  readonly logo?: string | null | undefined;
  readonly merchantName?: string | null | undefined;
  readonly payoutTestMode?: boolean | null | undefined;
  readonly theme?: string | null | undefined;
};

export type PayoutLinkOverridesInput = {
  readonly enabledPaymentMethods?: ReadonlyArray<EnabledPaymentMethodInput> | null | undefined;
  readonly formLayout?: FormLayout | null | undefined;
  readonly logo?: string | null | undefined;
  readonly merchantName?: string | null | undefined;
  readonly payoutLinkId?: string | null | undefined;
  readonly testMode?: boolean | null | undefined;
  readonly theme?: string | null | undefined;
};

export type PayoutMethodDataInput = {
  readonly bank?: PayoutBankInput | null | undefined;
  readonly card?: PayoutCardInput | null | undefined;
  readonly wallet?: PayoutWalletInput | null | undefined;
};

export type PayoutOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: PayoutOrderField;
};

export type PayoutOrderField =
  | 'AMOUNT'
  | 'CREATED';

export type PayoutPaypalInput = {
  readonly email?: string | null | undefined;
  readonly paypalId?: string | null | undefined;
  readonly telephoneNumber?: string | null | undefined;
};

export type PayoutSepaAccountInput = {
  readonly bankAccountHolderName?: string | null | undefined;
  readonly bankCity?: string | null | undefined;
  readonly bankCountryCode?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bic?: string | null | undefined;
  readonly iban: string;
};

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

export type PayoutVenmoInput = {
  readonly telephoneNumber: string;
};

export type PayoutWalletInput = {
  readonly paypal?: PayoutPaypalInput | null | undefined;
  readonly venmo?: PayoutVenmoInput | null | undefined;
};

export type PaypalRedirectInput = {
  readonly email?: string | null | undefined;
};

export type PaypalTokenInput = {
  readonly token: string;
};

export type Permission =
  | 'AUDIT_READ'
  | 'CONNECTORS_CREDENTIALS'
  | 'CONNECTORS_READ'
  | 'CONNECTORS_WRITE'
  | 'CUSTOMERS_READ'
  | 'CUSTOMERS_WRITE'
  | 'DISPUTES_READ'
  | 'DISPUTES_WRITE'
  | 'EVENTS_READ'
  | 'EXPORTS_CREATE'
  | 'KEYS_READ'
  | 'KEYS_WRITE'
  | 'PAYMENTS_CAPTURE'
  | 'PAYMENTS_READ'
  | 'PAYMENTS_WRITE'
  | 'PAYOUTS_READ'
  | 'PAYOUTS_WRITE'
  | 'PERSONAL_DATA_READ'
  | 'REFUNDS_READ'
  | 'REFUNDS_WRITE'
  | 'SETTINGS_READ'
  | 'SETTINGS_WRITE'
  | 'TEAM_READ'
  | 'TEAM_WRITE'
  | 'VAULT_EXPORT'
  | 'WEBHOOKS_WRITE';

export type PhoneInput = {
  readonly countryCode?: string | null | undefined;
  readonly number?: string | null | undefined;
};

export type PixTransferInput = {
  readonly cnpj?: string | null | undefined;
  readonly cpf?: string | null | undefined;
};

export type PrimaryBusinessDetailsInput = {
  readonly business: string;
  readonly country: string;
};

export type PriorityRoutingInput = {
  readonly accounts: ReadonlyArray<RoutingChoiceInput>;
  readonly fallback?: RoutingFallback | null | undefined;
};

export type ProcessorTokenInput = {
  readonly merchantConnectorId: string;
  readonly processorPaymentToken: string;
};

export type ProvenStatus =
  | 'A'
  | 'I'
  | 'Y';

export type RealTimePaymentInput = {
  readonly duitNow?: ScannedCodeInput | null | undefined;
  readonly promptPay?: ScannedCodeInput | null | undefined;
};

export type RecurringDetailsInput = {
  readonly cardWithLimitedData?: LimitedCardInput | null | undefined;
  readonly networkTransactionIdAndCardDetails?: NetworkTransactionCardInput | null | undefined;
  readonly processorPaymentToken?: ProcessorTokenInput | null | undefined;
};

export type RedeliverWebhookInput = {
  readonly deliveryId?: string | null | undefined;
  readonly endpointId?: string | null | undefined;
  readonly eventId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type RedirectBillingInput = {
  readonly billingName?: string | null | undefined;
  readonly email?: string | null | undefined;
};

export type RedirectResponseInput = {
  readonly jsonPayload?: unknown;
  readonly param?: string | null | undefined;
};

export type RefundFilter = {
  readonly amount?: AmountFilter | null | undefined;
  readonly connector?: StringFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly customerId?: IdFilter | null | undefined;
  readonly not?: RefundFilter | null | undefined;
  readonly or?: ReadonlyArray<RefundFilter> | null | undefined;
  readonly paymentId?: IdFilter | null | undefined;
  readonly paymentMethod?: PaymentMethodKindFilter | null | undefined;
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

export type RegularBillingInput = {
  readonly label?: string | null | undefined;
  readonly recurringPaymentEndDate?: string | null | undefined;
  readonly recurringPaymentIntervalCount?: number | null | undefined;
  readonly recurringPaymentIntervalUnit?: string | null | undefined;
  readonly recurringPaymentStartDate?: string | null | undefined;
};

export type RejectPaymentInput = {
  readonly cancellationReason?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly paymentId: string;
  readonly profileId?: string | null | undefined;
};

export type RemoveMemberInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly personId: string;
};

export type ReportList =
  | 'captures'
  | 'customers'
  | 'disputes'
  | 'payments'
  | 'payouts'
  | 'refunds';

export type ReportPeriod =
  | 'daily'
  | 'monthly'
  | 'weekly';

export type ReportStatus =
  | 'failed'
  | 'pending'
  | 'ready';

export type ReversalReason =
  | 'another_attempt'
  | 'payment_cancelled'
  | 'payment_expired';

export type ReversalStatus =
  | 'failed'
  | 'pending'
  | 'succeeded';

export type RevokeApiKeyInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly keyId: string;
  readonly merchantId?: string | null | undefined;
};

export type RevokeInvitationInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly invitationId: string;
  readonly merchantId?: string | null | undefined;
};

export type Role =
  | 'admin'
  | 'analyst'
  | 'developer'
  | 'operator'
  | 'owner';

export type RotateWebhookSecretInput = {
  readonly endpointId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly overlapSeconds?: number | null | undefined;
};

export type RoutedTransaction =
  | 'payment'
  | 'payout';

export type RoutingAlgorithmInput =
  {   readonly advanced: AdvancedRoutingInput; readonly priority?: never; readonly single?: never; readonly volumeSplit?: never; }
  |  { readonly advanced?: never;   readonly priority: PriorityRoutingInput; readonly single?: never; readonly volumeSplit?: never; }
  |  { readonly advanced?: never; readonly priority?: never;   readonly single: SingleRoutingInput; readonly volumeSplit?: never; }
  |  { readonly advanced?: never; readonly priority?: never; readonly single?: never;   readonly volumeSplit: VolumeSplitRoutingInput; };

export type RoutingChoiceInput = {
  readonly connector?: string | null | undefined;
  readonly merchantConnectorId?: string | null | undefined;
};

export type RoutingComparison =
  | 'equal'
  | 'greater_or_equal'
  | 'greater_than'
  | 'in'
  | 'less_or_equal'
  | 'less_than'
  | 'not_equal'
  | 'not_in';

export type RoutingConditionInput = {
  readonly comparison: RoutingComparison;
  readonly field: RoutingField;
  readonly values: ReadonlyArray<string>;
};

export type RoutingFallback =
  | 'none';

export type RoutingField =
  | 'amount'
  | 'authentication_type'
  | 'card_network'
  | 'country'
  | 'currency'
  | 'payment_method'
  | 'payment_method_type'
  | 'payout_type';

export type RoutingInput = {
  readonly data?: unknown;
  readonly fallback?: RoutingFallback | null | undefined;
  readonly type?: RoutingType | null | undefined;
};

export type RoutingRuleInput = {
  readonly accounts?: ReadonlyArray<RoutingChoiceInput> | null | undefined;
  readonly conditions?: ReadonlyArray<RoutingConditionInput> | null | undefined;
  readonly name?: string | null | undefined;
  readonly shares?: ReadonlyArray<RoutingShareInput> | null | undefined;
};

export type RoutingShareInput = {
  readonly account: RoutingChoiceInput;
  readonly split: number;
};

export type RoutingType =
  | 'advanced'
  | 'priority'
  | 'single'
  | 'volume_split';

export type SaveEvidenceDraftInput = {
  readonly defenceReason?: string | null | undefined;
  readonly disputeId: string;
  readonly evidence?: string | null | undefined;
  readonly evidenceFields?: unknown;
  readonly evidenceFiles?: ReadonlyArray<DraftedFileInput> | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type SaveViewInput = {
  readonly address: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly list: ViewedList;
  readonly name: string;
  readonly viewId?: string | null | undefined;
};

export type ScannedCodeInput = {
  readonly email?: string | null | undefined;
};

export type SendTestWebhookInput = {
  readonly endpointId?: string | null | undefined;
  readonly eventType?: EventType | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly profileId?: string | null | undefined;
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

export type ShopVoucherInput = {
  readonly email?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
};

export type SingleRoutingInput = {
  readonly account: RoutingChoiceInput;
  readonly fallback?: RoutingFallback | null | undefined;
};

export type StatsGrouping =
  | 'AUTHENTICATION_TYPE'
  | 'BILLING_COUNTRY'
  | 'CARD_ISSUER'
  | 'CARD_NETWORK'
  | 'CONNECTOR'
  | 'CONNECTOR_ACCOUNT'
  | 'CURRENCY'
  | 'ERROR_CODE'
  | 'FIRST_ATTEMPT_FAILED'
  | 'ISSUER_ERROR_CODE'
  | 'PAYMENT_METHOD'
  | 'PAYMENT_METHOD_TYPE'
  | 'PROFILE'
  | 'STATUS'
  | 'UNIFIED_CODE';

export type StatsInterval =
  | 'DAY'
  | 'HOUR'
  | 'MONTH'
  | 'WEEK';

export type StopPaymentMethodExportInput = {
  readonly exportId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type StringFilter = {
  readonly eq?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type SurchargeDetailsInput = {
  readonly surchargeAmount?: number | null | undefined;
  readonly taxAmount?: number | null | undefined;
};

export type TestConnectorWebhookInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantConnectorId: string;
  readonly merchantId?: string | null | undefined;
};

export type ThreeDsDataInput = {
  readonly authenticationCryptogram: CryptogramInput;
  readonly dsTransId: string;
  readonly eci: string;
  readonly exemptionIndicator?: ExemptionIndicator | null | undefined;
  readonly transactionStatus: ProvenStatus;
  readonly version: string;
};

export type TransactionDetailInput = {
  readonly key?: string | null | undefined;
  readonly uiConfiguration?: TransactionDetailStyleInput | null | undefined;
  readonly value?: string | null | undefined;
};

export type TransactionDetailStyleInput = {
  readonly isKeyBold?: boolean | null | undefined;
  readonly isValueBold?: boolean | null | undefined;
  readonly position?: number | null | undefined;
};

export type UnchosenIssuerInput = {
  readonly email?: string | null | undefined;
};

export type UpdateApiKeyInput = {
  readonly allowedAddresses?: ReadonlyArray<string> | null | undefined;
  readonly description?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly keyId: string;
  readonly merchantId?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly permissions?: ReadonlyArray<Permission> | null | undefined;
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
  readonly frmRouting?: RoutingAlgorithmInput | null | undefined;
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
  readonly payoutRouting?: RoutingAlgorithmInput | null | undefined;
  readonly payoutRoutingAlgorithm?: RoutingInput | null | undefined;
  readonly profileId: string;
  readonly profileName?: string | null | undefined;
  readonly redirectToMerchantWithHttpPost?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly routing?: RoutingAlgorithmInput | null | undefined;
  readonly routingAlgorithm?: unknown;
  readonly sessionExpiry?: number | null | undefined;
  readonly taxConnectorId?: string | null | undefined;
  readonly useBillingAsPaymentMethodBilling?: boolean | null | undefined;
  readonly walletxVerifiedDomains?: ReadonlyArray<string> | null | undefined;
  readonly webhookDetails?: WebhookDetailsInput | null | undefined;
};

export type UpdateConnectorAccountInput = {
  readonly additionalMerchantData?: AdditionalMerchantDataInput | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  readonly businessSubLabel?: string | null | undefined;
  readonly connectorAccountDetails?: ConnectorAccountDetailsInput | null | undefined;
  readonly connectorLabel?: string | null | undefined;
  readonly connectorType?: ConnectorType | null | undefined;
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

export type UpdateMerchantAccountInput = {
  readonly defaultProfile?: string | null | undefined;
  readonly enablePaymentResponseHash?: boolean | null | undefined;
  readonly frmRouting?: RoutingAlgorithmInput | null | undefined;
  readonly frmRoutingAlgorithm?: RoutingInput | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly isReconEnabled?: boolean | null | undefined;
  readonly lockerId?: string | null | undefined;
  readonly merchantAccountType?: string | null | undefined;
  readonly merchantDetails?: MerchantDetailsInput | null | undefined;
  readonly merchantId: string;
  readonly merchantName?: string | null | undefined;
  readonly metadata?: unknown;
  readonly notificationRules?: NotificationRulesInput | null | undefined;
  readonly organizationId?: string | null | undefined;
  readonly parentMerchantId?: string | null | undefined;
  readonly paymentResponseHashKey?: string | null | undefined;
  readonly payoutRouting?: RoutingAlgorithmInput | null | undefined;
  readonly payoutRoutingAlgorithm?: RoutingInput | null | undefined;
  readonly pmCollectLinkConfig?: LinkConfigInput | null | undefined;
  readonly primaryBusinessDetails?: ReadonlyArray<PrimaryBusinessDetailsInput> | null | undefined;
  readonly productType?: string | null | undefined;
  readonly reconStatus?: string | null | undefined;
  readonly redirectToMerchantWithHttpPost?: boolean | null | undefined;
  readonly requireSecondFactor?: boolean | null | undefined;
  readonly returnUrl?: string | null | undefined;
  readonly subMerchantsEnabled?: boolean | null | undefined;
  readonly webhookDetails?: WebhookDetailsInput | null | undefined;
};

export type UpdateReportScheduleInput = {
  readonly columns?: string | null | undefined;
  readonly enabled?: boolean | null | undefined;
  readonly filter?: string | null | undefined;
  readonly hour?: number | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly list?: ReportList | null | undefined;
  readonly maskPersonalData?: boolean | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly period?: ReportPeriod | null | undefined;
  readonly profileId?: string | null | undefined;
  readonly recipients?: ReadonlyArray<string> | null | undefined;
  readonly scheduleId: string;
  readonly timeZone?: string | null | undefined;
};

export type UpdateWebhookEndpointInput = {
  readonly description?: string | null | undefined;
  readonly disabled?: boolean | null | undefined;
  readonly endpointId: string;
  readonly eventTypes?: ReadonlyArray<EventType> | null | undefined;
  readonly filter?: WebhookFilterInput | null | undefined;
  readonly headers?: unknown;
  readonly idempotencyKey?: string | null | undefined;
  readonly maskPersonalData?: boolean | null | undefined;
  readonly merchantId?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly version?: WebhookVersion | null | undefined;
};

export type UpiCollectInput = {
  readonly vpaId: string;
};

export type UpiInput = {
  readonly upiCollect?: UpiCollectInput | null | undefined;
  readonly upiIntent?: UpiIntentInput | null | undefined;
};

export type UpiIntentInput = {
  readonly appId?: string | null | undefined;
};

export type VerifyDomainInput = {
  readonly domainId: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

export type ViewedList =
  | 'attempts'
  | 'customers'
  | 'disputes'
  | 'payments'
  | 'payouts'
  | 'refunds';

export type VolumeSplitRoutingInput = {
  readonly fallback?: RoutingFallback | null | undefined;
  readonly shares: ReadonlyArray<RoutingShareInput>;
};

export type VoucherInput = {
  readonly boleto?: BoletoVoucherInput | null | undefined;
  readonly familyMart?: ShopVoucherInput | null | undefined;
  readonly lawson?: ShopVoucherInput | null | undefined;
  readonly miniStop?: ShopVoucherInput | null | undefined;
  readonly oxxo?: ShopVoucherInput | null | undefined;
  readonly payEasy?: ShopVoucherInput | null | undefined;
  readonly seicomart?: ShopVoucherInput | null | undefined;
  readonly sevenEleven?: ShopVoucherInput | null | undefined;
};

export type WalletInput = {
  readonly aliPayRedirect?: PaidOnPageInput | null | undefined;
  readonly applePay?: ApplePayWalletInput | null | undefined;
  readonly googlePay?: GooglePayWalletInput | null | undefined;
  readonly paypalRedirect?: PaypalRedirectInput | null | undefined;
  readonly paypalSdk?: PaypalTokenInput | null | undefined;
  readonly weChatPayQr?: PaidOnPageInput | null | undefined;
  readonly weChatPayRedirect?: PaidOnPageInput | null | undefined;
};

export type WalletRecurringDetailsInput = {
  readonly billingAgreement?: string | null | undefined;
  readonly managementUrl?: string | null | undefined;
  readonly paymentDescription?: string | null | undefined;
  readonly regularBilling?: RegularBillingInput | null | undefined;
};

export type WebhookDeliveryFilter = {
  readonly attemptCount?: StringFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly endpointId?: IdFilter | null | undefined;
  readonly eventId?: IdFilter | null | undefined;
  readonly eventType?: EventTypeFilter | null | undefined;
  readonly not?: WebhookDeliveryFilter | null | undefined;
  readonly or?: ReadonlyArray<WebhookDeliveryFilter> | null | undefined;
  readonly profileId?: IdFilter | null | undefined;
  readonly status?: WebhookDeliveryStatusFilter | null | undefined;
};

export type WebhookDeliveryOrder = {
  readonly direction?: OrderDirection | null | undefined;
  readonly field: WebhookDeliveryOrderField;
};

export type WebhookDeliveryOrderField =
  | 'CREATED_AT';

export type WebhookDeliveryStatus =
  | 'delivered'
  | 'failed'
  | 'pending';

export type WebhookDeliveryStatusFilter = {
  readonly eq?: WebhookDeliveryStatus | null | undefined;
  readonly in?: ReadonlyArray<WebhookDeliveryStatus> | null | undefined;
};

export type WebhookDetailsInput = {
  readonly maskPersonalData?: boolean | null | undefined;
  readonly paymentCreatedEnabled?: boolean | null | undefined;
  readonly paymentFailedEnabled?: boolean | null | undefined;
  readonly paymentStatusesEnabled?: ReadonlyArray<PaymentStatus> | null | undefined;
  readonly paymentSucceededEnabled?: boolean | null | undefined;
  readonly payoutStatusesEnabled?: ReadonlyArray<PayoutStatus> | null | undefined;
  readonly refundStatusesEnabled?: ReadonlyArray<RefundStatus> | null | undefined;
  readonly webhookPassword?: string | null | undefined;
  readonly webhookUrl?: string | null | undefined;
  readonly webhookUsername?: string | null | undefined;
  readonly webhookVersion?: string | null | undefined;
};

export type WebhookFilterInput = {
  readonly connectors?: ReadonlyArray<string> | null | undefined;
  readonly currencies?: ReadonlyArray<string> | null | undefined;
  readonly metadata?: unknown;
};

export type WebhookTestOutcome =
  | 'refused'
  | 'unreachable'
  | 'verified';

export type WebhookVersion =
  | 'v1'
  | 'v1_thin';
