import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const description = `
Switchyard stands between merchants and the companies that move their money, called connectors. A merchant
speaks to this one API; the service chooses a connector account, speaks to it, and keeps what came of it.

## Keys

Every request carries a key in the header \`api-key\`:

- an **API key** (\`sk_…\`) belongs to one merchant and acts for it, from the merchant's own server only;
- a **publishable key** (\`pk_…\`) may be public and can do little: it acts on one payment together with its
  \`client_secret\`;
- the **admin API key** belongs to whoever runs the service.

A key that is missing, unknown, revoked or expired is answered 401; a good one of the wrong kind 403. A key sees
only its own merchant's objects: any other is answered 404, as if it did not exist.

## Requests and answers

Bodies are JSON in UTF-8, at most 64 KiB. Amounts are whole numbers in the currency's minor unit, moments are
ISO 8601 in UTC. Success is always 200. An answer has every field of its resource: \`null\` when unset, \`[]\`
when empty. In an update a field that is left out stays as it is and \`null\` clears it; \`metadata\` is merged
key by key. A parameter that an operation does not know is refused rather than ignored.

## Doing it once

A POST may carry an \`Idempotency-Key\`. Sent again with the same key and the same content within 24 hours, it is
answered as it was the first time, with the header \`Idempotency-Replayed: true\`, and nothing is done twice. A
request that failed leaves the key unused.

## Errors

Every error has the same shape: \`{"error": {"type", "code", "message", "param", "request_id"}}\`, with all of
several bad parameters in \`errors\`. Go by \`code\`; \`message\` is for people. A payment that a connector
declines is not an error: the call is answered 200, and the resource says what happened in \`status\`,
\`error_code\` and \`unified_code\`. Each operation names the codes it may answer.

## Lists

\`GET /payments/list\` is paged: \`limit\` says how many, \`starting_after\` and \`ending_before\` take the
identifier of a payment and answer what follows or precedes it. Every other list is answered whole.

## Events

What happens to a payment, refund, dispute or payout is recorded with the change itself and sent to the
\`webhook_url\` of its business profile, or else of the merchant account: see the webhooks below. Every event is
sent at least once, so go by \`event_id\` to handle it once; events of one object come in their order.

Check that a request is ours before you believe it, over the body byte for byte and with the profile's
\`payment_response_hash_key\`. Either signature will do:

- \`webhook-signature\` is that of [Standard Webhooks](https://www.standardwebhooks.com/), for which there are
  libraries: Base64 of the HMAC-SHA256 of \`webhook-id\`, \`webhook-timestamp\` and the body, joined by dots;
- \`x-webhook-signature-512\` is the HMAC-SHA512 of the body, in hexadecimal.
`.trim();

/** What is said of the service as a whole. */
export const info = Object.freeze({
  title: 'Switchyard',
  version,
  summary: 'Payments orchestration: one API in front of many payment connectors.',
  description,
  contact: { name: 'The maintainers of Switchyard' },
  license: { name: 'MIT', identifier: 'MIT' },
});

const scheme = (description: string) => ({ type: 'apiKey', in: 'header', name: 'api-key', description });

/** The kinds of key. All come in the same header; the service tells them apart. */
export const securitySchemes = Object.freeze({
  api_key: scheme("A merchant's API key, `sk_…`. For the merchant's own server only."),
  publishable_key: scheme("A merchant's publishable key, `pk_…`. May be public."),
  admin_key: scheme('The admin API key, from the configuration of the service.'),
});
