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

/** Every operation of the REST API, in the specification's order. */
export const operations: readonly Operation[] = [
  ...paymentOperations,
  ...payoutOperations,
  ...refundOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...accountOperations,
  ...profileOperations,
  ...connectorOperations,
  ...errorMappingOperations,
].sort((a, b) => a.number - b.number);
