import { Attempt } from '../../../src/core/entities/attempt.ts';
import { Capture } from '../../../src/core/entities/capture.ts';
import { Dispute } from '../../../src/core/entities/dispute.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import { Refund } from '../../../src/core/entities/refund.ts';
import { fieldsOf, isColumn, resourceOf, restNames } from '../../../src/core/model/index.ts';
import { type BenchCluster, sql } from '../cluster.ts';
import { lists } from './servers/data.js';

const classes = {
  payments: Payment,
  refunds: Refund,
  disputes: Dispute,
  attempts: Attempt,
  captures: Capture,
};

/**
 * Copies payments and their lists to plain tables in a separate schema, as a team would design them for these reads:
 * the columns that REST lists show, unencrypted, under the product's names. Amounts become 32-bit integers, so that
 * 64-bit ones, which drivers read as text, slow down no peer.
 */
export async function copyRows({ ownerUrl, superuserUrl }: BenchCluster): Promise<void> {
  const copies = Object.entries(classes).flatMap(([table, target]) => {
    const shown = new Set<string>([...resourceOf(target).key, 'payment_id', ...restNames(target, 'list')]);
    const columns = fieldsOf(target)
      .filter((field) => isColumn(field) && !field.encrypted && shown.has(field.name))
      .map(({ kind, name }) => (kind === 'amount' ? `${name}::int` : name));
    return [
      `create table peers.${table} as select ${columns.join(', ')} from public.${table}`,
      `alter table peers.${table} add primary key (${resourceOf(target).key.join(', ')})`,
      table === 'payments'
        ? 'create index on peers.payments (merchant_id, created desc, payment_id desc)'
        : `create index on peers.${table} (merchant_id, payment_id)`,
    ];
  });
  const references = Object.keys(lists).flatMap((list) => [
    `alter table peers.${list} add constraint payment foreign key (merchant_id, payment_id) references peers.payments`,
    // PostGraphile would name the list after the columns of the key.
    `comment on constraint payment on peers.${list} is '@foreignFieldName ${list}'`,
  ]);
  await sql(ownerUrl, `set "switchyard.merchant_id" = '*'`, 'create schema peers', ...copies, ...references);
  await sql(superuserUrl, 'vacuum analyze');
}
