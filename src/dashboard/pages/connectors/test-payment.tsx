import { useMutation } from '@apollo/client/react';
import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { Dialog } from '../../act/dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import { Status } from '../../show/status.tsx';
import type { Account } from './account-draft.ts';
import {
  type ConnectorsQuery,
  SendTestPaymentDocument,
  type SendTestPaymentMutation,
} from './connectors.documents.ts';

const AMOUNT = 100;
const usualCurrencies = ['EUR', 'USD', 'GBP'];

const holder = { cardHolderName: 'Test Payment' };
/** A card that most vendors' test environments approve, and the card that Adyen's approves. */
const testCard = {
  ...holder,
  ...{ cardNumber: '4242424242424242', cardExpMonth: '12', cardExpYear: '2040', cardCvc: '123' },
};
const testCards: Readonly<Record<string, typeof testCard>> = {
  adyen: {
    ...holder,
    cardNumber: '4111111111111111',
    cardExpMonth: '03',
    cardExpYear: '2030',
    cardCvc: '737',
  },
};

/** The reason why an account offers no test payment; null if it does. */
export function noTestPaymentReason({ connectorName, connectorType, disabled, status, testMode }: Account) {
  if (connectorType !== 'payment_processor') return 'Does not process payments';
  if (!testMode && connectorName !== 'sandbox') return 'Live account: a payment would move money';
  return disabled || status !== 'active' ? 'Disabled' : null;
}

interface TestPaymentProps {
  readonly account: Account;
  readonly connectors: ConnectorsQuery['connectors'];
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

type SentPayment = NonNullable<SendTestPaymentMutation['createPayment']['payment']>;

/** Sends a small test-card payment through one account, bypassing the profile's routing. */
export function TestPayment({ account, connectors, onClose, onDone }: TestPaymentProps) {
  const { connectorName, merchantConnectorId, profileId } = account;
  const accepted = connectors.find(({ name }) => name === connectorName)?.currencies ?? [];
  const currencies = accepted.length === 0 ? usualCurrencies : accepted;
  const [currency, setCurrency] = useState(
    () => usualCurrencies.find((usual) => currencies.includes(usual)) ?? currencies[0]!,
  );
  const [made, setMade] = useState<SentPayment | null>(null);
  const [create] = useMutation(SendTestPaymentDocument);
  const card = testCards[connectorName] ?? testCard;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await create({
      variables: {
        input: {
          ...{ amount: AMOUNT, currency, profileId, confirm: true, description: 'Test payment' },
          ...{ paymentMethod: 'card', paymentMethodData: { card } },
          routing: {
            type: 'single',
            data: { connector: connectorName, merchant_connector_id: merchantConnectorId },
          },
          idempotencyKey,
        },
      },
    });
    const { payment, userErrors } = data!.createPayment;
    setMade(payment as SentPayment | null);
    return { userErrors, done: '' };
  };
  if (made) return <TestOutcome made={made} onClose={onClose} />;
  return (
    <ActionDialog
      title="Send a test payment"
      confirm="Send"
      explanation={`A payment of ${formatMoney(AMOUNT, currency)} with the test card ending in ${card.cardNumber.slice(-4)} is created and sent only through ${merchantConnectorId}. It appears in your payments and sends webhooks. No money moves.`}
      run={run}
      onClose={onClose}
      onNext={() => undefined}
      onDone={onDone}
    >
      <Select
        label="Currency"
        data={currencies}
        value={currency}
        searchable
        allowDeselect={false}
        onChange={(value) => setCurrency(value ?? currency)}
      />
    </ActionDialog>
  );
}

function TestOutcome({ made, onClose }: { made: SentPayment; onClose: () => void }) {
  const { errorCode, errorMessage, paymentId, status } = made;
  return (
    <Dialog onClose={onClose} title="Test payment">
      <Stack>
        <Text size="sm" component="div" role="status">
          <Status of={status} />
        </Text>
        {(errorCode || errorMessage) && (
          <Text size="sm">{[errorCode, errorMessage].filter(Boolean).join(': ')}</Text>
        )}
        <Anchor
          component={Link}
          href={urlPath`/dashboard/payments/${paymentId}`}
          size="sm"
          underline="always"
        >
          {paymentId}
        </Anchor>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
