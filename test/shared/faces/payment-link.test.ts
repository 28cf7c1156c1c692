import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { test } from '../../kit/test.ts';

const created = { amount: 1200, currency: 'EUR' };

test("Both APIs create, change and remove a payment's page", async ({ api, service, shop }) => {
  await api.post(`/account/${shop.merchantId}/business_profile/${shop.profileId}`, {
    payment_link_config: {
      theme: '#111111',
      seller_name: 'Profile',
      allowed_domains: ['shop.example.com'],
      business_specific_configs: { gifts: { seller_name: 'Gifts', theme: 'navy' } },
    },
  });
  const plain = (await api.post('/payments', { ...created, profile_id: shop.profileId })).body as never as {
    payment_id: string;
    payment_link: null;
  };
  expect(plain.payment_link).toBeNull();

  const path = `/payments/${plain.payment_id}`;
  const linked = (await api.post(path, { payment_link: true, payment_link_config_id: 'gifts' }))
    .body as never as {
    payment_link: { link: string; secure_link: string; payment_link_id: string };
  };
  expect(linked.payment_link).toEqual({
    link: expect.stringMatching(`^${service.url}/pay/${shop.merchantId}/${plain.payment_id}/[\\w-]{40,}$`),
    secure_link: expect.stringMatching(`^${service.url}/secure/`),
    payment_link_id: expect.stringMatching(/^plink_/),
  });
  expect(await (await fetch(linked.payment_link.link)).text()).toContain('Gifts');
  const changed = (await api.post(path, { payment_link_config: { seller_name: 'Own' } })).body;
  expect(changed).toMatchObject({ payment_link: linked.payment_link });
  const shown = await (await fetch(linked.payment_link.link)).text();
  expect(shown).toContain('Own');
  expect(shown).toContain('--accent:#111111');
  expect((await api.post(path, { payment_link: false })).body).toMatchObject({ payment_link: null });
  expect((await fetch(linked.payment_link.link)).status).toBe(404);

  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    { ...created, profileId: shop.profileId, paymentLink: true, paymentLinkConfig: { sellerName: 'Twin' } },
    'payment { paymentLink { link secureLink } paymentLinkConfig { sellerName theme } }',
  );
  expect(payload.payment).toMatchObject({
    paymentLink: { link: expect.stringContaining('/pay/') },
    paymentLinkConfig: { sellerName: 'Twin', theme: '#111111' },
  });
});

const config = (payment_link_config: object) => ({ ...created, payment_link: true, payment_link_config });

test.for<[body: object, param: string, message: RegExp]>([
  [config({ theme: 'bluish' }), 'payment_link_config.theme', /must be a CSS colour/],
  [config({ details_layout: 'layout3' }), 'payment_link_config.details_layout', /layout1.*layout2/],
  [config({ sdk_layout: 'list' }), 'payment_link_config.sdk_layout', /accordion.*tabs/],
  [config({ show_card_terms: 'yes' }), 'payment_link_config.show_card_terms', /always.*auto.*never/],
  [config({ payment_form_label_type: 'left' }), 'payment_link_config.payment_form_label_type', /floating/],
  [config({ allowed_domains: ['https://a.com'] }), 'payment_link_config.allowed_domains[0]', /host name/],
  [config({ domain_name: 'a.com/pay' }), 'payment_link_config.domain_name', /host name/],
  [config({ colour: 'red' }), 'payment_link_config.colour', /no parameter/],
  [config({ sdk_ui_rules: { '.Frame': {} } }), 'payment_link_config.sdk_ui_rules', /no element \.Frame/],
  [
    config({ business_specific_configs: { gifts: { theme: 'bluish' } } }),
    'payment_link_config.business_specific_configs',
    /gifts is not valid: theme must be a CSS colour/,
  ],
  [config({ is_setup_mandate_flow: true }), 'payment_link_config.is_setup_mandate_flow', /amount is 0/],
  [
    { ...created, payment_link_config: { theme: 'red' } },
    'payment_link_config',
    /unless payment_link is true/,
  ],
  [
    { ...created, payment_link: true, payment_link_config_id: 'gifts' },
    'payment_link_config_id',
    /No such variant/,
  ],
])('%j is refused and names %s', async ([body, param, message], { api, shop }) => {
  const answer = await api.post('/payments', { ...body, profile_id: shop.profileId });
  expect([400, 404]).toContain(answer.status);
  expect(answer.body).toMatchObject({ error: { param, message: expect.stringMatching(message) } });
});

test('A profile refuses the same settings', async ({ api, shop }) => {
  const path = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  const answer = await api.post(path, {
    payment_link_config: { payment_link_ui_rules: { h1: { float: 'left' } } },
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: { param: 'payment_link_config.payment_link_ui_rules' } });
});

test('With a publishable key, return_url must be on an allowed domain, unless the profile allows any', async ({
  api,
  client,
  shop,
}) => {
  const path = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  const body = { ...created, profile_id: shop.profileId, return_url: 'https://own.example.org/done' };
  const { client_secret, payment_id } = (await api.post('/payments', body)).body as never as {
    client_secret: string;
    payment_id: string;
  };
  const confirm = (return_url: string) =>
    client.post(`/payments/${payment_id}/confirm`, {
      key: shop.publishableKey,
      body: { client_secret, return_url },
    });
  const refused = { error: { param: 'return_url', code: 'invalid_parameter' } };
  // Without a payment method nothing is confirmed: address refusals come earlier.
  expect((await confirm('https://elsewhere.example/')).body).toMatchObject({
    error: { code: 'missing_parameter' },
  });
  await api.post(path, { payment_link_config: { allowed_domains: ['*.shop.example', 'localhost:3000'] } });
  for (const address of [
    'https://elsewhere.example/',
    'https://shop.example/',
    'http://a.shop.example/',
    'http://localhost:3001/',
  ]) {
    expect((await confirm(address)).body, address).toMatchObject(refused);
  }
  for (const address of ['https://a.shop.example/x', 'http://localhost:3000/x', body.return_url]) {
    expect((await confirm(address)).body, address).toMatchObject({ error: { code: 'missing_parameter' } });
  }
});
