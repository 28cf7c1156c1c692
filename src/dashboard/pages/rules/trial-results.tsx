import { List, Text } from '@mantine/core';
import type { EvaluateRulesMutation } from './rules.documents.ts';
import { decisions } from './sentences.ts';

type Result = NonNullable<EvaluateRulesMutation['evaluateRules']['evaluation']>['results'][number];

const nameOf = ({ connector, connectorLabel, merchantConnectorId }: Result['accounts'][number]) =>
  `${connectorLabel ?? connector} (${merchantConnectorId})`;

/** Each decision in a sentence; of routing also the accounts in order, and why others are left out. */
export function TrialResults({ results, rulesetId }: { results: readonly Result[]; rulesetId: string }) {
  return (
    <div role="status">
      {results.length === 0 && (
        <Text size="sm" mt="xs">
          Nothing is decided: the payment has routing of its own.
        </Text>
      )}
      {results.map((result) => (
        <section key={result.decision} aria-label={decisions[result.decision].name} className="rule-result">
          <Text size="sm" fw={600} mt="xs">
            {decisions[result.decision].name}
            {result.rulesetId === rulesetId ? '' : `, by active version ${result.version}`}
          </Text>
          <Text size="sm">{result.why}</Text>
          {result.decision.endsWith('routing') && <Accounts of={result} />}
        </section>
      ))}
    </div>
  );
}

function Accounts({ of: { accounts, leftOut } }: { of: Result }) {
  return (
    <>
      {accounts.length === 0 && <Text size="sm">No account can take it: it would be refused.</Text>}
      <List type="ordered" size="sm" aria-label="Accounts in order">
        {accounts.map((account) => (
          <List.Item key={account.merchantConnectorId}>{nameOf(account)}</List.Item>
        ))}
      </List>
      {leftOut.map((account) => (
        <Text size="sm" key={account.merchantConnectorId}>
          Not tried: {nameOf(account)}, {account.reason}.
        </Text>
      ))}
    </>
  );
}
