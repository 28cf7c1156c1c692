import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import type { Account } from './account-draft.ts';
import { Accounts } from './accounts.tsx';
import { AddAccount } from './add-account.tsx';
import { ConnectorsDocument, type ConnectorsQuery } from './connectors.documents.ts';
import { EditAccount } from './edit-account.tsx';
import { FraudChecks } from './fraud-checks.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TestPayment } from './test-payment.tsx';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** The merchant's connector accounts and their health. */
export default function Connectors() {
  const { can } = useSession();
  const [lastHour] = useState(() =>
    new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS).toISOString(),
  );
  const { data, error, refetch } = useQuery(ConnectorsDocument, {
    variables: { lastHour, withProfiles: can('SETTINGS_READ') },
    fetchPolicy: 'cache-and-network',
  });
  const [isAdding, setAdding] = useState(false);
  const [switched, setSwitched] = useState<Account | null>(null);
  const [edited, setEdited] = useState<Account | null>(null);
  const [tested, setTested] = useState<Account | null>(null);
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
            onEdit={setEdited}
            onSwitch={setSwitched}
            onTest={setTested}
            mayChange={can('CONNECTORS_WRITE')}
            mayPay={can('PAYMENTS_WRITE')}
          />
          {can('SETTINGS_READ') && (
            <FraudChecks
              data={data as ConnectorsQuery}
              mayChange={can('SETTINGS_WRITE')}
              onDone={() => refetch()}
            />
          )}
          <ErrorMappings data={data as ConnectorsQuery} />
          <Installed data={data as ConnectorsQuery} />
        </>
      )}
      {isAdding && data && (
        <AddAccount
          data={data as ConnectorsQuery}
          onClose={() => setAdding(false)}
          onDone={() => refetch()}
        />
      )}
      {edited && data && (
        <EditAccount
          account={edited}
          connectors={data.connectors}
          onClose={() => setEdited(null)}
          onDone={() => refetch()}
        />
      )}
      {tested && data && (
        <TestPayment
          account={tested}
          connectors={data.connectors}
          onClose={() => setTested(null)}
          onDone={() => refetch()}
        />
      )}
      {switched && (
        <SwitchDialog account={switched} onClose={() => setSwitched(null)} onDone={() => refetch()} />
      )}
    </Stack>
  );
}

/** The operator's error mappings for all merchants. Hidden without any. */
function ErrorMappings({ data: { errorMappings } }: { data: ConnectorsQuery }) {
  if (errorMappings.nodes.length === 0) return null;
  return (
    <Section title="Error mappings">
      <SmallTable
        label="Error mappings"
        rows={errorMappings.nodes}
        keyOf={({ id }) => id}
        whenEmpty="No error mappings"
        columns={[
          { header: 'Connector', cell: ({ connector }) => connector },
          {
            header: 'Flow',
            cell: ({ flow, subFlow }) => [flow, subFlow].filter(Boolean).join(', ') || 'Any',
          },
          { header: 'Error', cell: ({ code, message }) => [code, message].filter(Boolean).join(': ') },
          { header: 'Unified code', cell: ({ unifiedCode }) => unifiedCode ?? '' },
          { header: 'Decision', cell: ({ decision }) => asWords(decision) },
          {
            header: 'Never matches',
            cell: ({ neverMatches }) => neverMatches ?? '',
          },
        ]}
      />
    </Section>
  );
}

function Installed({ data }: { data: ConnectorsQuery }) {
  return (
    <Section title="Connector capabilities">
      <SmallTable
        label="Connector capabilities"
        rows={data.connectors}
        keyOf={({ name }) => name}
        whenEmpty="No connectors installed"
        columns={[
          { header: 'Connector', cell: ({ name }) => name },
          {
            header: 'Payment methods',
            cell: ({ paymentMethods }) => paymentMethods.map(({ method }) => asWords(method)).join(', '),
          },
          {
            header: 'Capabilities',
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
