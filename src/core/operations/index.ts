/**
 * The operations of both APIs, each described once: its permission, reach, kinds of key, input, errors and command.
 * `docs/operations.md` lists them.
 */

import { administrators } from './administrators.ts';
import { apiKeys } from './api-keys.ts';
import { auditLog } from './audit-log.ts';
import { balance } from './balance.ts';
import { blocklist } from './blocklist.ts';
import { businessProfiles } from './business-profiles.ts';
import { checkout } from './checkout.ts';
import { connectorAccounts } from './connector-accounts.ts';
import { customers } from './customers.ts';
import { decisionRules } from './decision-rules.ts';
import { disputes } from './disputes.ts';
import { domains } from './domains.ts';
import { errorMappings } from './error-mappings.ts';
import { events } from './events.ts';
import { imports } from './imports.ts';
import { listExports } from './list-exports.ts';
import { loggedRequests } from './logged-requests.ts';
import { mandates } from './mandates.ts';
import { merchantAccounts } from './merchant-accounts.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import type { OperationDescription } from './operation.ts';
import { paymentMethods } from './payment-methods.ts';
import { payments } from './payments.ts';
import { payouts } from './payouts.ts';
import { refunds } from './refunds.ts';
import { reports } from './reports.ts';
import { routing } from './routing.ts';
import { rulesets } from './rulesets.ts';
import { settlementFiles } from './settlement-files.ts';
import { settlements } from './settlements.ts';
import { statistics } from './statistics.ts';
import { team } from './team.ts';
import { valueLists } from './value-lists.ts';
import { vaultExports } from './vault-exports.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

export const allOperations: readonly OperationDescription[] = [
  payments,
  checkout,
  notes,
  refunds,
  disputes,
  payouts,
  balance,
  customers,
  paymentMethods,
  mandates,
  imports,
  vaultExports,
  listExports,
  settlements,
  settlementFiles,
  statistics,
  merchantAccounts,
  businessProfiles,
  connectorAccounts,
  routing,
  rulesets,
  decisionRules,
  apiKeys,
  administrators,
  team,
  blocklist,
  valueLists,
  domains,
  errorMappings,
  webhookEndpoints,
  events,
  notifications,
  reports,
  auditLog,
  loggedRequests,
].flatMap((operations): OperationDescription[] => Object.values(operations));
