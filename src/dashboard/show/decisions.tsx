import { Link } from 'wouter';
import { pagePath } from '../data/page-paths.ts';
import type { RuleDecision } from '../data/schema-types.ts';
import { asWords } from '../data/words.ts';
import { Section } from './facts.tsx';
import { SmallTable } from './small-table.tsx';

interface DecisionsProps {
  readonly of: readonly {
    readonly decision: RuleDecision;
    readonly rulesetId: string;
    readonly version: number;
    readonly rule: string | null;
    readonly why: string;
  }[];
  /** Whether the person may see the rules. */
  readonly mayReadRules: boolean;
}

/** What rules decided about a payment or payout, and why. Hidden if they decided nothing. */
export function Decisions({ mayReadRules, of: decisions }: DecisionsProps) {
  if (decisions.length === 0) return null;
  return (
    <Section title="Decisions">
      <SmallTable
        label="Decisions"
        rows={decisions}
        keyOf={({ decision }) => decision}
        whenEmpty="No decisions"
        columns={[
          { header: 'Decision', cell: ({ decision }) => asWords(decision) },
          { header: 'Why', cell: ({ why }) => why },
          { header: 'Rule', cell: ({ rule }) => rule ?? '–' },
          {
            header: 'Rules',
            cell: ({ rulesetId, version }) =>
              mayReadRules ? (
                <Link href={pagePath.ruleset(rulesetId)}>Version {version}</Link>
              ) : (
                `Version ${version}`
              ),
          },
        ]}
      />
    </Section>
  );
}
