import { BalanceEntry } from '../entities/balance-entry.ts';
import { Capture } from '../entities/capture.ts';
import { Customer } from '../entities/customer.ts';
import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { handledOperation, operationsByName } from './operation.ts';

/** The export of a resource's list. */
function exportOperation(target: DescribedClass, nouns: string) {
  const { reach, table } = resourceOf(target);
  return handledOperation({
    permission: 'exports:create',
    reach,
    target,
    summary: `Export ${nouns}`,
    about: `Exports a list of ${nouns} as CSV (RFC 4180): exactly the rows of \`${table}\` in GraphQL with the same filter and order, without a limit. It also accepts the filters of the list in REST; rows must match both. \`x-total-count\` is their number or, with \`x-total-count-precision: at_least\`, a lower bound. Cells that a spreadsheet would read as a formula begin with an apostrophe. A response that breaks off is incomplete.`,
    only: { face: 'rest', because: 'GraphQL does not return files.' },
  });
}

export const listExports = operationsByName({
  exportPayments: exportOperation(Payment, 'payments'),
  exportCaptures: exportOperation(Capture, 'captures'),
  exportRefunds: exportOperation(Refund, 'refunds'),
  exportDisputes: exportOperation(Dispute, 'disputes'),
  exportPayouts: exportOperation(Payout, 'payouts'),
  exportBalanceEntries: exportOperation(BalanceEntry, 'balance entries'),
  exportCustomers: exportOperation(Customer, 'customers'),
});
