import { expect } from 'vitest';
import { roles } from '../../../src/core/foundation/permissions.ts';
import { mutate } from '../../kit/mutate.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  doesJobs: true,
  webhooks: { pollMs: 50 },
}));

test('A webhook created without personal_data:read receives masked personal data', async ({ service }) => {
  const shop = await seedMerchant(service);
  const receiver = await startWebhookReceiver();
  try {
    const key = await shop.apiKey({ permissions: roles.developer });
    // A loopback address redirects nothing in the test environment.
    const details = { webhookUrl: 'https://hooks.example.com/all' };
    const set = (as: string, name: string, id: object, webhookDetails: object) =>
      mutate(
        service,
        as,
        name,
        { ...id, webhookDetails },
        `${name.replace(/^[a-z]+/, '').replace(/^./, (first) => first.toLowerCase())} { id }`,
      );
    const places: [string, object][] = [
      ['updateBusinessProfile', { profileId: shop.profileId }],
      ['createBusinessProfile', { profileName: 'of a developer' }],
      ['updateMerchantAccount', { merchantId: shop.merchantId }],
    ];
    for (const [name, id] of places) {
      for (const refused of [
        details,
        { ...details, maskPersonalData: false },
        { ...details, maskPersonalData: null },
      ]) {
        const { errors } = await set(key, name, id, refused);
        expect([name, errors[0]?.extensions.code]).toEqual([name, 'not_permitted']);
        expect(errors[0]!.message).toContain('personal_data:read');
      }
    }
    const own = { profileId: shop.profileId };
    const signed = { ...own, paymentResponseHashKey: 'wzK8sQ2xT7vL1bN9cR5w' };
    await mutate(service, shop.key, 'updateBusinessProfile', signed, 'businessProfile { id }');
    const masked = { ...details, maskPersonalData: true };
    expect((await set(key, 'updateBusinessProfile', own, masked)).errors).toEqual([]);
    // Nor can the mask be removed, alone or with another address, or the merchant's own address reached unmasked.
    for (const change of [
      { maskPersonalData: false },
      { webhookUrl: `${details.webhookUrl}/2`, maskPersonalData: null },
      { webhookUrl: null },
    ]) {
      const { errors } = await set(key, 'updateBusinessProfile', own, change);
      expect(errors[0]?.extensions.code).toBe('not_permitted');
    }
    const local = { ...masked, webhookUrl: receiver.url };
    expect((await set(key, 'updateBusinessProfile', own, local)).errors).toEqual([]);
    const kept = { paymentCreatedEnabled: true };
    expect((await set(key, 'updateBusinessProfile', own, kept)).errors).toEqual([]);

    const given = {
      email: 'zoe@example.com',
      phone: { number: '5550100' },
      address: { first_name: 'Zoe', line1: '1 Main' },
    };
    const personal = /zoe@|5550100|Zoe|1 Main/g;
    const pay = async () => {
      const response = await fetch(`${service.url}/payments`, {
        method: 'POST',
        headers: { 'api-key': shop.key, 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 100, currency: 'USD', profile_id: shop.profileId, billing: given }),
      });
      const { payment_id } = (await response.json()) as { payment_id: string };
      const arrived = () => receiver.arrivals.find(({ objectId }) => objectId === payment_id);
      await expect.poll(arrived, { timeout: 60_000 }).toBeDefined();
      return arrived()!;
    };
    const first = await pay();
    expect(first.body.match(personal)).toBeNull();
    expect(JSON.parse(first.body).content.object.billing.email).toBe('z•••@example.com');
    expect(first.headers['x-webhook-signature-512']).toMatch(/^[\da-f]{128}$/);

    const shown = { maskPersonalData: false };
    expect((await set(shop.key, 'updateBusinessProfile', own, shown)).errors).toEqual([]);
    expect(new Set((await pay()).body.match(personal))).toEqual(
      new Set(JSON.stringify(given).match(personal)),
    );
  } finally {
    await receiver.close();
  }
});
