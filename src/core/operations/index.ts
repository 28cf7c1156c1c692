/**
 * The operations of both APIs, each described once: its permission, reach, kinds of key, input, errors and command.
 * `docs/operations.md` lists them.
 */

import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import type { OperationDescription } from './operation.ts';
import { refunds } from './refunds.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

export const allOperations: readonly OperationDescription[] = [
  refunds,
  disputes,
  customers,
  webhookEndpoints,
].flatMap((operations): OperationDescription[] => Object.values(operations));
