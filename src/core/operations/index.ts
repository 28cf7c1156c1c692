/**
 * The operations of both APIs, each described once: its permission, reach, kinds of key, input, errors and command.
 * `docs/operations.md` lists them.
 */

import { checkout } from './checkout.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { imports } from './imports.ts';
import { listExports } from './list-exports.ts';
import { mandates } from './mandates.ts';
import { notes } from './notes.ts';
import type { OperationDescription } from './operation.ts';
import { paymentMethods } from './payment-methods.ts';
import { payments } from './payments.ts';
import { payouts } from './payouts.ts';
import { refunds } from './refunds.ts';
import { statistics } from './statistics.ts';
import { vaultExports } from './vault-exports.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

export const allOperations: readonly OperationDescription[] = [
  payments,
  checkout,
  notes,
  refunds,
  disputes,
  payouts,
  customers,
  paymentMethods,
  mandates,
  imports,
  vaultExports,
  listExports,
  statistics,
  webhookEndpoints,
].flatMap((operations): OperationDescription[] => Object.values(operations));
