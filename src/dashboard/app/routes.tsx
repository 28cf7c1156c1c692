import { type ComponentType, lazy, Suspense } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { Empty, Loading } from '../show/states.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** A page that is loaded when it is opened first. */
const page = (load: () => Promise<{ default: ComponentType }>) => lazy(load);
/** The page of one object, which gets the identifier from the address. */
const one = (load: () => Promise<{ default: ComponentType<{ id: string }> }>) => lazy(load);

const pages: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/', page(() => import('../pages/home/home.tsx'))],
  ['/dashboard', page(() => import('../pages/home/home.tsx'))],
  ['/dashboard/payments', page(() => import('../pages/payments/payments.tsx'))],
  ['/dashboard/attempts', page(() => import('../pages/attempts/attempts.tsx'))],
  ['/dashboard/refunds', page(() => import('../pages/refunds/refunds.tsx'))],
  ['/dashboard/disputes', page(() => import('../pages/disputes/disputes.tsx'))],
  ['/dashboard/payouts', page(() => import('../pages/payouts/payouts.tsx'))],
  ['/dashboard/customers', page(() => import('../pages/customers/customers.tsx'))],
  ['/dashboard/analytics', page(() => import('../pages/analytics/analytics.tsx'))],
  ['/dashboard/connectors', page(() => import('../pages/connectors/connectors.tsx'))],
  ['/dashboard/developers', page(() => import('../pages/developers/developers.tsx'))],
  ['/dashboard/team', page(() => import('../pages/team/team.tsx'))],
  ['/dashboard/audit-log', page(() => import('../pages/audit-log/audit-log.tsx'))],
  ['/dashboard/settings', page(() => import('../pages/settings/settings.tsx'))],
];

const pagesOfOne: readonly (readonly [path: string, page: ComponentType<{ id: string }>])[] = [
  ['/dashboard/payments/:id', one(() => import('../pages/payments/payment.tsx'))],
  ['/dashboard/refunds/:id', one(() => import('../pages/refunds/refund.tsx'))],
  ['/dashboard/disputes/:id', one(() => import('../pages/disputes/dispute.tsx'))],
  ['/dashboard/payouts/:id', one(() => import('../pages/payouts/payout.tsx'))],
  ['/dashboard/customers/:id', one(() => import('../pages/customers/customer.tsx'))],
];

/** The page of the address. */
export function PageRoutes() {
  const [location] = useLocation();
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {pages.map(([path, Page]) => (
            <Route key={path} path={path}>
              <Page />
            </Route>
          ))}
          {pagesOfOne.map(([path, Page]) => (
            <Route key={path} path={path}>
              {({ id }: { id?: string }) => <Page key={id} id={decodeURIComponent(id ?? '')} />}
            </Route>
          ))}
          <Route>
            <Empty title="There is no such page" action={<Link href="/">Home</Link>}>
              The address may have a typing error in it.
            </Empty>
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
