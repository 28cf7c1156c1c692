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
    about: `Exports a list of ${nouns} as CSV (RFC 4180): exactly the rows that \`${table}\` in GraphQL lists with the same filter and order, however many. It takes the filters of the list in REST too: both have to match. \`x-total-count\` tells how many, or with \`x-total-count-precision: at_least\` how many at least. Cells that a spreadsheet would take for a formula begin with an apostrophe. A response that breaks off is incomplete.`,
    only: { face: 'rest', because: 'GraphQL returns no files.' },
  });
}

export const listExports = operationsByName({
  exportPayments: exportOperation(Payment, 'payments'),
  exportCaptures: exportOperation(Capture, 'captures'),
  exportRefunds: exportOperation(Refund, 'refunds'),
  exportDisputes: exportOperation(Dispute, 'disputes'),
  exportPayouts: exportOperation(Payout, 'payouts'),
  exportCustomers: exportOperation(Customer, 'customers'),
});
