import { expect } from 'vitest';
import { allInputs, allResources, type DescribedClass, fieldsOf } from '../../../src/core/model/index.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { mutate } from '../../kit/mutate.ts';
import { test } from '../../kit/test.ts';

graphqlSchema();

/** Every field with the format of a host, as `Class.field`. */
function hostFields(): string[] {
  const classes = new Set<DescribedClass>([
    ...allInputs(),
    ...allResources().map(({ target }) => target as DescribedClass),
  ]);
  for (const target of classes) for (const field of fieldsOf(target)) if (field.of) classes.add(field.of());
  const found = [...classes].flatMap((target) =>
    fieldsOf(target)
      .filter(({ format }) => format === 'host' || format === 'host_pattern')
      .map(({ name }) => `${target.name}.${name}`),
  );
  return [...new Set(found)].sort();
}

const places = {
  payment_link_config: ['LinkConfig', 'PaymentLinkConfig'],
  payout_link_config: ['PayoutLinkConfig'],
};

test('Hosts are stored in header format, in every field for hosts', async ({ api, service, shop }) => {
  const fields = hostFields();
  const classes = new Set(fields.map((name) => name.split('.')[0]!));
  expect([...classes].sort()).toEqual(Object.values(places).flat().sort());
  const given = {
    domain_name: 'Pay.日本.example:8443',
    allowed_domains: ['日本.example', '*.Bücher.example', 'ＳＨＯＰ.example:444'],
  };
  const stored = {
    domain_name: 'pay.xn--wgv71a.example:8443',
    allowed_domains: ['xn--wgv71a.example', '*.xn--bcher-kva.example', 'shop.example:444'],
  };
  const paths = {
    payment_link_config: `/account/${shop.merchantId}/business_profile/${shop.profileId}`,
    payout_link_config: `/account/${shop.merchantId}/business_profile/${shop.profileId}`,
    pm_collect_link_config: `/accounts/${shop.merchantId}`,
  };
  for (const [name, path] of Object.entries(paths)) {
    const { body, status } = await api.post(path, { [name]: given });
    expect([name, status, body.error]).toEqual([name, 200, undefined]);
    expect([name, body[name]]).toEqual([name, expect.objectContaining(stored)]);
  }
  for (const bad of ['日 本.example', 'a..example', '*.', 'exa_mple..']) {
    const { body, status } = await api.post(paths.payment_link_config, {
      payment_link_config: { allowed_domains: [bad] },
    });
    expect([bad, status, body.error?.code]).toEqual([bad, 400, 'invalid_parameter']);
  }

  // Frames of a payment respond, formerly with internal errors.
  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    {
      amount: 100,
      currency: 'EUR',
      paymentLink: true,
      paymentLinkConfig: { allowedDomains: ['日本.example'], domainName: null },
    },
    'payment { paymentId paymentLink { secureLink } }',
  );
  const { paymentId } = payload.payment;
  const frame = await fetch(`${service.url}/elements/${shop.publishableKey}/${paymentId}/card`);
  expect(frame.status).toBe(200);
  expect(frame.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://xn--wgv71a.example',
  );
  const secure = new URL(payload.payment.paymentLink.secureLink).pathname;
  expect((await fetch(`${service.url}${secure}`, { headers: { 'sec-fetch-dest': 'iframe' } })).status).toBe(
    200,
  );
});
