import { describe, expect } from 'vitest';
import { access, basics, charge, idOf, lookUpOf, test } from './world.ts';

const HOUR_MS = 3_600_000;

describe('Look-ups at Stripe', () => {
  test('An authorization is found by its identifier', async ({ world }) => {
    const request = charge();
    const id = idOf(await world.connector.authorize!(access, request));
    expect(
      await world.connector.lookUp!(access, lookUpOf(request, { connectorTransactionId: id })),
    ).toMatchObject({ kind: 'succeeded', connectorTransactionId: id });
  });

  test('An authorization is found by its call once search shows it, and by its idempotency key before', async ({
    world,
  }) => {
    const request = charge();
    const id = idOf(await world.connector.authorize!(access, request));
    const look = () => world.connector.lookUp!(access, lookUpOf(request));
    expect(await look()).toEqual({ kind: 'cannot_tell', repeat: 'safe' });
    expect(await world.connector.authorize!(access, request)).toMatchObject({ connectorTransactionId: id });
    world.pass(2 * 60_000);
    expect(await look()).toMatchObject({ kind: 'succeeded', connectorTransactionId: id });
  });

  test('A repeat without the verification code is refused if the first request arrived', async ({
    world,
  }) => {
    const request = charge();
    await world.connector.authorize!(access, request);
    const { method } = request;
    const withoutCode = { kind: 'card', card: { ...(method as { card: object }).card, cvc: null } };
    await expect(
      world.connector.authorize!(access, { ...request, method: withoutCode as typeof method }),
    ).rejects.toThrow(/did not report the outcome/);
    const charges = world.standIn.state.ledger.filter(({ reference }) => reference === request.reference);
    expect(charges).toHaveLength(1);
  });

  test('An authorization that never arrived is not found after an hour, and not repeated after a day', async ({
    world,
  }) => {
    const look = (ageMs: number) => world.connector.lookUp!(access, lookUpOf(charge(), { ageMs }));
    expect(await look(2 * HOUR_MS)).toEqual({ kind: 'not_found', repeat: 'safe' });
    expect(await look(25 * HOUR_MS)).toEqual({ kind: 'not_found', repeat: 'unsafe' });
  });

  test('A capture is found in its payment, distinct from another of the same amount', async ({ world }) => {
    const terms = { incremental: false, extended: false, multipleCaptures: true, network: null };
    const parentTransactionId = idOf(
      await world.connector.authorize!(access, charge('good', { capture: false, terms })),
    );
    const capture = (more: boolean) => ({
      ...basics('cap'),
      ...{ amount: 300, currency: 'USD', connectorTransactionId: parentTransactionId, more },
    });
    const [first, second] = [capture(true), capture(true)];
    const look = (one: typeof first) =>
      world.connector.lookUp!(access, lookUpOf(one, { operation: 'capture', parentTransactionId }));
    const id = idOf(await world.connector.capture!(access, first));
    expect(await look(first)).toMatchObject({
      kind: 'succeeded',
      connectorTransactionId: id,
      moved: { amount: 300, currency: 'USD' },
    });
    expect(await look(second)).toEqual({ kind: 'not_found', repeat: 'safe' });
  });

  test('A capture has the fee of its own balance transaction, and none that may belong to another', async ({
    world,
  }) => {
    const terms = { incremental: false, extended: false, multipleCaptures: true, network: null };
    const parentTransactionId = idOf(
      await world.connector.authorize!(access, charge('good', { capture: false, terms })),
    );
    const captured = async (amount: number) => {
      const money = { amount, currency: 'USD' };
      const request = { ...basics('cap'), ...money, connectorTransactionId: parentTransactionId, more: true };
      return { request, outcome: await world.connector.capture!(access, request) };
    };
    const look = ({ request }: Awaited<ReturnType<typeof captured>>) =>
      world.connector.lookUp!(access, lookUpOf(request, { operation: 'capture', parentTransactionId }));
    const booked = (fee: number) => ({
      fee: { amount: fee, currency: 'USD' },
      settlement: { reference: expect.stringMatching(/^txn_/), availableOn: expect.any(String) },
    });
    const first = await captured(100);
    expect([first.outcome, await look(first)]).toMatchObject([booked(32), booked(32)]);
    const second = await captured(200);
    expect([second.outcome, await look(second)]).toMatchObject([booked(35), booked(35)]);
    // Stripe's charge names the balance transaction of its latest capture.
    expect(await look(first)).not.toHaveProperty('fee');
    const third = await captured(200);
    expect(third.outcome).toMatchObject(booked(35));
    for (const one of [second, third]) {
      const found = await look(one);
      expect(found).toMatchObject({ kind: 'succeeded' });
      expect([found]).not.toMatchObject([{ settlement: expect.anything() }]);
    }
  });

  test('A refund is found among the refunds of its payment', async ({ world }) => {
    const parentTransactionId = idOf(await world.connector.authorize!(access, charge()));
    const refund = () => ({
      ...basics('ref'),
      ...{ amount: 300, currency: 'USD', connectorTransactionId: parentTransactionId },
      ...{ reason: 'Too small', split: null },
    });
    const [first, second] = [refund(), refund()];
    const id = idOf(await world.connector.refund!(access, first));
    const look = (one: typeof first) =>
      world.connector.lookUp!(access, lookUpOf(one, { operation: 'refund', parentTransactionId }));
    expect(await look(first)).toMatchObject({
      kind: 'succeeded',
      connectorTransactionId: id,
      fee: { amount: 0, currency: 'USD' },
      settlement: { reference: expect.stringMatching(/^txn_/) },
    });
    expect(await look(second)).toEqual({ kind: 'not_found', repeat: 'safe' });
  });

  test('A void is found by the remaining amount of its payment', async ({ world }) => {
    const request = charge('good', { capture: false });
    const parentTransactionId = idOf(await world.connector.authorize!(access, request));
    const look = () =>
      world.connector.lookUp!(access, lookUpOf(request, { operation: 'void', parentTransactionId }));
    expect(await look()).toEqual({ kind: 'not_found', repeat: 'safe' });
    await world.connector.void!(access, {
      ...basics(),
      connectorTransactionId: parentTransactionId,
      reason: null,
    });
    expect(await look()).toMatchObject({ kind: 'succeeded', connectorTransactionId: parentTransactionId });
  });

  test('A payment of another account looks like a missing one', async ({ world }) => {
    const look = lookUpOf(charge(), { connectorTransactionId: 'pi_of_somebody_else' });
    expect(await world.connector.lookUp!(access, look)).toEqual({ kind: 'cannot_tell', repeat: 'unsafe' });
  });
});
