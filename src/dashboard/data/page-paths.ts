import { urlPath } from '../../core/foundation/url-path.ts';

/** The path of one object's page, by the object's identifier. */
export const pagePath = {
  payment: (id: string) => urlPath`/dashboard/payments/${id}`,
  refund: (id: string) => urlPath`/dashboard/refunds/${id}`,
  dispute: (id: string) => urlPath`/dashboard/disputes/${id}`,
  payout: (id: string) => urlPath`/dashboard/payouts/${id}`,
  customer: (id: string) => urlPath`/dashboard/customers/${id}`,
  webhook: (id: string) => urlPath`/dashboard/webhooks/${id}`,
  request: (id: string) => urlPath`/dashboard/requests/${id}`,
  account: (id: string) => urlPath`/dashboard/connectors/${id}`,
  profile: (id: string) => urlPath`/dashboard/settings/${id}`,
  entry: (id: string) => urlPath`/dashboard/balance-entries/${id}`,
  settlement: (id: string) => urlPath`/dashboard/settlements/${id}`,
  import: (id: string) => urlPath`/dashboard/imports/${id}`,
  ruleset: (id: string) => urlPath`/dashboard/rules/${id}`,
  valueList: (id: string) => urlPath`/dashboard/lists/${id}`,
  ruleReplay: (id: string) => urlPath`/dashboard/replays/${id}`,
} as const;

/** The same paths by an event's object type. Types without a page are missing. */
export const pagePathByType: Readonly<Record<string, (id: string) => string>> = pagePath;
