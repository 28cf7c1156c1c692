import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DisputeStatus } from '../../../src/core/entities/dispute.ts';
import { EventType, eventTypeOf } from '../../../src/core/entities/event-types.ts';
import {
  AttemptStatus,
  CaptureStatus,
  PaymentStatus,
} from '../../../src/core/entities/payment-enumerations.ts';
import { PayoutStatus } from '../../../src/core/entities/payout-status.ts';
import { RefundStatus } from '../../../src/core/entities/refund-status.ts';
import { type EnumerationOf, UNREACHED } from '../../../src/core/model/index.ts';

const objects = {
  payment: PaymentStatus,
  refund: RefundStatus,
  dispute: DisputeStatus,
  payout: PayoutStatus,
};
const parts = { 'payment attempt': AttemptStatus, capture: CaptureStatus };
const sources = path.resolve(import.meta.dirname, '../../../src');
/** Where fields are described, stored or generated, but not acted on. */
const describing = /^core\/entities\/|-inputs?\.ts$|^database\/migrations\/|^dev\/|^pages\//;

/** Code without comments and descriptive texts of several words. */
const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !describing.test(file))
  .map((file) => readFileSync(path.join(sources, file), 'utf8'))
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll(/(?<=^|\s)\/\/.*$/gm, '')
  .replaceAll(/'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"/g, "''");

const quoted = new Set([...code.matchAll(/'(\w+)'/g)].map(([, word]) => word!));

test('Every status is reached by some code, or documented as unreached', () => {
  const statuses = Object.values<EnumerationOf>({ ...objects, ...parts });
  for (const { meanings, name, unreached, values } of statuses) {
    const silent = values.filter((value) => !quoted.has(value.replace('dispute_', '')));
    const said = values.filter((value) => meanings[value]!.endsWith(` ${UNREACHED}`));
    expect([name, silent.filter((value) => !unreached.includes(value))]).toEqual([name, []]);
    expect([name, said]).toEqual([name, unreached]);
  }
});

test('An event type is unreached exactly if all of its statuses are', () => {
  const told = Object.entries({ ...objects, ...parts }).flatMap(([of, { unreached, values }]) =>
    values
      .filter((value) => !unreached.includes(value as never))
      .map((value) => eventTypeOf(of, 'another', value)),
  );
  // An increase leaves the status unchanged, as do reversals and mismatches.
  const increases = ['payment_authorization_increased', 'payment_authorization_increase_failed'];
  const announced = [
    ...['payment_reversed', 'payment_reversal_failed', 'notification_created', 'report_ready'],
    ...['payment_retry_scheduled', 'payment_retry_cancelled'],
    ...['payment_not_as_asked', 'refund_not_as_asked', 'payout_not_as_asked'],
  ];
  const created = eventTypeOf('payment', null, 'requires_payment_method');
  const reached = new Set<string | null>([created, ...increases, ...announced, ...told]);
  expect(EventType.values.filter((type) => !reached.has(type))).toEqual(EventType.unreached);
});
