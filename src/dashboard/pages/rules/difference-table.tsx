import { asWords } from '../../data/words.ts';
import { SmallTable } from '../../show/small-table.tsx';
import { currencyOf } from './conditions.ts';
import { differenceOf, type RuleChange } from './difference.ts';
import type { RuleJson, RulesJson } from './draft.ts';
import { actionText, conditionText, type RuleNames } from './sentences.ts';

interface DifferenceTableProps {
  readonly label: string;
  /** The older version. */
  readonly before: RulesJson;
  readonly after: RulesJson;
  readonly names: RuleNames;
}

const ruleText = (rule: RuleJson | null, isDefault: boolean, names: RuleNames): string => {
  if (!rule) return '–';
  const then = actionText(rule.then, names, currencyOf(rule.when));
  return isDefault ? then : `${conditionText(rule.when, names)} → ${then}`;
};

const kindText = ({ kinds, moved }: RuleChange): string =>
  kinds
    .map((kind) => (kind === 'moved' && moved ? `Moved from ${moved.from} to ${moved.to}` : asWords(kind)))
    .join(', ');

/** What changed between two versions, rule by rule. */
export function DifferenceTable({ after, before, label, names }: DifferenceTableProps) {
  return (
    <SmallTable
      label={label}
      rows={differenceOf(before, after)}
      keyOf={({ name }) => (name === null ? 'default' : `rule ${name}`)}
      whenEmpty="The rules are the same."
      columns={[
        { header: 'Rule', cell: ({ name }) => name ?? 'If no rule holds' },
        { header: 'Change', cell: kindText },
        { header: 'Before', cell: ({ before: was, name }) => ruleText(was, name === null, names) },
        { header: 'After', cell: ({ after: is, name }) => ruleText(is, name === null, names) },
      ]}
    />
  );
}
