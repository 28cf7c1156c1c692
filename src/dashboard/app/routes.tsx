import { Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { Loading, PageHead } from '../show/states.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** A page that is loaded on its first visit. */
const page = (load: () => Promise<{ default: ComponentType }>) => lazy(load);
/** An object's page, with the identifier from the URL. */
const one = (load: () => Promise<{ default: ComponentType<{ id: string }> }>) => lazy(load);

type Routes<Props extends object> = readonly (readonly [
  path: string,
  title: string,
  page: ComponentType<Props>,
])[];

const pages: Routes<object> = [
  ['/', 'Home', page(() => import('../pages/home/home.tsx'))],
  ['/dashboard', 'Home', page(() => import('../pages/home/home.tsx'))],
  ['/dashboard/payments', 'Payments', page(() => import('../pages/payments/payments.tsx'))],
  ['/dashboard/attempts', 'Attempts', page(() => import('../pages/attempts/attempts.tsx'))],
  ['/dashboard/refunds', 'Refunds', page(() => import('../pages/refunds/refunds.tsx'))],
  ['/dashboard/disputes', 'Disputes', page(() => import('../pages/disputes/disputes.tsx'))],
  ['/dashboard/payouts', 'Payouts', page(() => import('../pages/payouts/payouts.tsx'))],
  ['/dashboard/balance', 'Balance', page(() => import('../pages/balance/balance.tsx'))],
  ['/dashboard/balance-entries', 'Balance entries', page(() => import('../pages/balance/entries.tsx'))],
  ['/dashboard/settlements', 'Settlements', page(() => import('../pages/settlements/settlements.tsx'))],
  ['/dashboard/imports', 'Imports', page(() => import('../pages/imports/imports.tsx'))],
  ['/dashboard/customers', 'Customers', page(() => import('../pages/customers/customers.tsx'))],
  ['/dashboard/analytics', 'Analytics', page(() => import('../pages/analytics/analytics.tsx'))],
  ['/dashboard/connectors', 'Connectors', page(() => import('../pages/connectors/connectors.tsx'))],
  ['/dashboard/rules', 'Rules', page(() => import('../pages/rules/rules.tsx'))],
  ['/dashboard/rules/new', 'New version', page(() => import('../pages/rules/new-version.tsx'))],
  ['/dashboard/lists', 'Lists', page(() => import('../pages/lists/lists.tsx'))],
  ['/dashboard/developers', 'Developers', page(() => import('../pages/developers/developers.tsx'))],
  ['/dashboard/webhooks', 'Webhooks', page(() => import('../pages/webhooks/webhook-list.tsx'))],
  ['/dashboard/requests', 'Requests', page(() => import('../pages/requests/requests.tsx'))],
  [
    '/dashboard/notifications',
    'Notifications',
    page(() => import('../pages/notifications/notifications.tsx')),
  ],
  ['/dashboard/domains', 'Domains', page(() => import('../pages/domains/domains.tsx'))],
  ['/dashboard/reports', 'Reports', page(() => import('../pages/reports/reports.tsx'))],
  ['/dashboard/team', 'Team', page(() => import('../pages/team/team.tsx'))],
  ['/dashboard/audit-log', 'Audit log', page(() => import('../pages/audit-log/audit-log.tsx'))],
  ['/dashboard/settings', 'Settings', page(() => import('../pages/settings/settings.tsx'))],
];

const pagesOfOne: Routes<{ id: string }> = [
  ['/dashboard/payments/:id', 'Payments', one(() => import('../pages/payments/payment.tsx'))],
  ['/dashboard/refunds/:id', 'Refunds', one(() => import('../pages/refunds/refund.tsx'))],
  ['/dashboard/disputes/:id', 'Disputes', one(() => import('../pages/disputes/dispute.tsx'))],
  ['/dashboard/payouts/:id', 'Payouts', one(() => import('../pages/payouts/payout.tsx'))],
  ['/dashboard/balance-entries/:id', 'Balance entries', one(() => import('../pages/balance/entry.tsx'))],
  ['/dashboard/settlements/:id', 'Settlements', one(() => import('../pages/settlements/settlement.tsx'))],
  ['/dashboard/imports/:id', 'Imports', one(() => import('../pages/imports/import.tsx'))],
  ['/dashboard/customers/:id', 'Customers', one(() => import('../pages/customers/customer.tsx'))],
  ['/dashboard/requests/:id', 'Requests', one(() => import('../pages/requests/request.tsx'))],
  ['/dashboard/connectors/:id', 'Connectors', one(() => import('../pages/connectors/account.tsx'))],
  ['/dashboard/rules/:id', 'Rules', one(() => import('../pages/rules/ruleset.tsx'))],
  ['/dashboard/replays/:id', 'Replays', one(() => import('../pages/rules/replay-payments.tsx'))],
  ['/dashboard/lists/:id', 'Lists', one(() => import('../pages/lists/list.tsx'))],
  ['/dashboard/settings/:id', 'Settings', one(() => import('../pages/settings/profile.tsx'))],
  ['/dashboard/webhooks/:id', 'Webhooks', one(() => import('../pages/webhooks/webhook-delivery.tsx'))],
];

/** A page with its title, which distinguishes tabs and history entries. */
function Titled({ children, title }: { children: ReactNode; title: string }) {
  useDocumentTitle(`${title} · Switchyard`);
  return children;
}

/** The page of the current URL. */
export function PageRoutes() {
  const [location] = useLocation();
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {pages.map(([path, title, Page]) => (
            <Route key={path} path={path}>
              <Titled title={title}>
                <Page />
              </Titled>
            </Route>
          ))}
          {pagesOfOne.map(([path, title, Page]) => (
            <Route key={path} path={path}>
              {({ id: encoded = '' }: { id?: string }) => {
                const id = decodeURIComponent(encoded);
                return (
                  <Titled title={`${id} · ${title}`}>
                    <Page key={id} id={id} />
                  </Titled>
                );
              }}
            </Route>
          ))}
          <Route>
            <Titled title="Page not found">
              <PageHead title="Page not found" />
              <Text>
                Check the address. <Link href="/">Home</Link>
              </Text>
            </Titled>
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
