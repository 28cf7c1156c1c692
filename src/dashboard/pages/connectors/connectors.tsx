import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ActionDialog, type Outcome } from '../../act/action-dialog.tsx';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Status } from '../../show/status.tsx';
import { AddAccount } from './add-account.tsx';
import {
  ConnectorsDocument,
  type ConnectorsQuery,
  UpdateConnectorAccountDocument,
} from './connectors.documents.ts';

type Account = ConnectorsQuery['connectorAccounts']['nodes'][number];

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** The merchant account's accounts at connectors, and how they do. */
export default function Connectors() {
  const { can } = useSession();
  const [lastHour] = useState(() =>
    new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS).toISOString(),
  );
  const { data, error, refetch } = useQuery(ConnectorsDocument, {
    variables: { lastHour },
    fetchPolicy: 'cache-and-network',
  });
  const [isAdding, setAdding] = useState(false);
  const [switched, setSwitched] = useState<Account | null>(null);
  return (
    <Stack>
      <PageHead
        title="Connectors"
        actions={
          can('CONNECTORS_WRITE') && data && <Button onClick={() => setAdding(true)}>Add an account</Button>
        }
      />
      {!data && error && <Failure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Accounts
            data={data as ConnectorsQuery}
            onSwitch={setSwitched}
            mayChange={can('CONNECTORS_WRITE')}
          />
          <Installed data={data as ConnectorsQuery} />
        </>
      )}
      {isAdding && data && (
        <AddAccount connectors={data.connectors} onClose={() => setAdding(false)} onDone={() => refetch()} />
      )}
      {switched && (
        <SwitchDialog account={switched} onClose={() => setSwitched(null)} onDone={() => refetch()} />
      )}
    </Stack>
  );
}

interface AccountsProps {
  readonly data: ConnectorsQuery;
  readonly mayChange: boolean;
  readonly onSwitch: (account: Account) => void;
}

function Accounts({ data, mayChange, onSwitch }: AccountsProps) {
  const lastHourOf = (name: string) => {
    const groups = data.attempts.filter(({ connector }) => connector === name);
    const succeeded = groups.reduce((sum, { succeededCount }) => sum + succeededCount, 0);
    const decided = succeeded + groups.reduce((sum, { failedCount }) => sum + failedCount, 0);
    return decided === 0 ? 'No attempt' : `${succeeded} of ${decided} attempts succeeded`;
  };
  return (
    <Section title="Accounts">
      <SmallTable
        label="Accounts"
        rows={data.connectorAccounts.nodes}
        keyOf={({ id }) => id}
        none="There is none yet. Add one to take payments."
        columns={[
          {
            header: 'Account',
            cell: ({ connectorLabel, connectorName }) => (
              <Link href={`/dashboard/payments?connector=${encodeURIComponent(connectorName)}`}>
                {connectorLabel ? `${connectorLabel} (${connectorName})` : connectorName}
              </Link>
            ),
          },
          {
            header: 'Identifier',
            cell: ({ merchantConnectorId }) => <span className="identifier">{merchantConnectorId}</span>,
          },
          { header: 'Does', cell: ({ connectorType }) => asWords(connectorType) },
          { header: 'Profile', cell: ({ profile, profileId }) => profile?.profileName ?? profileId },
          {
            header: 'Takes',
            cell: ({ paymentMethodsEnabled }) =>
              paymentMethodsEnabled.map(({ paymentMethod }) => asWords(paymentMethod)).join(', ') ||
              'All it can',
          },
          { header: 'State', cell: ({ disabled, status }) => <Status of={disabled ? 'disabled' : status} /> },
          { header: 'Last hour', cell: ({ connectorName }) => lastHourOf(connectorName) },
          {
            header: 'Change',
            cell: (account) =>
              mayChange && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => onSwitch(account)}
                  aria-label={`${account.disabled ? 'Enable' : 'Disable'} ${account.merchantConnectorId}`}
                >
                  {account.disabled ? 'Enable' : 'Disable'}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}

function Installed({ data }: { data: ConnectorsQuery }) {
  return (
    <Section title="What each connector can do">
      <SmallTable
        label="What each connector can do"
        rows={data.connectors}
        keyOf={({ name }) => name}
        none="No connector is installed."
        columns={[
          { header: 'Connector', cell: ({ name }) => name },
          {
            header: 'Payment methods',
            cell: ({ paymentMethods }) => paymentMethods.map(({ method }) => asWords(method)).join(', '),
          },
          {
            header: 'Can',
            cell: ({ capabilities }) => capabilities.map((one) => asWords(one).toLowerCase()).join(', '),
          },
          {
            header: 'Currencies',
            cell: ({ currencies }) =>
              currencies.length === 0
                ? 'All'
                : currencies.length > 8
                  ? `${currencies.length}`
                  : currencies.join(', '),
          },
        ]}
      />
    </Section>
  );
}

interface SwitchDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

function SwitchDialog({ account, onClose, onDone }: SwitchDialogProps) {
  const [update] = useMutation(UpdateConnectorAccountDocument);
  const { disabled, merchantConnectorId } = account;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await update({
      variables: { input: { merchantConnectorId, disabled: !disabled, idempotencyKey } },
    });
    return {
      userErrors: data!.updateConnectorAccount.userErrors,
      done: disabled ? 'The account is enabled.' : 'The account is disabled.',
    };
  };
  return (
    <ActionDialog
      title={`${disabled ? 'Enable' : 'Disable'} the account`}
      confirm={disabled ? 'Enable' : 'Disable'}
      isDestructive={!disabled}
      explanation={
        disabled
          ? 'New payments may go through it again, as the routing says.'
          : 'No new payment goes through it. Captures and refunds of payments that went through it still do.'
      }
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
