import { Route, Router, Switch } from 'wouter';
import { AcceptInvitation } from '../session/accept-invitation.tsx';
import { ResetPassword } from '../session/reset-password.tsx';
import { useEncodedLocation, useEncodedSearch } from './addresses.ts';
import { Gate } from './gate.tsx';
import { PageRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';

/** The dashboard: pages without a session, and all others behind the sign-in form. */
export function App() {
  return (
    <Router hook={useEncodedLocation} searchHook={useEncodedSearch}>
      <Switch>
        <Route path="/reset-password">
          <ResetPassword />
        </Route>
        <Route path="/accept-invitation">
          <AcceptInvitation />
        </Route>
        <Route>
          <Gate>
            <Shell>
              <PageRoutes />
            </Shell>
          </Gate>
        </Route>
      </Switch>
    </Router>
  );
}
