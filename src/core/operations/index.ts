/**
 * The operations of both APIs, each described once: its permission, reach, kinds of key, input, errors and command.
 * `docs/operations.md` lists them.
 */

import { auditLog } from './audit-log.ts';
import { blocklist } from './blocklist.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { domains } from './domains.ts';
import { errorMappings } from './error-mappings.ts';
import { loggedRequests } from './logged-requests.ts';
import { notifications } from './notifications.ts';
import type { OperationDescription } from './operation.ts';
import { refunds } from './refunds.ts';
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
].flatMap((operations): OperationDescription[] => Object.values(operations));
