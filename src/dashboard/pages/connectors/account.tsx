import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { buttonLooks } from '../../act/offers.ts';
import type { Outcome } from '../../act/outcome.ts';
import { inGroups, SettingsGroup } from '../../act/settings-group.tsx';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { AccountDocument, type AccountQuery, DeleteConnectorAccountDocument } from './account.documents.ts';
import { accountFields } from './account.fields.ts';
import { type AccountKind, kindNames } from './account-draft.ts';
import { AccountWebhooks } from './account-webhooks.tsx';
import { Health, listsOf } from './accounts.tsx';
import { UpdateConnectorAccountDocument } from './connectors.documents.ts';
import { EditAccount } from './edit-account.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { noTestPaymentReason, TestPayment } from './test-payment.tsx';

type Account = NonNullable<AccountQuery['connectorAccount']>;
type Connectors = AccountQuery['connectors'];

const groups = inGroups(accountFields, [
  ['Methods', 'paymentMethodsEnabled'],
  ['Business', 'businessCountry businessLabel businessSubLabel testMode'],
  ['Wallets', 'walletxVerifiedDomains connectorWalletsDetails'],
  ['Fraud checks', 'frmConfigs'],
]);

/** One connector account: its methods, webhooks, health and settings. */
export default function AccountPage({ id }: { id: string }) {
  const { merchantId } = useSession();
  const result = useQuery(AccountDocument, {
    variables: { merchantConnectorId: id },
    fetchPolicy: 'cache-and-network',
  });
  const restPath = urlPath`/account/${merchantId}/connectors/${id}`;
  return (
    <ShowOne
      result={result}
      found={result.data?.connectorAccount}
      noun="connector account"
      listPath="/dashboard/connectors"
      restPath={restPath}
    >
      {(account) => (
        <Found
          account={account as Account}
          connectors={result.data!.connectors as Connectors}
          restPath={restPath}
          onChange={() => result.refetch()}
        />
      )}
    </ShowOne>
  );
}

interface FoundProps {
  readonly account: Account;
  readonly connectors: Connectors;
  readonly restPath: string;
  readonly onChange: () => unknown;
}

type Open = 'edit' | 'test' | 'switch' | 'delete' | null;

function Found({ account, connectors, onChange, restPath }: FoundProps) {
  const { can } = useSession();
  const [open, setOpen] = useState<Open>(null);
  const [update] = useMutation(UpdateConnectorAccountDocument);
  const { connectorLabel, connectorName, disabled, merchantConnectorId, status } = account;
  const mayChange = can('CONNECTORS_WRITE');
  const save = async (changes: Record<string, unknown>, idempotencyKey: string): Promise<Outcome> => {
    const { data } = await update({
      variables: { input: { merchantConnectorId, ...changes, idempotencyKey } },
    });
    return { userErrors: data!.updateConnectorAccount.userErrors, done: 'Account updated' };
  };
  const dialog = { account, onClose: () => setOpen(null), onDone: onChange };
  return (
    <Stack>
      <OneHead
        identifier={merchantConnectorId}
        actions={
          <>
            {can('PAYMENTS_WRITE') && !noTestPaymentReason(account) && (
              <Button size="sm" {...buttonLooks.other} onClick={() => setOpen('test')}>
                Send a test payment
              </Button>
            )}
            {mayChange && (
              <>
                <Button size="sm" {...buttonLooks.other} onClick={() => setOpen('edit')}>
                  Edit
                </Button>
                <Button size="sm" {...buttonLooks.other} onClick={() => setOpen('switch')}>
                  {disabled ? 'Enable' : 'Disable'}
                </Button>
                <Button size="sm" {...buttonLooks.grave} onClick={() => setOpen('delete')}>
                  Delete
                </Button>
              </>
            )}
          </>
        }
      >
        {connectorLabel ? `${connectorLabel} (${connectorName})` : connectorName}
        <Status of={disabled ? 'disabled' : status} />
      </OneHead>
      <Overview account={account} />
      <AccountWebhooks account={account} connectors={connectors} onDone={onChange} />
      {groups.map((group) => (
        <SettingsGroup
          key={group.title}
          of={group}
          values={account}
          needs="CONNECTORS_WRITE"
          save={save}
          onDone={onChange}
        />
      ))}
      <Raw value={account} restPath={restPath} />
      {open === 'edit' && <EditAccount {...dialog} connectors={connectors} />}
      {open === 'test' && <TestPayment {...dialog} connectors={connectors} />}
      {open === 'switch' && <SwitchDialog {...dialog} />}
      {open === 'delete' && <DeleteAccount account={account} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

function Overview({ account }: { account: Account }) {
  const { connectorType, health, merchantConnectorId, profile, profileId } = account;
  const list = listsOf[connectorType];
  return (
    <Section
      title="Overview"
      actions={list && <Link href={list + urlPath`?account=${merchantConnectorId}`}>View payments</Link>}
    >
      <Facts
        of={[
          ['Type', kindNames[connectorType as AccountKind] ?? asWords(connectorType)],
          [
            'Profile',
            <Link key="profile" href={pagePath.profile(profileId)}>
              {profile?.profileName ?? profileId}
            </Link>,
          ],
          ['Health', <Health key="health" of={health} />],
          ['Created', <Time key="created" at={account.createdAt} />],
        ]}
      />
    </Section>
  );
}

function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const [, goTo] = useLocation();
  const [remove] = useMutation(DeleteConnectorAccountDocument);
  const { connectorLabel, connectorName, merchantConnectorId } = account;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await remove({ variables: { input: { merchantConnectorId, idempotencyKey } } });
    return { userErrors: data!.deleteConnectorAccount.userErrors, done: 'Account deleted' };
  };
  return (
    <ActionDialog
      title={`Delete ${connectorLabel ?? connectorName}`}
      confirm="Delete"
      isDestructive
      explanation="Deletes its credentials for good. Payments through it can then no longer be captured or refunded. If it has payments, disable it instead."
      run={run}
      onClose={onClose}
      onNext={() => goTo('/dashboard/connectors')}
    />
  );
}
