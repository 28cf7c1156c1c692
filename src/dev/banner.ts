/** What the start-up banner shows. */
export interface Welcome {
  readonly url: string;
  readonly adminApiKey: string;
  /** The keys of demo merchants created by this start; API keys are not known later. */
  readonly demo: readonly { merchantId: string; apiKey: string; publishableKey: string }[];
}

const curlList = (url: string, key: string) => `curl -s '${url}/payments/list?limit=2' -H 'api-key: ${key}'`;

const curlGraphql = (url: string, key: string) =>
  `curl -s '${url}/graphql' -H 'api-key: ${key}' -H 'content-type: application/json' \\
    -d '{"query":"{ payments(first: 2) { totalCount nodes { paymentId status amount currency refunds { amount } } } }"}'`;

/** The `--url` option, unless the service is at its default address. */
const urlOption = (url: string) => (url === 'http://127.0.0.1:8080' ? '' : ` --url ${url}`);

/** The banner: addresses, keys and commands to try. It shows secrets, so it is for development only. */
export function welcome({ url, adminApiKey, demo }: Welcome): string {
  const [merchant] = demo;
  const lines = [
    '',
    '  Switchyard is ready.',
    '',
    `  REST       ${url}`,
    `  GraphQL    ${url}/graphql`,
    `  GraphiQL   ${url}/graphiql`,
    `  Reference  ${url}/docs`,
    '',
    `  Admin API key    ${adminApiKey}`,
  ];
  if (merchant) {
    lines.push(
      `  Demo merchant    ${merchant.merchantId}`,
      `  API key          ${merchant.apiKey}`,
      `  Publishable key  ${merchant.publishableKey}`,
      '',
      '  The API key is shown only now: the database keeps its hash alone.',
    );
  } else {
    lines.push(
      '',
      '  The data of earlier runs are there. API keys were shown when they were made and cannot be shown again;',
      '  npm run demo makes another merchant with a key of its own.',
    );
  }
  const key = merchant?.apiKey ?? '$API_KEY';
  lines.push(
    '',
    '  Try:',
    `  ${curlList(url, key)}`,
    `  ${curlGraphql(url, key)}`,
    `  ${url}/graphiql`,
    `  npm run listen -- --api-key ${key}${urlOption(url)}`,
    '',
    '  Ctrl-C stops it.',
    '',
  );
  return `${lines.join('\n')}\n`;
}
