import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const description = `
Switchyard is a payment orchestrator: merchants integrate one API, and the service routes each payment, refund and
payout to one of their accounts at payment service providers, called **connectors**.

Operations are grouped by what they are about. Nineteen are those of the specification, exactly, and say their number
in it. The others, marked by \`x-beyond-specification\`, are what else the GraphQL API can do, at the paths of Hyperswitch where it has
them; their responses contain every field that GraphQL shows of an object, but for objects and lists that have operations
of their own, the global \`id\`, and what GraphQL computes: \`timeline\`, \`nextStates\`, \`health\`, \`neverMatches\`,
\`webhookEndpoint\`, \`webhookUrl\`, \`webhooks\` and the typed \`routing\`, \`frmRouting\` and \`payoutRouting\`.

## Authentication

Every request carries a key in the \`api-key\` header:

- an **API key** (\`sk_…\`) belongs to one merchant and has full access to its objects. Use it only from the
  merchant's server;
- a **publishable key** (\`pk_…\`) may be public. It permits a few client-side calls, together with the
  \`client_secret\` of a payment;
- an **ephemeral key** (\`epk_…\`) belongs to the customer of one payment, and is returned with it once. The customer's
  page confirms the payment with it, and manages the customer's saved payment methods. It ends with the payment;
- the **admin API key** belongs to the operator of the service. It creates merchant accounts and error mappings.
  Beyond the specification it acts for the merchant that it names in the path or in \`merchant_id\`. So does another key
  of an administrator (\`ak_…\`) and, for the merchant accounts of one organization, the key of that (\`ok_…\`).

Missing, unknown, revoked and expired keys result in 401, valid keys of the wrong kind in 403. A key gives access to
its own merchant's objects only; those of other merchants result in 404, as if they did not exist.

## Requests and responses

Bodies are JSON in UTF-8, up to 64 KiB. Amounts are integers in the currency's minor unit (1099 is 10.99 EUR, or
1099 JPY). Timestamps are ISO 8601 in UTC with milliseconds. Successful responses have status 200 and contain every
field of the resource: \`null\` if unset, \`[]\` if empty. In an update, omitted fields keep their values, \`null\`
clears a field, and \`metadata\` is merged key by key. Unknown parameters are rejected. Where a response lists the values
of a field, new values may be added.

Fields described as *stored only* are validated, stored and returned, but have no effect in this version. Fields
described as *reserved* are always null or empty.

## Idempotency

POST and DELETE requests may carry an \`Idempotency-Key\`. A request repeated with the same key and content within 24 hours
returns the first response, with the header \`Idempotency-Replayed: true\`, and has no further effect. A request
that failed does not use up its key.

## Errors

All errors have the form \`{"error": {"type", "code", "message", "param", "request_id"}}\`; if several parameters are
invalid, \`errors\` lists all of them. Rely on \`code\`; \`message\` is meant for people. A declined payment is not
an error: the response has status 200, and the payment carries \`status\`, \`error_code\` and \`unified_code\`. Each
operation lists the codes it may return.

## Rate limits

Reads, writes, and writes that may call a connector are each limited per key and minute. \`RateLimit\` and
\`RateLimit-Policy\` on every response say what is left. A request beyond a limit results in 429 with \`Retry-After\`,
and may be repeated with the same \`Idempotency-Key\`.

## Pagination

\`GET /payments/list\` returns pages of \`limit\` payments. \`starting_after\` and \`ending_before\` take a payment's
identifier as cursor. The specification's other lists are returned in full. Lists beyond it are pages
\`{"size", "data", "has_more"}\` with the same three parameters, and with a filter for each indexed field.

## Webhooks

Status changes of payments, refunds, disputes and payouts are recorded as events and sent to the \`webhook_url\` of
the business profile, or else of the merchant account; see the webhooks below. Events are delivered at least once:
use \`event_id\` to discard duplicates. Events of one object arrive in order.

Verify the signature of every webhook over the exact bytes of its body, with \`payment_response_hash_key\` of the business profile
(or, where that has none, of the merchant account) as the key. There are two signatures; checking either is sufficient:

- \`webhook-signature\` as defined by [Standard Webhooks](https://www.standardwebhooks.com/), for which there are
  libraries: Base64-encoded HMAC-SHA256 of \`webhook-id\`, \`webhook-timestamp\` and the body, joined by dots;
- \`x-webhook-signature-512\`: hexadecimal HMAC-SHA512 of the body.
`.trim();

/** OpenAPI `info`. */
export const info = Object.freeze({
  title: 'Switchyard',
  version,
  summary: 'Payment orchestration: one API for many payment service providers.',
  description,
  contact: { name: 'The maintainers of Switchyard' },
  license: { name: 'MIT', identifier: 'MIT' },
});

const scheme = (description: string) => ({ type: 'apiKey', in: 'header', name: 'api-key', description });

/** Kinds of API key, which all use the same header, and the session of a person. */
export const securitySchemes = Object.freeze({
  api_key: scheme("A merchant's API key, `sk_…`. For use on the merchant's server only."),
  publishable_key: scheme("A merchant's publishable key, `pk_…`. May be public."),
  ephemeral_key: scheme(
    'The key of a payment’s customer, `epk_…`, as returned with a new payment. Ends with the payment, after an hour at the latest.',
  ),
  admin_key: scheme(
    "The operator's admin API key, set in the configuration of the service, or another key of an administrator, `ak_…`. Where an operation is about merchant accounts, also the key of their organization, `ok_…`.",
  ),
  person: {
    type: 'apiKey',
    in: 'cookie',
    name: 'switchyard.session_token',
    description:
      'The session of a person who signed in to the dashboard. Over HTTPS its name begins with `__Host-`.',
  },
});
