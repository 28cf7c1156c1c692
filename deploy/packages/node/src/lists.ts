import type { Operations } from './generated/sdk.gen.ts';

type Answer<Name extends keyof Operations> = Operations[Name] extends (...args: never[]) => infer Result
  ? NonNullable<Awaited<Result>>
  : never;

/** The entries of a list's pages. A page by number has no size, and its list no cursor. */
type EntryOn<Page> = Page extends { size: number; data: (infer Entry)[] }
  ? Entry
  : Page extends { data: (infer Entry)[] }[]
    ? Entry
    : never;

/** The operations that return a page of a list. */
export type ListName = {
  [Name in keyof Operations]: EntryOn<Answer<Name>> extends never ? never : Name;
}[keyof Operations];

/** An entry of a list. */
export type ListEntry<Name extends ListName> = EntryOn<Answer<Name>>;

/** A list's parameters. `limit` is the page size; the iterator sets the cursor. */
export type ListOptions<Name extends ListName> = Parameters<Operations[Name]>[0];

/** Optional if the list's path has no parameter. */
export type ListArguments<Name extends ListName> =
  undefined extends ListOptions<Name> ? [options?: ListOptions<Name>] : [options: ListOptions<Name>];

/** Each list's identifier field, which is its cursor. A missing list does not compile. */
const identifiers: { readonly [Name in ListName]: keyof ListEntry<Name> & string } = {
  listPayments: 'payment_id',
  listAllPayments: 'payment_id',
  listCaptures: 'capture_id',
  listRefunds: 'refund_id',
  listDisputes: 'dispute_id',
  listCustomers: 'customer_id',
  listPaymentMethods: 'payment_method_id',
  listPaymentMethodExports: 'export_id',
  listReportSchedules: 'schedule_id',
  listReports: 'report_id',
  listPaymentMethodImports: 'import_id',
  listPaymentMethodImportResults: 'result_id',
  listMandates: 'mandate_id',
  listPayouts: 'payout_id',
  listEvents: 'event_id',
  listWebhookDeliveries: 'delivery_id',
  listBlocklist: 'fingerprint_id',
  listValueLists: 'list_id',
  listListEntries: 'entry_id',
  listListImports: 'import_id',
  listListImportRefusals: 'refusal_id',
  listNotes: 'note_id',
  listRoutingConfigurations: 'id',
  listActiveRouting: 'id',
  listRuleReplayPayments: 'replayed_id',
  listRuleReplays: 'replay_id',
  listRulesets: 'ruleset_id',
  listWebhookEndpoints: 'endpoint_id',
  listMerchantAccounts: 'merchant_id',
  listErrorMappings: 'error_mapping_id',
  listApiKeys: 'key_id',
  listAdminKeys: 'key_id',
  listOperators: 'person_id',
  listTeamMembers: 'person_id',
  listInvitations: 'invitation_id',
  listAuditLog: 'entry_id',
  listRequestLog: 'log_id',
  listNotifications: 'notification_id',
  listDomains: 'domain_id',
};

const PAGE_MAX = 100;

interface Page {
  readonly size: number;
  readonly data: readonly Record<string, unknown>[];
  readonly has_more?: boolean;
}
interface Query {
  readonly limit?: number;
  readonly [name: string]: unknown;
}
type List = (options: object) => Promise<Page | readonly [Page]>;

/** Reads a list page by page, and yields its entries. It requests a page once the previous page is used up. */
export async function* eachEntry<Name extends ListName>(
  operations: Operations,
  name: Name,
  options: { readonly query?: Query } = {},
): AsyncGenerator<ListEntry<Name>, void, undefined> {
  const list = operations[name].bind(operations) as unknown as List;
  const limit = options.query?.limit ?? PAGE_MAX;
  let query: Query = { ...options.query, limit };
  for (;;) {
    const answer = await list({ ...options, query });
    // The specification's own list is an array of one page, without a sign of further pages.
    const page = 'data' in answer ? answer : answer[0];
    yield* page.data as ListEntry<Name>[];
    const last = page.data.at(-1);
    if (!last || !(page.has_more ?? page.size === limit)) return;
    query = { ...query, starting_after: last[identifiers[name]] };
  }
}
