import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTo, authentication, lookUpOf, type SandboxWorld, sandboxWorld } from './sandbox-world.ts';

let world: SandboxWorld;
beforeAll(async () => {
  world = await sandboxWorld();
});
afterAll(() => world.close());

const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it.each([
  [1, 'Y'],
  [3, 'Y'],
  ['frictionless', 'Y'],
  ['card_declined', 'N'],
  ['stolen_card', 'R'],
] as const)('%s comes to %s at once', async (card, transStatus) => {
  expect(await world.sandbox.authenticate(accessTo(), authentication(card))).toMatchObject({
    transStatus,
    eci: transStatus === 'Y' ? '05' : null,
    acsUrl: null,
    challengeRequest: null,
    acsSignedContent: null,
    version: '2.2.0',
    threeDsServerTransactionId: expect.stringMatching(uuid),
    dsTransactionId: expect.stringMatching(uuid),
  });
});

it('challenges in a browser', async () => {
  const access = accessTo();
  const request = authentication('challenge');
  const outcome = await world.sandbox.authenticate(access, request);
  expect(outcome).toMatchObject({ transStatus: 'C', eci: null, acsSignedContent: null });
  expect(outcome.acsUrl).toMatch(/^https:\/\/pay\.example\.com\/sandbox\/3ds\/sbx_/);
  expect(decoded(outcome.challengeRequest!)).toEqual({
    threeDSServerTransID: outcome.threeDsServerTransactionId,
    acsTransID: outcome.acsTransactionId,
    messageVersion: '2.2.0',
    messageType: 'CReq',
    challengeWindowSize: '05',
  });
  expect(await world.sandbox.authenticate(access, request)).toEqual(outcome);
  const found = await world.sandbox.lookUp(access, lookUpOf(request));
  expect(found.kind).toBe('requires_action');
});

it('challenges in an app with content that it has signed', async () => {
  const request = authentication('challenge', { deviceChannel: 'APP' });
  const outcome = await world.sandbox.authenticate(accessTo(), request);
  expect(outcome).toMatchObject({ transStatus: 'C', acsUrl: null });
  const [header, content, signature] = outcome.acsSignedContent!.split('.') as [string, string, string];
  expect(decoded(content)).toMatchObject({ acsTransID: outcome.acsTransactionId });
  expect(decoded(content).acsURL).toMatch(/\/sandbox\/3ds\/sbx_/);
  const key = createPublicKey({ key: decoded(header).jwk, format: 'jwk' });
  const signed = Buffer.from(`${header}.${content}`);
  const check = { key, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', signed, check, Buffer.from(signature, 'base64url'))).toBe(true);
});

it('rejects a live account', async () => {
  const outcome = await world.sandbox.authenticate(accessTo({ testMode: false }), authentication(1));
  expect(outcome).toMatchObject({ transStatus: 'R', eci: null });
});
