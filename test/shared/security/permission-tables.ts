import type { Permission } from '../../../src/core/foundation/permissions.ts';

/**
 * The permission a request requires; `operator`, `person` and `customer` if no API key may make it, `anyone` if every
 * one may.
 */
export type Taken = Permission | 'operator' | 'person' | 'customer' | 'anyone';

/** Names by required permission. A name may occur in one line only. */
function byName(lines: Partial<Record<Taken, string>>): ReadonlyMap<string, Taken> {
  const names = Object.entries(lines).flatMap(([taken, some]) =>
    some.split(' ').map((name) => [name, taken as Taken] as const),
  );
  const table = new Map(names);
  if (table.size !== names.length) throw new Error('A name stands in two lines.');
  return table;
}

/** Types, queries, mutations and REST operations closed to every profile key, whatever its permissions. */
export const ofWholeMerchant: ReadonlySet<string> = new Set(
  [
    'MerchantAccount TeamMember Invitation AuditEntry LoggedRequest connectorLatency',
    'createValueList deleteValueList addListEntries deleteListEntry',
    'FinanceImport FinanceImportRefusal BankStatementLine confirmFinanceImport undoFinanceImport listFinanceImports',
    'retrieveFinanceImport listFinanceImportRefusals listBankStatementLines retrieveBankStatementLine',
    'addToBlocklist removeFromBlocklist toggleBlocklist testClock retrieveTestClock advanceTestClock',
    'backfillBalanceEntries updateMerchantAccount rotatePublishableKey createBusinessProfile deleteBusinessProfile deleteCustomer',
    'inviteMember revokeInvitation changeMemberRole removeMember',
    'listMerchantAccounts listTeamMembers retrieveTeamMember listInvitations retrieveInvitation',
    'listAuditLog retrieveAuditEntry listRequestLog retrieveLoggedRequest',
    'PaymentMethodImport PaymentMethodImportResult importPublicKeys PaymentMethodExport',
    'requestPaymentMethodExport stopPaymentMethodExport',
    'Domain createDomain verifyDomain deleteDomain listDomains retrieveDomain',
    'ReportSchedule Report createReportSchedule updateReportSchedule deleteReportSchedule',
    'listReportSchedules retrieveReportSchedule listReports retrieveReport downloadReport',
    'listPaymentMethodExports retrievePaymentMethodExport downloadPaymentMethodExport',
    'retrieveImportPublicKeys listPaymentMethodImports retrievePaymentMethodImport listPaymentMethodImportResults',
  ].flatMap((line) => line.split(' ')),
);

/** The permission for reading an object, by type. */
export const ofTypes = byName({
  'payments:read': 'Payment Attempt Capture Note RuleReplay RuleReplayPayment',
  'refunds:read': 'Refund',
  'disputes:read': 'Dispute',
  'payouts:read': 'Payout PayoutAttempt',
  'customers:read': 'Customer PaymentMethod Mandate PaymentMethodImport PaymentMethodImportResult',
  'events:read': 'Event WebhookDelivery WebhookEndpointHealth LoggedRequest Notification',
  'connectors:read': 'ConnectorAccount ConnectorHealth ConnectorCallCounts ErrorMapping',
  'settings:read':
    'MerchantAccount BusinessProfile WebhookEndpoint RoutingConfiguration Ruleset BlocklistEntry ValueList ListEntry ListImport ListImportRefusal Domain',
  'keys:read': 'ApiKey',
  'team:read': 'TeamMember Invitation',
  'audit:read': 'AuditEntry',
  'finance:read':
    'BalanceEntry Settlement SettlementLine FinanceImport FinanceImportRefusal BankStatementLine',
  'vault:export': 'PaymentMethodExport',
  'exports:create': 'ReportSchedule Report',
  operator: 'AdminKey Operator',
});

/** The permissions of queries without a type: these request a payment's node, and a refund's. */
export const ofQueries = byName({
  anyone: 'viewer updatesCursor',
  'connectors:read': 'connectors featureMatrix',
  'payments:read': 'node paymentStats attemptStats connectorLatency pollStatus paymentActivity',
  'vault:export': 'extendedCardInfo',
  'refunds:read': 'nodes refundStats',
  'disputes:read': 'disputeStats disputeEvidence',
  'payouts:read': 'payoutStats',
  'events:read': 'eventFeed',
  'finance:read': 'balances balanceDays',
  'settings:read': 'testClock',
  'settings:write': 'tryRouting checkRouting',
  'customers:write': 'importPublicKeys',
  customer: 'paymentMethodOffer savedPaymentMethodOffer',
});

export const ofSubscriptions = byName({
  'payments:read': 'paymentUpdated',
  'refunds:read': 'refundUpdated',
  'disputes:read': 'disputeUpdated',
  'payouts:read': 'payoutUpdated',
  'events:read': 'webhookDelivered',
});

/** What takes an administrator, and is open to the key of an organization as well. */
export const ofOrganization: ReadonlySet<string> = new Set([
  'createMerchantAccount',
  'retrieveMerchantAccount',
]);

/** What mutations and REST operations take, by the name that both APIs have for them. */
export const ofOperations = byName({
  'payments:read':
    'listPayments listAllPayments sumPayments listCaptures retrieveCapture retrievePayment retrievePollStatus listNotes retrieveNote listPaymentActivity listRuleReplays retrieveRuleReplay listRuleReplayPayments',
  'payments:write':
    'createPayment updatePayment confirmPayment createSessionTokens openWallets startApplePay authenticatePayment checkEligibility checkGiftCardBalance createNote deleteNote mailPaymentLink',
  'payments:capture':
    'capturePayment cancelPayment cancelPaymentRetry incrementAuthorization approvePayment rejectPayment',
  'refunds:read': 'listRefunds retrieveRefund',
  'refunds:write': 'createRefund updateRefund',
  'disputes:read': 'listDisputes retrieveDispute retrieveDisputeEvidence',
  'disputes:write': 'acceptDispute challengeDispute saveEvidenceDraft',
  'payouts:read': 'listPayouts retrievePayout',
  'payouts:write': 'createPayout updatePayout confirmPayout fulfillPayout cancelPayout mailPayoutLink',
  'customers:read':
    'listCustomers listCustomersWithCount retrieveCustomer listCustomerPaymentMethods listPaymentMethods retrievePaymentMethod listMandates listCustomerMandates retrieveMandate listPaymentMethodImports retrievePaymentMethodImport listPaymentMethodImportResults',
  'customers:write':
    'createCustomer updateCustomer deleteCustomer createEphemeralKey deleteEphemeralKey savePaymentMethod updatePaymentMethod deletePaymentMethod setDefaultPaymentMethod createCollectLink mailCollectLink revokeMandate retrieveImportPublicKeys',
  'events:read':
    'listEvents retrieveEvent readEventFeed listWebhookDeliveries retrieveWebhookDelivery retrieveProfileEndpointHealth retrieveWebhookEndpointHealth listRequestLog retrieveLoggedRequest listNotifications retrieveNotification markNotificationRead markAllNotificationsRead',
  'webhooks:write': 'redeliverEvent redeliverWebhook replayWebhooks sendTestWebhook',
  'connectors:read':
    'listConnectors retrieveFeatureMatrix listConnectorAccounts retrieveConnectorAccount retrieveConnectorWebhookStatus listErrorMappings retrieveErrorMapping',
  'connectors:write':
    'createConnectorAccount updateConnectorAccount deleteConnectorAccount testConnectorWebhook',
  'settings:read':
    'listMerchantAccounts listBusinessProfiles retrieveBusinessProfile listWebhookEndpoints retrieveWebhookEndpoint listRoutingConfigurations listActiveRouting retrieveRoutingConfiguration listRulesets retrieveRuleset retrieveThreeDsRules retrieveSurchargeRules listBlocklist retrieveBlocklistEntry listValueLists retrieveValueList listListEntries retrieveListEntry exportListEntries listListImports retrieveListImport listListImportRefusals retrieveTestClock listDomains retrieveDomain',
  'settings:write':
    'updateMerchantAccount createBusinessProfile updateBusinessProfile deleteBusinessProfile createWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint rotateWebhookSecret createRoutingConfiguration activateRoutingConfiguration deactivateRouting evaluateRouting createRuleset activateRuleset deactivateRuleset evaluateRules replayRuleset setThreeDsRules deleteThreeDsRules setSurchargeRules deleteSurchargeRules executeThreeDsRules addToBlocklist removeFromBlocklist toggleBlocklist createValueList deleteValueList addListEntries deleteListEntry advanceTestClock createDomain verifyDomain deleteDomain',
  'keys:read': 'listApiKeys retrieveApiKey',
  'keys:write': 'createApiKey updateApiKey revokeApiKey rotatePublishableKey',
  'team:read': 'listTeamMembers retrieveTeamMember listInvitations retrieveInvitation',
  'team:write': 'inviteMember revokeInvitation changeMemberRole removeMember',
  'audit:read': 'listAuditLog retrieveAuditEntry',
  'finance:read':
    'listBalanceEntries retrieveBalanceEntry listBalances listBalanceDays listSettlements retrieveSettlement listSettlementLines listFinanceImports retrieveFinanceImport listFinanceImportRefusals listBankStatementLines retrieveBankStatementLine',
  'finance:write': 'backfillBalanceEntries confirmFinanceImport undoFinanceImport',
  'vault:export':
    'requestPaymentMethodExport stopPaymentMethodExport listPaymentMethodExports retrievePaymentMethodExport downloadPaymentMethodExport retrieveExtendedCardInfo',
  'exports:create':
    'exportPayments exportCaptures exportRefunds exportDisputes exportPayouts exportBalanceEntries exportCustomers createReportSchedule updateReportSchedule deleteReportSchedule listReportSchedules retrieveReportSchedule listReports retrieveReport downloadReport',
  person: 'saveView deleteView approvePaymentMethodExport',
  operator:
    'createMerchantAccount retrieveMerchantAccount suspendMerchantAccount resumeMerchantAccount deleteMerchantAccount createErrorMapping updateErrorMapping deleteErrorMapping createAdminKey revokeAdminKey listAdminKeys retrieveAdminKey appointOperator removeOperator listOperators retrieveOperator',
  customer: 'offerPaymentMethods offerSavedMethods',
});

/** The operations that the specification opens to customers' keys only: in REST no API key may call them. */
export const ofCustomersInRest: ReadonlySet<string> = new Set(['createSessionTokens', 'authenticatePayment']);
