import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { formatCount } from '../../data/locale.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords, counted } from '../../data/words.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { type Account, type AccountKind, kindNames } from './account-draft.ts';
import type { ConnectorsQuery } from './connectors.documents.ts';
import { noTestPaymentReason } from './test-payment.tsx';

interface AccountsProps {
  readonly data: ConnectorsQuery;
  readonly mayPay: boolean;
  readonly mayChange: boolean;
  readonly onEdit: (account: Account) => void;
  readonly onSwitch: (account: Account) => void;
  readonly onTest: (account: Account) => void;
}

/** The accounts, their health, and the attempts of the last hour by outcome. */
export function Accounts({ data, mayChange, mayPay, onEdit, onSwitch, onTest }: AccountsProps) {
  const lastHourOf = ({ connectorType, merchantConnectorId }: Account) => {
    if (connectorType !== 'payment_processor') return '–';
    const groups = data.attempts.filter((group) => group.merchantConnectorId === merchantConnectorId);
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
        whenEmpty="No accounts yet. Add one to take payments."
        columns={[
          {
            header: 'Account',
            cell: (account) => <AccountName of={account} />,
          },
          { header: 'Type', cell: (account) => <AccountKindLink of={account} /> },
          { header: 'Profile', cell: ({ profile, profileId }) => profile?.profileName ?? profileId },
          {
            header: 'Methods',
            cell: ({ paymentMethodsEnabled }) =>
              paymentMethodsEnabled.map(({ paymentMethod }) => asWords(paymentMethod)).join(', ') || 'All',
          },
          { header: 'State', cell: ({ disabled, status }) => <Status of={disabled ? 'disabled' : status} /> },
          {
            header: 'Webhooks',
            cell: ({ connectorWebhookDetails }) =>
              connectorWebhookDetails?.merchantSecret ? 'Secret set' : 'No secret: refused',
          },
          { header: 'Health', cell: ({ health }) => <Health of={health} /> },
          { header: 'Attempts of the last hour', cell: lastHourOf },
          ...(mayPay
            ? [
                {
                  header: 'Test',
                  cell: (account: Account) => <TestButton account={account} onTest={onTest} />,
                },
              ]
            : []),
          {
            header: 'Change',
            cell: (account) =>
              mayChange && (
                <Group gap={4} wrap="nowrap">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onEdit(account)}
                    aria-label={`Edit ${account.merchantConnectorId}`}
                  >
                    Edit
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onSwitch(account)}
                    aria-label={`${account.disabled ? 'Enable' : 'Disable'} ${account.merchantConnectorId}`}
                  >
                    {account.disabled ? 'Enable' : 'Disable'}
                  </Button>
                </Group>
              ),
          },
        ]}
      />
    </Section>
  );
}

/** The list of the objects that pass through an account, by the account's type. */
export const listsOf: Readonly<Record<string, string>> = {
  payment_processor: '/dashboard/payments',
  payout_processor: '/dashboard/payouts',
};

/** An account's name, linked to its page. */
function AccountName({ of: { connectorLabel, connectorName, merchantConnectorId } }: { of: Account }) {
  return (
    <>
      <Link href={pagePath.account(merchantConnectorId)}>
        {connectorLabel ? `${connectorLabel} (${connectorName})` : connectorName}
      </Link>
      <div className="identifier">{merchantConnectorId}</div>
    </>
  );
}

/** An account's purpose, with a link to its own payments or payouts. */
function AccountKindLink({ of: { connectorType, merchantConnectorId } }: { of: Account }) {
  const name = kindNames[connectorType as AccountKind] ?? asWords(connectorType);
  const list = listsOf[connectorType];
  return list ? <Link href={list + urlPath`?account=${merchantConnectorId}`}>{name}</Link> : name;
}

function TestButton({ account, onTest }: { account: Account; onTest: (account: Account) => void }) {
  const reason = noTestPaymentReason(account);
  if (reason) {
    return (
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    );
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => onTest(account)}
      aria-label={`Send a test payment through ${account.merchantConnectorId}`}
    >
      Test payment
    </Button>
  );
}

const circuits = { CLOSED: 'reachable', OPEN: 'circuit_open', HALF_OPEN: 'circuit_half_open' } as const;

/** An account's reachability, and its calls of the last hour by outcome. */
export function Health({ of: { circuit, circuitSince, lastHour } }: { of: Account['health'] }) {
  const { calls, failures, timeouts } = lastHour;
  const troubles = [
    ...(failures > 0 ? [`${formatCount(failures)} failed`] : []),
    ...(timeouts > 0 ? [`${formatCount(timeouts)} timed out`] : []),
  ];
  return (
    <>
      <Status of={circuits[circuit]} />
      {circuitSince && (
        <Text size="xs" c="dimmed">
          since <Time at={circuitSince} precise />
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {calls === 0
          ? 'No call in the last hour'
          : [`${counted(calls, 'call')} in the last hour`, ...troubles].join(', ')}
      </Text>
    </>
  );
}
