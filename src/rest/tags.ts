/** Groups in OpenAPI by the first part of a path, or by its third where the first is of a merchant account. */
const tagByPart: Readonly<Record<string, string>> = {
  payments: 'Payments',
  captures: 'Payments',
  notes: 'Payments',
  poll: 'Payments',
  payouts: 'Payouts',
  balance_entries: 'Reconciliation',
  balances: 'Reconciliation',
  settlements: 'Reconciliation',
  bank_statements: 'Reconciliation',
  backfill: 'Reconciliation',
  refunds: 'Refunds',
  disputes: 'Disputes',
  customers: 'Customers',
  payment_methods: 'Payment methods',
  ephemeral_keys: 'Customers',
  mandates: 'Mandates',
  events: 'Events and deliveries',
  webhook_deliveries: 'Events and deliveries',
  webhook_endpoint: 'Events and deliveries',
  webhook_endpoints: 'Events and deliveries',
  event_feed: 'Events and deliveries',
  business_profile: 'Business profiles',
  routing: 'Routing',
  rulesets: 'Routing',
  three_ds_decision: 'Routing',
  blocklist: 'Blocklist',
  lists: 'Lists',
  connectors: 'Connector accounts',
  feature_matrix: 'Connector accounts',
  gsm: 'Error mappings',
  api_keys: 'API keys',
  team_members: 'Team',
  invitations: 'Team',
  domains: 'Domains',
  report_schedules: 'Reports',
  reports: 'Reports',
  audit_log: 'Audit log',
  request_log: 'Request log',
  notifications: 'Notifications',
  admin_keys: 'Administrators',
  operators: 'Administrators',
};

/** The group of a path beyond the specification: the group of its resource. Exports and imports are with their lists. */
export function tagOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const [first, second] = parts.map((part) => part.replace(/\.csv$/, ''));
  if (path === '/account/payment_methods') return tagByPart.payments!;
  if (first === 'imports') return tagByPart.payment_methods!;
  if (first === 'exports' || first === 'sums') return tagByPart[second!]!;
  if (first !== 'accounts' && first !== 'account') {
    const tag = tagByPart[first!];
    if (!tag) throw new Error(`${path} is in no group of operations.`);
    return tag;
  }
  // Operations on parts of a connector account, such as its webhooks, have the account's group.
  const isOfConnector = parts.includes('connectors');
  return tagByPart[isOfConnector ? 'connectors' : parts.at(-1)!] ?? 'Merchant accounts';
}
