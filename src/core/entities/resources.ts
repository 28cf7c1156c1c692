import { AdminKey } from './admin-key.ts';
import { ApiKey } from './api-key.ts';
import { Attempt } from './attempt.ts';
import { AuditEntry } from './audit-entry.ts';
import { Authentication } from './authentication.ts';
import { BlocklistEntry } from './blocklist-entry.ts';
import { BusinessProfile } from './business-profile.ts';
import { Capture } from './capture.ts';
import { CardTestingCounter } from './card-testing-counter.ts';
import { CollectLink } from './collect-link.ts';
import { ConnectorAccount } from './connector-account.ts';
import { ConnectorCall } from './connector-call.ts';
import { ConnectorWebhookState } from './connector-webhook-state.ts';
import { Customer } from './customer.ts';
import { Dispute } from './dispute.ts';
import { DisputeAnswer } from './dispute-answer.ts';
import { Domain } from './domain.ts';
import { EncryptionKey } from './encryption-key.ts';
import { ErrorMapping } from './error-mapping.ts';
import { Event } from './event.ts';
import { EvidenceContent } from './evidence-file.ts';
import { ExtendedCardInfo } from './extended-card-info.ts';
import { IdempotencyKey } from './idempotency-key.ts';
import { Invitation } from './invitation.ts';
import { IssuedEphemeralKey } from './issued-ephemeral-key.ts';
import { DeletedList, ListImport, ListImportBatch, ListImportRefusal } from './list-import.ts';
import { LoggedRequest } from './logged-request.ts';
import { Mandate } from './mandate.ts';
import { MerchantAccount } from './merchant-account.ts';
import { Note } from './note.ts';
import { Notification } from './notification.ts';
import { Operator } from './operator.ts';
import { Payment } from './payment.ts';
import { PaymentMethod } from './payment-method.ts';
import { PaymentMethodExport, PaymentMethodExportFile } from './payment-method-export.ts';
import {
  ImportKey,
  PaymentMethodImport,
  PaymentMethodImportBatch,
  PaymentMethodImportResult,
} from './payment-method-import.ts';
import { PaymentToken } from './payment-token.ts';
import { Payout } from './payout.ts';
import { PayoutAttempt } from './payout-attempt.ts';
import { PendingDelivery } from './pending-delivery.ts';
import { Refund } from './refund.ts';
import { Report, ReportPart } from './report.ts';
import { ReportSchedule } from './report-schedule.ts';
import { RoutingConfiguration } from './routing-configuration.ts';
import { RuleReplay, RuleReplayPayment } from './rule-replay.ts';
import { Ruleset } from './ruleset.ts';
import { SavedView } from './saved-view.ts';
import {
  AttemptCount,
  AuditAnchor,
  AuditSeal,
  IdentityOfDatabase,
  IncomingEvent,
  PaymentMetadata,
  ScheduledTask,
  SearchChange,
  SearchEntry,
  ServiceProcess,
  UnsealedAuditEntry,
  Update,
} from './statement-tables.ts';
import { StatsChange, StatsProgress, StatsTotal } from './stats-total.ts';
import { StatusChange } from './status-change.ts';
import { TeamMember } from './team-member.ts';
import { ListEntry, ValueList } from './value-list.ts';
import { VelocityEntry } from './velocity-entry.ts';
import { VendorDeletion } from './vendor-deletion.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';
import { WebhookEndpointState } from './webhook-endpoint-state.ts';

/** Every resource, parents before their children: the order in which tables are created and filled. */
export const resourceClasses = [
  MerchantAccount,
  BusinessProfile,
  ConnectorAccount,
  ErrorMapping,
  Domain,
  AdminKey,
  Operator,
  ApiKey,
  TeamMember,
  Invitation,
  Customer,
  PaymentMethod,
  PaymentMethodImport,
  PaymentMethodImportResult,
  PaymentMethodExport,
  ReportSchedule,
  Report,
  Payment,
  Mandate,
  Attempt,
  Capture,
  Refund,
  Dispute,
  Payout,
  PayoutAttempt,
  Event,
  WebhookDelivery,
  AuditEntry,
  LoggedRequest,
  Notification,
] as const;

/** Entities exposed by neither API. */
export const internalClasses = [
  Authentication,
  ConnectorCall,
  ConnectorWebhookState,
  StatusChange,
  SearchEntry,
  SearchChange,
  StatsTotal,
  StatsChange,
  StatsProgress,
  DisputeAnswer,
  EvidenceContent,
  PaymentMetadata,
  PaymentToken,
  IssuedEphemeralKey,
  ExtendedCardInfo,
  IdempotencyKey,
  CardTestingCounter,
  VelocityEntry,
  AttemptCount,
  IncomingEvent,
  RoutingConfiguration,
  Ruleset,
  RuleReplay,
  RuleReplayPayment,
  ValueList,
  ListEntry,
  BlocklistEntry,
  ListImport,
  ListImportRefusal,
  Note,
  WebhookEndpoint,
  WebhookEndpointState,
  PendingDelivery,
  Update,
  AuditAnchor,
  AuditSeal,
  UnsealedAuditEntry,
  SavedView,
  CollectLink,
  PaymentMethodImportBatch,
  ListImportBatch,
  DeletedList,
  PaymentMethodExportFile,
  ReportPart,
  ImportKey,
  EncryptionKey,
  ServiceProcess,
  ScheduledTask,
  IdentityOfDatabase,
  VendorDeletion,
] as const;
