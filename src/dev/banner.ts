import type { DemoPersons } from './demo/demo-persons.ts';

/** A merchant whose keys are known. */
export interface KnownMerchant {
  readonly merchantId: string;
  readonly apiKey: string;
  readonly publishableKey: string;
  /** Its people. Their password is known only on the first start. */
  readonly persons?: DemoPersons;
}

/** The database's contents when the service starts. */
export type Holdings =
  | { readonly kind: 'known'; readonly merchant: KnownMerchant }
  | { readonly kind: 'empty' }
  /** Merchants. The first has no API keys, or keys that only their holders know. */
  | { readonly kind: 'unknown'; readonly merchantId: string; readonly hasKey: boolean };

/** The content of the start-up banner. */
export interface Welcome {
  readonly url: string;
  readonly adminApiKey: string;
  readonly holdings: Holdings;
}

const curlList = (url: string, key: string) => `curl -s '${url}/payments/list?limit=2' -H 'api-key: ${key}'`;

const curlGraphql = (url: string, key: string, document: string) =>
  `curl -s '${url}/graphql' -H 'api-key: ${key}' -H 'content-type: application/json' \\
    -d '${JSON.stringify({ query: document })}'`;

const firstPayments =
  '{ payments(first: 2) { totalCount nodes { paymentId status amount currency refunds { amount } } } }';

const createKey = (merchantId: string) =>
  `mutation { createApiKey(input: {merchantId: "${merchantId}", name: "development"}) { secret userErrors { message } } }`;

const curlAccount = (url: string, adminApiKey: string) =>
  `curl -s '${url}/accounts' -H 'api-key: ${adminApiKey}' -H 'content-type: application/json' \\
    -d '{"merchant_id": "shop"}'`;

/** The `--url` option, unless the service is at its default address. */
const urlOption = (url: string) => (url === 'http://127.0.0.1:8080' ? '' : ` --url ${url}`);

/** The demo data, and how to get a key. */
function explain({ adminApiKey, holdings, url }: Welcome): string[] {
  if (holdings.kind === 'known') {
    const { apiKey, merchantId, persons, publishableKey } = holdings.merchant;
    return [
      `  Demo merchant    ${merchantId}`,
      `  API key          ${apiKey}`,
      `  Publishable key  ${publishableKey}`,
      ...(persons ? explainPersons(persons) : []),
    ];
  }
  if (holdings.kind === 'empty') {
    return [
      '',
      '  The database is empty. Create a merchant and an API key for it:',
      `  ${curlAccount(url, adminApiKey)}`,
      `  ${curlGraphql(url, adminApiKey, createKey('shop'))}`,
      '  Or load demo merchants with payments: npm run demo',
    ];
  }
  const { hasKey, merchantId } = holdings;
  const state = hasKey
    ? `The database has merchants, such as ${merchantId}. Its API keys cannot be shown again: only hashes are stored.`
    : `The database has the merchant ${merchantId}, which has no valid API key.`;
  return ['', `  ${state}`, '  Create a key:', `  ${curlGraphql(url, adminApiKey, createKey(merchantId))}`];
}

const explainPersons = ({ emails, password }: DemoPersons) => [
  '',
  '  People to sign in as, with one password, which is shown this once:',
  ...emails.map((email) => `    ${email}`),
  `  Password         ${password}`,
];

/** The banner: addresses, keys and commands to try. It shows secrets, so it is for development only. */
export function welcome(shown: Welcome): string {
  const { adminApiKey, holdings, url } = shown;
  const key = holdings.kind === 'known' ? holdings.merchant.apiKey : '$KEY';
  const lines = [
    '',
    '  Switchyard is ready.',
    '',
    `  Start page ${url}`,
    `  GraphQL    ${url}/graphql`,
    `  GraphiQL   ${url}/graphiql`,
    `  Reference  ${url}/docs`,
    '',
    `  Admin API key    ${adminApiKey}`,
    ...explain(shown),
    '',
    holdings.kind === 'known' ? '  Try:' : '  Then, with the key in KEY, try:',
    `  ${curlList(url, key)}`,
    `  ${curlGraphql(url, key, firstPayments)}`,
    `  npm run listen -- --api-key ${key}${urlOption(url)}`,
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  // In double quotes a shell puts the value in place of the name.
  return `${lines.join('\n').replaceAll("'api-key: $KEY'", '"api-key: $KEY"')}\n`;
}
