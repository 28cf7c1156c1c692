import { useMutation } from '@apollo/client/react';
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { makeKey } from '../../data/idempotency.ts';
import { problemOf } from '../../data/problem.ts';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { CopyText } from '../../show/identifier.tsx';
import { Time } from '../../show/time.tsx';
import { type AccountQuery, TestConnectorWebhookDocument } from './account.documents.ts';

type Account = NonNullable<AccountQuery['connectorAccount']>;

interface AccountWebhooksProps {
  readonly account: Account;
  readonly connectors: AccountQuery['connectors'];
  readonly onDone: () => unknown;
}

/** The connector's webhook URL, the webhooks' arrival, and a test if the connector supports one. */
export function AccountWebhooks({ account, connectors, onDone }: AccountWebhooksProps) {
  const { can } = useSession();
  const { connectorName, connectorWebhookDetails, merchantConnectorId, webhooks, webhookUrl } = account;
  const installed = connectors.find(({ name }) => name === connectorName);
  if (installed && !installed.capabilities.includes('webhooks')) return null;
  const canSend = installed?.capabilities.includes('test_webhook') ?? false;
  return (
    <Section
      title="Webhooks"
      actions={
        canSend && can('CONNECTORS_WRITE') && <TestWebhook accountId={merchantConnectorId} onDone={onDone} />
      }
    >
      <Text size="sm">{connectorName} sends its webhooks to:</Text>
      <Group wrap="nowrap" gap="xs" mt={4} mb="md">
        <Code className="identifier">{webhookUrl}</Code>
        <CopyText label="Copy the webhook URL" text={webhookUrl} />
      </Group>
      <Facts
        of={[
          [
            'Secret',
            connectorWebhookDetails?.merchantSecret
              ? 'Set'
              : 'Missing: webhooks are refused, so disputes are missed',
          ],
          ['Last received', webhooks.receivedAt ? <Time key="at" at={webhooks.receivedAt} /> : 'None yet'],
          [
            'Last refused',
            webhooks.refusedAt && (
              <span key="refused">
                <Time at={webhooks.refusedAt} precise />: {webhooks.refusedBecause}
              </span>
            ),
          ],
        ]}
      />
      {!canSend && (
        <Text size="sm" c="dimmed" mt="md">
          {connectorName} sends no test webhook on request: pay once in its test mode, and look here.
        </Text>
      )}
    </Section>
  );
}

interface Tested {
  readonly isGood: boolean;
  readonly text: string;
}

function TestWebhook({ accountId, onDone }: { accountId: string; onDone: () => unknown }) {
  const [test, { loading }] = useMutation(TestConnectorWebhookDocument);
  const [tested, setTested] = useState<Tested | null>(null);
  const run = async () => {
    setTested(null);
    try {
      const input = { merchantConnectorId: accountId, idempotencyKey: makeKey() };
      const { test: answer, userErrors } = (await test({ variables: { input } })).data!.testConnectorWebhook;
      const problem = userErrors[0]?.message ?? answer?.reason;
      setTested(
        answer?.outcome === 'verified'
          ? { isGood: true, text: 'It arrived, and its signature is valid.' }
          : { isGood: false, text: `${answer ? names[answer.outcome] : 'Not sent'}: ${problem}` },
      );
      await onDone();
    } catch (error) {
      setTested({ isGood: false, text: problemOf(error).message });
    }
  };
  return (
    <Group gap="xs" justify="flex-end">
      {tested && (
        <Alert color={tested.isGood ? 'green' : 'red'} variant="outline" role="alert" py={4} px="xs">
          <Text size="sm">{tested.text}</Text>
        </Alert>
      )}
      <Button size="xs" variant="default" loading={loading} onClick={() => void run()}>
        Test webhook
      </Button>
    </Group>
  );
}

const names = {
  verified: 'Arrived',
  refused: 'Arrived, but refused',
  unreachable: 'Did not arrive',
};
