import { useQuery } from '@apollo/client/react';
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../session/session.tsx';
import { Empty, Failure, Loading, PageHead } from '../show/states.tsx';
import { ReconStateDocument } from './recon-switch.documents.ts';
import { ReconSwitch } from './recon-switch.tsx';

/** A page of reconciliation. While that is not active, the page says what it does and how to switch it on. */
export function WhileReconciling({ children, title }: { children: ReactNode; title: string }) {
  const { can, merchantId } = useSession();
  const { data, error, refetch } = useQuery(ReconStateDocument, {
    variables: { merchantId },
    fetchPolicy: 'cache-and-network',
  });
  const account = data?.merchantAccount;
  if (account?.isReconEnabled && account.reconStatus === 'active') return children;
  return (
    <>
      <PageHead title={title} />
      {!data && error && <Failure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Loading />}
      {account && (
        <Paper withBorder>
          {account.isReconEnabled ? (
            <Empty title="Reconciliation isn’t active yet">
              It is switched on, and waits for the operator of this service to activate it.
            </Empty>
          ) : (
            <Empty title="Reconciliation is off" action={<ReconSwitch isOn={false} look="main" />}>
              It records each change of your balance at the connectors, with fees, and matches their
              settlements with your bank’s statements.
              {!(can('SETTINGS_WRITE') && can('FINANCE_WRITE')) &&
                ' An owner or admin can switch it on in Settings.'}
            </Empty>
          )}
        </Paper>
      )}
    </>
  );
}
