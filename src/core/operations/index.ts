/**
 * The operations of both APIs, each described once: its permission, reach, kinds of key, input, errors and command.
 * `docs/operations.md` lists them.
 */

import { administrators } from './administrators.ts';
import { apiKeys } from './api-keys.ts';
import { auditLog } from './audit-log.ts';
import { blocklist } from './blocklist.ts';
import { businessProfiles } from './business-profiles.ts';
import { connectorAccounts } from './connector-accounts.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { domains } from './domains.ts';
import { errorMappings } from './error-mappings.ts';
import { events } from './events.ts';
import { loggedRequests } from './logged-requests.ts';
import { merchantAccounts } from './merchant-accounts.ts';
import { notifications } from './notifications.ts';
import type { OperationDescription } from './operation.ts';
import { refunds } from './refunds.ts';
import { reports } from './reports.ts';
import { routing } from './routing.ts';
import { team } from './team.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

export const allOperations: readonly OperationDescription[] = [
  refunds,
  disputes,
  customers,
  auditLog,
  blocklist,
  domains,
  errorMappings,
  loggedRequests,
  notifications,
  webhookEndpoints,
  merchantAccounts,
  businessProfiles,
  connectorAccounts,
  routing,
  apiKeys,
  administrators,
  team,
  events,
  reports,
].flatMap((operations): OperationDescription[] => Object.values(operations));
