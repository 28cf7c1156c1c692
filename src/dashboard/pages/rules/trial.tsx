import { useMutation } from '@apollo/client/react';
import { Alert, Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorSaid } from '../../act/setting-labels.ts';
import { makeKey } from '../../data/idempotency.ts';
import { problemOf } from '../../data/problem.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import type { RuleJson } from './draft.ts';
import type { AccountOption } from './editing.ts';
import { EvaluateRulesDocument, type EvaluateRulesMutation } from './rules.documents.ts';
import type { RulesetQuery } from './ruleset.documents.ts';
import { firstFacts, paymentOf, TrialFacts, type Tried } from './trial-facts.tsx';
import { TrialResults } from './trial-results.tsx';

type Ruleset = NonNullable<RulesetQuery['ruleset']>;
type Results = NonNullable<EvaluateRulesMutation['evaluateRules']['evaluation']>['results'];

interface TrialProps {
  readonly ruleset: Ruleset;
  readonly options: readonly AccountOption[];
  readonly usualCurrency: string;
}

const PAYMENT = 'A payment';
const FACTS = 'Facts';

/** Tries a version on a payment or on facts, with the active rules of other decisions. */
export function Trial({ ruleset, usualCurrency }: TrialProps) {
  const { can } = useSession();
  const { decision, profileId, rulesetId } = ruleset;
  const isOfPayouts = decision === 'payout_routing';
  const mayRead = can('PAYMENTS_READ') && !isOfPayouts;
  const [by, setBy] = useState(mayRead ? PAYMENT : FACTS);
  const [paymentId, setPaymentId] = useState('');
  const [facts, setFacts] = useState<Tried>(() =>
    firstFacts(ruleset.rules as readonly RuleJson[], usualCurrency, isOfPayouts),
  );
  const [evaluate, { loading }] = useMutation(EvaluateRulesDocument);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [results, setResults] = useState<Results | null>(null);
  const isReady =
    by === PAYMENT ? paymentId.trim() !== '' : facts.amount !== null && facts.amount !== undefined;
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setProblems([]);
    setResults(null);
    const of = by === PAYMENT ? { paymentId: paymentId.trim() } : { payment: paymentOf(facts) };
    try {
      const { data } = await evaluate({
        variables: { input: { profileId, rulesetId, ...of, idempotencyKey: makeKey() } },
      });
      const { evaluation, userErrors } = data!.evaluateRules;
      setProblems(userErrors.map((error) => errorSaid(error, { payment: 'Payment', paymentId: 'Payment' })));
      setResults(evaluation?.results ?? null);
    } catch (error) {
      setProblems([problemOf(error).message]);
    }
  };
  return (
    <Section title="Try it">
      <form onSubmit={(event) => void run(event)} onChange={() => setResults(null)}>
        {mayRead && (
          <SegmentedControl
            size="xs"
            mb="xs"
            data={[PAYMENT, FACTS]}
            value={by}
            aria-label="Try it on"
            onChange={(chosen) => {
              setBy(chosen);
              setResults(null);
              setProblems([]);
            }}
          />
        )}
        <Group align="end" gap="xs">
          {by === PAYMENT ? (
            <TextInput
              label="Payment"
              placeholder="pay_…"
              w="22rem"
              maw="100%"
              value={paymentId}
              onChange={(event) => setPaymentId(event.currentTarget.value)}
            />
          ) : (
            <TrialFacts facts={facts} onChange={setFacts} />
          )}
          <Button type="submit" variant="default" disabled={!isReady} loading={loading}>
            Try
          </Button>
        </Group>
      </form>
      {problems.length > 0 && (
        <Alert color="red" variant="outline" role="alert" mt="xs">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      {results && <TrialResults results={results} rulesetId={rulesetId} />}
    </Section>
  );
}
