import type { Asked } from './asking.ts';
import { cardNumber, iban, key } from './planted.ts';

/** A request with values planted in unexpected places. */
export interface Misplaced {
  readonly asked: Asked;
  readonly keyed: boolean;
}

const request = (position: string, more: Partial<Asked>): Asked => ({
  operation: 'misplaced',
  position,
  method: 'POST',
  path: '/customers',
  writes: false,
  ...more,
});

const graphql = (position: string, body: object): Asked =>
  request(position, { path: '/graphql', body: JSON.stringify(body) });

/** Bodies, headers, paths, query strings, documents and names with planted values, each with a key and without one. */
export function misplacedRequests(paths: readonly string[]): Misplaced[] {
  const secrets = [cardNumber, iban, key];
  const nameOf = (make: () => string) => `v_${make()}`;
  const requests = secrets.flatMap((make) => [
    ...paths.flatMap((path) => [
      request(`body cut off at ${path}`, { path, body: `{"name": "${make()}", "card": "${make()}` }),
      request(`body of text at ${path}`, { path, body: make() }),
      request(`unknown member at ${path}`, {
        path,
        body: JSON.stringify({ [make()]: 1, [nameOf(make)]: make() }),
      }),
      request(`wrong types at ${path}`, { path, body: JSON.stringify([make()]) }),
      request(`another content type at ${path}`, {
        path,
        body: `card=${make()}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      request(`name and value of the query of ${path}`, {
        path: `${path}?${make()}=${make()}&card=${make()}`,
        body: '{}',
      }),
      request(`end of the path ${path}`, { path: `${path}/${make()}`, body: '{}' }),
      request(`query of a GET at ${path}`, {
        method: 'GET',
        path: `${path}?limit=${make()}&${nameOf(make)}=1`,
      }),
      request(`method at ${path}`, { method: 'PUT', path: `${path}?card=${make()}`, body: make() }),
    ]),
    ...[
      'authorization',
      'cookie',
      'user-agent',
      'referer',
      'idempotency-key',
      'x-request-id',
      'content-type',
    ].map((name) => request(`header ${name}`, { body: '{}', headers: { [name]: `${make()} ${make()}` } })),
    request('header of that name', { body: '{}', headers: { [`x-${make()}`]: make() } }),
    request('key', { body: '{}', headers: { 'api-key': make() } }),
    request('key in the query', { method: 'GET', path: `/payments/list?api-key=${make()}` }),
    request('return page', { method: 'GET', path: `/return/${make()}/${make()}/${make()}` }),
    request("connector's webhook", { path: `/webhooks/${make()}/${make()}`, body: make() }),
    request('documents', { method: 'GET', path: `/docs/${make()}?card=${make()}` }),
    graphql('literal of a string', {
      query: `{ payments(filter: { email: { eq: "${make()}" } }) { totalCount } }`,
    }),
    graphql('literal of a number', { query: `{ payments(first: "${make()}") { totalCount } }` }),
    graphql('literal of a mutation', {
      query: `mutation { confirmPayment(input: { paymentId: "${make()}", paymentMethodData: { card: { cardNumber: "${make()}", cardExpMonth: "12", cardExpYear: "2039" } } }) { userErrors { message param } } }`,
    }),
    graphql('comment', { query: `# ${make()}\n{ viewer { ${make()} } # ${make()}` }),
    graphql('variable', {
      query: 'query ($first: Int) { payments(first: $first) { totalCount } }',
      variables: { first: make(), [make()]: make() },
    }),
    graphql("variable's name", {
      query: `query ($${nameOf(make)}: Int!) { payments(first: $${nameOf(make)}) { totalCount } }`,
      variables: { [nameOf(make)]: make() },
    }),
    graphql('operation name', { query: `query ${nameOf(make)} { nothing }`, operationName: make() }),
    graphql('field, argument and fragment', {
      query: `{ ${nameOf(make)} payments(${nameOf(make)}: 1) { ...${nameOf(make)} } } fragment ${nameOf(make)} on Payment { paymentId }`,
    }),
    graphql('directive and type', {
      query: `query ($a: ${nameOf(make)}) { viewer @${nameOf(make)} { keyKind } }`,
    }),
    graphql('persisted query', {
      extensions: { persistedQuery: { version: 1, sha256Hash: make() }, [make()]: make() },
    }),
    request('document cut off', {
      path: '/graphql',
      body: `{"query": "{ viewer { keyKind } }", "${make()}": "${make()}`,
    }),
    request('query of a GET', {
      method: 'GET',
      path: `/graphql?query=${make()}&variables=${make()}&${make()}=1`,
    }),
  ]);
  return requests.flatMap((asked) => [
    { asked, keyed: true },
    { asked, keyed: false },
  ]);
}
