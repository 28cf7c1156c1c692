import { createPublicKey, verify } from 'node:crypto';
import { expect } from 'vitest';
import { accessTo, authentication, lookUpOf, test } from './sandbox-world.ts';

const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.for([
  [1, 'Y'],
  [3, 'Y'],
  ['frictionless', 'Y'],
  ['card_declined', 'N'],
  ['stolen_card', 'R'],
] as const)(
  'Authenticating the test card %s returns the transaction status %s at once',
  async ([card, transStatus], { world }) => {
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
  },
);

test('The challenge card is challenged in a browser', async ({ world }) => {
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

test('In an app the challenge is content signed by the access control server', async ({ world }) => {
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

test('Authentication on a live account is rejected', async ({ world }) => {
  const outcome = await world.sandbox.authenticate(accessTo({ testMode: false }), authentication(1));
  expect(outcome).toMatchObject({ transStatus: 'R', eci: null });
});
