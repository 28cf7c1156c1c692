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

/** The operations that answer a page of a list. */
export type ListName = {
  [Name in keyof Operations]: EntryOn<Answer<Name>> extends never ? never : Name;
}[keyof Operations];

/** An entry of a list. */
export type ListEntry<Name extends ListName> = EntryOn<Answer<Name>>;

/** What a list takes. Its `limit` is the length of a page; the cursor is the pager's. */
export type ListOptions<Name extends ListName> = Parameters<Operations[Name]>[0];

/** Optional where the list has no parameter in its path. */
export type ListArguments<Name extends ListName> =
  undefined extends ListOptions<Name> ? [options?: ListOptions<Name>] : [options: ListOptions<Name>];

/** What identifies an entry, and so is the cursor, of each list. The compiler holds it to have every one. */
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
  listNotes: 'note_id',
  listRoutingConfigurations: 'id',
  listActiveRouting: 'id',
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

/** Reads a list page by page, and yields its entries. A page is requested once the one before is used up. */
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
    // The specification's own list is an array with one page, which does not say whether there is another.
    const page = 'data' in answer ? answer : answer[0];
    yield* page.data as ListEntry<Name>[];
    const last = page.data.at(-1);
    if (!last || !(page.has_more ?? page.size === limit)) return;
    query = { ...query, starting_after: last[identifiers[name]] };
  }
}
