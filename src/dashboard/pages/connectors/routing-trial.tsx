import { useLazyQuery } from '@apollo/client/react';
import { Alert, Button, Group, List, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { problemOf } from '../../data/problem.ts';
import { asWords } from '../../data/words.ts';
import { TryRoutingDocument, type TryRoutingQuery } from './connectors.documents.ts';

type Trial = TryRoutingQuery['tryRouting'];

interface RoutingTrialProps {
  readonly profileId: string;
  readonly routing: object | null;
}

const nameOf = ({ connectorLabel, connectorName, merchantConnectorId }: Trial['accounts'][number]) =>
  `${connectorLabel ?? connectorName} (${merchantConnectorId})`;

/** The deciding rule, in a sentence. */
function decisionOf({ decidedBy, isFallback, ruleIndex, ruleName }: Trial): string {
  if (isFallback)
    return 'None of its accounts can process the payment: the profile’s other accounts are tried.';
  if (decidedBy === null) return 'Without routing, the oldest account is tried first.';
  if (decidedBy !== 'advanced') return `Decided by: ${asWords(decidedBy).toLowerCase()}.`;
  if (ruleIndex === null) return 'No rule matches: the accounts for all other payments are tried.';
  return `Decided by rule ${ruleIndex + 1}${ruleName ? `, “${ruleName}”` : ''}.`;
}

/** Tries an unsaved routing on a past payment. */
export function RoutingTrial({ profileId, routing }: RoutingTrialProps) {
  const [paymentId, setPaymentId] = useState('');
  const [tryOut, { data, error, loading }] = useLazyQuery(TryRoutingDocument, {
    fetchPolicy: 'network-only',
  });
  // The result is only valid for the routing that was tried.
  const [tried, setTried] = useState('');
  const wanted = JSON.stringify([paymentId.trim(), routing]);
  const isCurrent = tried === wanted;
  const run = () => {
    setTried(wanted);
    void tryOut({ variables: { profileId, paymentId: paymentId.trim(), routing } }).catch(() => {});
  };
  const trial = isCurrent && !loading ? (data as TryRoutingQuery | undefined)?.tryRouting : undefined;
  return (
    <section aria-label="Try it">
      <Group align="end" gap="xs">
        <TextInput
          label="Try it on a payment"
          placeholder="pay_…"
          value={paymentId}
          onChange={(event) => setPaymentId(event.currentTarget.value)}
        />
        <Button variant="default" disabled={paymentId.trim() === ''} loading={loading} onClick={run}>
          Try
        </Button>
      </Group>
      {isCurrent && error && !loading && (
        <Alert color="red" variant="outline" role="alert" mt="xs">
          {problemOf(error).message}
        </Alert>
      )}
      {trial && !error && (
        <div role="status">
          <Text size="sm" mt="xs">
            {decisionOf(trial)}
          </Text>
          {trial.accounts.length === 0 && <Text size="sm">No account takes it: it would be refused.</Text>}
          <List type="ordered" size="sm" aria-label="Accounts in order">
            {trial.accounts.map((account) => (
              <List.Item key={account.merchantConnectorId}>{nameOf(account)}</List.Item>
            ))}
          </List>
          {trial.leftOut.map((account) => (
            <Text size="sm" key={account.merchantConnectorId}>
              Not tried: {nameOf(account)}, {account.reason}.
            </Text>
          ))}
        </div>
      )}
    </section>
  );
}
