import { accountsBeyond } from './beyond/accounts.ts';
import { apiKeysBeyond } from './beyond/api-keys.ts';
import { auditLogBeyond } from './beyond/audit-log.ts';
import { balanceBeyond } from './beyond/balance.ts';
import { blocklistBeyond } from './beyond/blocklist.ts';
import { capturesBeyond } from './beyond/captures.ts';
import { connectorsBeyond } from './beyond/connectors.ts';
import { checkoutBeyond } from './beyond/customer-checkout.ts';
import { customersBeyond } from './beyond/customers.ts';
import { decisionRulesBeyond } from './beyond/decision-rules.ts';
import { disputesBeyond } from './beyond/disputes.ts';
import { domainsBeyond } from './beyond/domains.ts';
import { errorMappingsBeyond } from './beyond/error-mappings.ts';
import { eventsBeyond } from './beyond/events.ts';
import { exportsBeyond } from './beyond/exports.ts';
import { importsBeyond } from './beyond/imports.ts';
import { loggedRequestsBeyond } from './beyond/logged-requests.ts';
import { mandatesBeyond } from './beyond/mandates.ts';
import { notesBeyond } from './beyond/notes.ts';
import { notificationsBeyond } from './beyond/notifications.ts';
import { operatorsBeyond } from './beyond/operators.ts';
import { paymentMethodsBeyond } from './beyond/payment-methods.ts';
import { paymentsBeyond } from './beyond/payments.ts';
import { payoutsBeyond } from './beyond/payouts.ts';
import { profilesBeyond } from './beyond/profiles.ts';
import { refundsBeyond } from './beyond/refunds.ts';
import { reportsBeyond } from './beyond/reports.ts';
import { routingBeyond } from './beyond/routing.ts';
import { rulesetsBeyond } from './beyond/rulesets.ts';
import { settlementFilesBeyond } from './beyond/settlement-files.ts';
import { settlementsBeyond } from './beyond/settlements.ts';
import { teamBeyond } from './beyond/team.ts';
import { valueListsBeyond } from './beyond/value-lists.ts';
import { vaultExportsBeyond } from './beyond/vault-exports.ts';
import { webhookEndpointsBeyond } from './beyond/webhook-endpoints.ts';
import { evidenceUpload } from './evidence-uploads.ts';
import { bankStatementUpload, settlementUpload } from './finance-uploads.ts';
import { importUpload } from './import-uploads.ts';
import { blocklistUpload, listImportUpload } from './list-import-uploads.ts';
import type { Operation } from './operation.ts';
import { accountOperations } from './routes/accounts.ts';
import { connectorOperations } from './routes/connectors.ts';
import { customerOperations } from './routes/customers.ts';
import { errorMappingOperations } from './routes/error-mappings.ts';
import { paymentMethodOperations } from './routes/payment-methods.ts';
import { paymentOperations } from './routes/payments.ts';
import { payoutOperations } from './routes/payouts.ts';
import { profileOperations } from './routes/profiles.ts';
import { refundOperations } from './routes/refunds.ts';

type SpecifiedOperation = Operation & { readonly number: number };

/** The operations of the specification, in its order. */
export const specifiedOperations: readonly SpecifiedOperation[] = [
  ...paymentOperations,
  ...payoutOperations,
  ...refundOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...accountOperations,
  ...profileOperations,
  ...connectorOperations,
  ...errorMappingOperations,
]
  .filter((operation): operation is SpecifiedOperation => operation.number !== undefined)
  .sort((a, b) => a.number - b.number);

/** The route table: every operation without an upload. The specification's operations come first. */
export const operations: readonly Operation[] = [
  ...specifiedOperations,
  ...paymentsBeyond,
  ...checkoutBeyond,
  ...capturesBeyond,
  ...notesBeyond,
  ...refundsBeyond,
  ...disputesBeyond,
  ...customersBeyond,
  ...paymentMethodsBeyond,
  ...importsBeyond,
  ...vaultExportsBeyond,
  ...domainsBeyond,
  ...reportsBeyond,
  ...mandatesBeyond,
  ...payoutsBeyond,
  ...balanceBeyond,
  ...eventsBeyond,
  ...accountsBeyond,
  ...apiKeysBeyond,
  ...operatorsBeyond,
  ...teamBeyond,
  ...profilesBeyond,
  ...routingBeyond,
  ...rulesetsBeyond,
  ...settlementFilesBeyond,
  ...settlementsBeyond,
  ...decisionRulesBeyond,
  ...blocklistBeyond,
  ...valueListsBeyond,
  ...webhookEndpointsBeyond,
  ...connectorsBeyond,
  ...errorMappingsBeyond,
  ...auditLogBeyond,
  ...loggedRequestsBeyond,
  ...notificationsBeyond,
  ...exportsBeyond,
];

/** Every operation that the OpenAPI document has. */
export const documentedOperations: readonly Operation[] = [
  ...operations,
  evidenceUpload,
  importUpload,
  settlementUpload,
  bankStatementUpload,
  listImportUpload,
  blocklistUpload,
];
