import { describe, expect, test } from 'vitest';
import {
  connectionError,
  exchange,
  RefusedRequestError,
  UnreadableAnswerError,
  type VendorErrors,
} from '../../../src/connectors/exchange.ts';
import { NotSentError, type Outcome, UnansweredError } from '../../../src/core/foundation/ports/connector.ts';

class VendorError extends Error {}
const failed = { kind: 'failed', code: 'refused', message: 'No.' } as const;
const errors: VendorErrors = {
  failureOf: (error) => (error instanceof VendorError ? failed : null),
  unansweredOf: (error) => (error instanceof VendorError ? new UnansweredError('Refused.') : null),
};
const paid: Outcome = { kind: 'succeeded', connectorTransactionId: 'txn_1' };
const throwing = (error: unknown) => () => {
  throw error;
};

const run = (ask: () => unknown, read: () => Outcome) => {
  const warnings: string[] = [];
  const setup = {
    warn: (facts: object, message: string) => void warnings.push(message + JSON.stringify(facts)),
  };
  const done = exchange(setup, errors, {
    ask: async () => ask(),
    read,
    idOf: () => 'txn_1',
  });
  return done.then(
    (outcome) => ({ outcome, warnings }),
    (thrown: unknown) => ({ thrown, warnings }),
  );
};

describe('A request that moves money', () => {
  test.for([
    ['its translation', new RefusedRequestError('amount_not_exact', 'No.'), 'amount_not_exact'],
    ["the vendor's refusal", new VendorError('No.'), 'refused'],
  ] as const)('%s fails the call', async ([, error, code]) => {
    expect(await run(throwing(error), () => paid)).toMatchObject({ outcome: { kind: 'failed', code } });
  });

  test('A request that certainly did not leave counts as not sent', async () => {
    const { thrown } = (await run(throwing(new NotSentError('Down.')), () => paid)) as { thrown: unknown };
    expect(thrown).toBeInstanceOf(NotSentError);
  });

  test.for([
    new UnreadableAnswerError('Half a króna.'),
    new TypeError("Cannot read properties of undefined (reading '4242424242424242')"),
    new RangeError('Invalid time value'),
    new RefusedRequestError('amount_not_exact', 'An amount of the answer.'),
    'a text',
    null,
  ])(
    'Once the vendor has answered, %s leaves the outcome unknown and keeps its transaction',
    async (error) => {
      const { outcome, warnings } = (await run(() => ({}), throwing(error))) as Awaited<
        ReturnType<typeof run>
      > & { outcome: Outcome };
      expect(outcome).toEqual({ kind: 'unknown', reason: 'unreadable', connectorTransactionId: 'txn_1' });
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).not.toContain('4242');
    },
  );

  test.for([new VendorError('No.'), new NotSentError('Down.'), new UnansweredError('Cut.')])(
    'A later request that ends with %s neither fails the call nor counts as not sent',
    async (error) => {
      const { thrown } = (await run(() => ({}), throwing(error))) as { thrown: unknown };
      expect(thrown).toBeInstanceOf(UnansweredError);
    },
  );

  test('A deadline is reported as such', async () => {
    const late = new DOMException('Late.', 'TimeoutError');
    expect(await run(() => ({}), throwing(late))).toMatchObject({ thrown: late });
  });
});

test.for([
  ['ECONNREFUSED', NotSentError],
  ['ENOTFOUND', NotSentError],
  ['UND_ERR_CONNECT_TIMEOUT', NotSentError],
  ['ECONNRESET', UnansweredError],
  ['UND_ERR_SOCKET', UnansweredError],
  [undefined, UnansweredError],
] as const)('A connection that ends with %s is reported as %s', ([code, kind]) => {
  const error = Object.assign(new TypeError('fetch failed'), { cause: { code } });
  expect(connectionError('Acme', error)).toBeInstanceOf(kind);
});
