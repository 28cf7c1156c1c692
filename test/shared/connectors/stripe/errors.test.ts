import { describe, expect } from 'vitest';
import { errorTable } from '../../../../src/connectors/stripe/error-table.ts';
import { cards } from './stand-in/cards.ts';
import { access, basics, charge, idOf, test } from './world.ts';

const INTENTS = /^\/v1\/payment_intents$/;

describe('Error responses from Stripe', () => {
  test('Every code has one meaning in each step of a flow', () => {
    const keys = errorTable.map(({ flow, subFlow, code }) => `${flow}/${subFlow ?? '*'}/${code}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test.for([
    ['insufficient_funds', 'do_default'],
    ['lost_card', 'do_default'],
    ['processing_error', 'retry'],
    ['issuer_not_available', 'retry'],
    ['authentication_error', 'retry'],
    ['amount_too_small', 'do_default'],
  ] as const)('%s leads to %s', ([code, decision]) => {
    const row = errorTable.find((one) => one.flow === 'payment' && one.code === code);
    expect(row?.decision).toBe(decision);
  });

  test('A decline for missing 3-D Secure is retryable with 3-D Secure', () => {
    expect(errorTable.find(({ code }) => code === 'authentication_required')).toMatchObject({ stepUp: true });
  });

  test.for([
    [
      400,
      { type: 'invalid_request_error', code: 'amount_too_small', message: 'Too small.' },
      'amount_too_small',
    ],
    [400, { type: 'invalid_request_error', message: 'Strange.' }, 'invalid_request'],
    [401, { type: 'invalid_request_error', message: 'Invalid API Key.' }, 'authentication_error'],
    [403, { type: 'invalid_request_error', message: 'Not allowed.' }, 'permission_error'],
    [429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down.' }, 'rate_limit'],
    [402, { type: 'card_error', code: 'expired_card', message: 'Expired.' }, 'expired_card'],
    [
      402,
      { type: 'card_error', code: 'card_declined', decline_code: 'lost_card', message: '.' },
      'lost_card',
    ],
  ] as const)('%i %o fails an authorization as %s', async ([status, error, code], { world }) => {
    world.standIn.faults.push({ method: 'POST', path: INTENTS, when: { status, error } });
    expect(await world.connector.authorize!(access, charge())).toMatchObject({ kind: 'failed', code });
  });

  test.for([
    [500, { type: 'api_error', message: 'Sorry.' }],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' }],
    [400, { type: 'idempotency_error', message: 'Another request.' }],
    [503, { type: 'api_error', message: 'Later.' }],
  ] as const)('%i %o leaves the outcome of an authorization unknown', async ([status, error], { world }) => {
    world.standIn.faults.push({ method: 'POST', path: INTENTS, when: { status, error } });
    await expect(world.connector.authorize!(access, charge())).rejects.toThrow(/did not report the outcome/);
  });

  test('A capture that Stripe is too busy for is retried', async ({ world }) => {
    const held = await world.connector.authorize!(access, charge('good', { capture: false }));
    const error = { type: 'invalid_request_error', code: 'lock_timeout', message: 'Locked.' };
    world.standIn.faults.push({ method: 'POST', path: /\/capture$/, when: { status: 429, error } });
    const request = {
      ...basics('cap'),
      ...{ amount: 1000, currency: 'USD', connectorTransactionId: idOf(held), more: false },
    };
    await expect(world.connector.capture!(access, request)).rejects.toThrow(/did not report the outcome/);
    expect((await world.connector.capture!(access, request)).kind).toBe('succeeded');
  });

  test('A decline that forbids a retry is reported as final', async ({ world }) => {
    const error = {
      ...{ type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'No.' },
      ...{ advice_code: 'do_not_try_again', network_advice_code: '03', network_decline_code: '04' },
    };
    world.standIn.faults.push({ method: 'POST', path: INTENTS, when: { status: 402, error } });
    expect(await world.connector.authorize!(access, charge())).toMatchObject({
      kind: 'failed',
      issuerCode: '04',
      advice: { code: '03', retry: 'never' },
    });
  });

  test('An unknown decline code is passed on unchanged, with a warning', async ({ world }) => {
    const outcome = await world.connector.authorize!(access, charge('declined_strangely'));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'moon_phase_unfavourable' });
    expect(world.warnings.join('\n')).toContain('moon_phase_unfavourable');
  });

  test('No message repeats a card number, a key or a secret of the request', async ({ world }) => {
    const message = `Bad value 4242 4242 4242 4242 and ${cards.good} by sk_test_abcdef, pi_1_secret_xyz`;
    const error = { type: 'invalid_request_error', code: 'parameter_unknown', message };
    world.standIn.faults.push({ method: 'POST', path: INTENTS, when: { status: 400, error } });
    const outcome = await world.connector.authorize!(access, charge());
    expect(JSON.stringify(outcome)).not.toMatch(/4242|sk_test|secret_xyz/);
  });
});
