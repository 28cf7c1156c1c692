import { expect } from 'vitest';
import { adyenConnector } from '../../../src/connectors/adyen/adyen.ts';
import { stripeConnector } from '../../../src/connectors/stripe/stripe.ts';
import { EVIDENCE_FILE_MAX_BYTES } from '../../../src/core/entities/evidence-file.ts';
import { test as base } from '../../kit/test.ts';
import { accountWith } from './adyen/harness.ts';
import { API_KEY, startStandIn } from './adyen/stand-in/server.ts';
import { stripeAccount } from './stripe/harness.ts';
import { StandIn as StripeStandIn } from './stripe/stand-in/server.ts';

const now = () => new Date();
const setupAt = (baseUrl: string) => ({ baseUrl, environment: 'test', now, warn: () => {} }) as const;

/** A file of a type and size with a known last word, to verify that all of it arrived. */
const fileOf = (beginning: Buffer, size = EVIDENCE_FILE_MAX_BYTES) => {
  const end = Buffer.from('winning_evidence');
  return Buffer.concat([beginning, Buffer.alloc(size - beginning.length - end.length, 'e'), end]);
};
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const pdf = Buffer.from('%PDF-1.7\n');

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('adyen', { scope: 'file' }, async ({}, { onCleanup }) => {
    const standIn = await startStandIn(now);
    onCleanup(() => standIn.close());
    return standIn;
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('stripe', { scope: 'file' }, async ({}, { onCleanup }) => {
    const standIn = new StripeStandIn(now);
    await standIn.listen();
    onCleanup(() => standIn.close());
    return standIn;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ adyen, stripe }) => ({
    connectors: [adyenConnector(setupAt(adyen.url)), stripeConnector(setupAt(stripe.url))],
  }))
  /** A dispute at a vendor that the service knows. */
  .extend(
    'disputeOf',
    ({ api, shop }) =>
      async (connector_name: string, account: object, connector_dispute_id: string) => {
        const { body, status } = await api.post(`/accounts/${shop.merchantId}/connectors`, {
          connector_type: 'payment_processor',
          connector_name,
          profile_id: shop.profileId,
          ...account,
        });
        expect(status).toBe(200);
        const { merchant_connector_id } = body;
        return shop.dispute(await shop.payment(), {
          connector: connector_name,
          merchant_connector_id,
          connector_dispute_id,
          challenge_required_by: new Date('2099-01-01T00:00:00Z'),
        });
      },
  )
  .extend('challenge', ({ api, service, shop }) => async (id: string, field: string, file: Buffer) => {
    const answer = await fetch(`${service.url}/disputes/${id}/evidence-files?name=evidence`, {
      method: 'POST',
      headers: { 'api-key': shop.key },
      body: file,
    });
    const { file_id } = (await answer.json()) as { file_id: string };
    expect([answer.status, file_id]).toEqual([200, expect.any(String)]);
    const evidence_files = [{ field, file_id }];
    return api.post(`/disputes/${id}/evidence`, { evidence: 'See the file.', evidence_files });
  });

test('Stripe receives a file of 5 MB as evidence of the dispute', async ({
  challenge,
  disputeOf,
  stripe,
}) => {
  stripe.state.disputes.set('dp_large', {
    id: 'dp_large',
    object: 'dispute',
    status: 'needs_response',
    evidence: {},
    evidence_details: {},
  } as never);
  const id = await disputeOf('stripe', stripeAccount, 'dp_large');
  const file = fileOf(png);
  const { body, status } = await challenge(id, 'receipt', file);
  expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
  const uploaded = stripe.bodies.find(({ path }) => path === '/v1/files')!.params as {
    file: string;
    purpose: string;
  };
  expect(uploaded.purpose).toBe('dispute_evidence');
  expect(Buffer.from(uploaded.file, 'latin1').equals(file)).toBe(true);
  const handedIn = stripe.bodies.find(({ path }) => path === '/v1/disputes/dp_large')!.params;
  expect(handedIn).toMatchObject({ evidence: { receipt: expect.stringMatching(/^file_/) }, submit: 'true' });
  expect(stripe.violations).toEqual([]);
});

test("Adyen receives a file of 5 MB as a defence document, and a PDF above 2 MB is refused with Adyen's limits", async ({
  adyen,
  challenge,
  disputeOf,
}) => {
  const payment = { amount: { currency: 'EUR', value: 1000 }, pspReference: 'PAYMENT', reference: 'pay_1_1' };
  adyen.desk.state.disputes.set('DISPUTELARGE', { payment: payment as never, documents: [] });
  const id = await disputeOf('adyen', accountWith(API_KEY), 'DISPUTELARGE');
  const refused = await challenge(id, 'DefenseMaterial', fileOf(pdf));
  expect([refused.status, refused.body.error.param]).toEqual([400, 'evidence_files']);
  expect(refused.body.error.message).toContain('application/pdf up to 2 MB');

  const file = fileOf(jpeg);
  const { body, status } = await challenge(id, 'DefenseMaterial', file);
  expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
  const { documents } = adyen.desk.state.disputes.get('DISPUTELARGE')!;
  expect(documents.some((document) => Buffer.from(document, 'latin1').equals(file))).toBe(true);
  expect(adyen.violations()).toEqual([]);
});
