import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOutcome } from '../../../../src/core/connector-calls/read-outcome.ts';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import { property } from '../../../kit/property.ts';

const read = (given: unknown) => readOutcome(given as Outcome);
const connectorTransactionId = 'txn_1';
const success = { kind: 'succeeded', connectorTransactionId } as const;
const money = { currency: 'EUR', authorized: 1000, captured: 0 };
const unreadable = { kind: 'unknown', reason: 'unreadable' };

describe('An outcome from a connector', () => {
  test.for([
    [undefined],
    [null],
    ['succeeded'],
    [{}],
    [{ kind: 'of tomorrow', connectorTransactionId }],
    [{ kind: { succeeded: true } }],
    [{ kind: 'succeeded' }],
    [{ kind: 'succeeded', connectorTransactionId: '' }],
    [{ kind: 'pending', connectorTransactionId: { id: 'txn_1' } }],
    [{ kind: 'requires_action', connectorTransactionId: 'txn_1', action: { type: 1 } }],
    [{ kind: 'failed', message: 'No.' }],
    [{ kind: 'failed', code: { a: 1 }, message: 'No.' }],
  ])('%j is unreadable: the outcome of the call stays unknown', ([given]) => {
    expect(read(given)).toMatchObject(unreadable);
  });

  test.for([
    [{ ...success, money: { ...money, authorized: 1000.5 } }],
    [{ ...success, money: { ...money, captured: -1 } }],
    [{ ...success, money: { ...money, currency: 'euro' } }],
    [{ ...success, moved: { amount: '1000', currency: 'EUR' } }],
    [{ ...success, moved: { amount: Number.MAX_VALUE, currency: 'EUR' } }],
  ])('%j has an unreadable amount: its transaction is kept', ([given]) => {
    expect(read(given)).toEqual({ ...unreadable, connectorTransactionId });
  });

  test.for([
    [{ fee: { amount: 43.8, currency: 'ISK' } }],
    [{ fee: null }],
    [{ connectorMandateId: { id: 'm' } }],
    [{ checks: { cvc: 'perhaps' } }],
    [{ authentication: { transStatus: 'Z' } }],
    [{ card: 'credit' }],
    [{ facts: { risk: { score: 1 } } }],
    [{ captureBefore: 'tomorrow' }],
    [{ granted: { incremental: 'yes' } }],
    [{ raw: 'text' }],
  ])('%j is dropped, and the call succeeds', ([beside]) => {
    expect(read({ ...success, money, ...beside })).toEqual({ ...success, money });
  });

  test('Failure messages lose card numbers and keys', () => {
    const text = 'No such card: 4242 4242 4242 4242 (sk_test_abcdefgh, pi_1_secret_xyz)';
    const failed = read({ kind: 'failed', code: text, message: text, issuerMessage: text });
    expect(failed.kind).toBe('failed');
    expect(JSON.stringify(failed)).not.toMatch(/4242|abcdefgh|secret_xyz/);
  });

  property(
    'Whatever it is, it is never thrown at, and has failed only if it says so',
    fc.anything(),
    (given) => {
      const { kind } = read(given);
      expect(['succeeded', 'pending', 'requires_action', 'failed', 'unknown']).toContain(kind);
      if (kind === 'failed') expect((given as Outcome).kind).toBe('failed');
    },
  );
});
