import { Text } from '@mantine/core';
import type { RuleDecision } from '../../data/schema-types.ts';
import { currencyOf } from './conditions.ts';
import { type Finding, findingsIn, findingText, type RulesJson } from './draft.ts';
import { actionText, conditionText, type RuleNames, withoutRules } from './sentences.ts';

interface RulesTextProps {
  readonly decision: RuleDecision;
  readonly rules: RulesJson;
  readonly warnings: readonly Finding[];
  readonly names: RuleNames;
}

/** The rules of a version in sentences, each with its warnings. */
export function RulesText({
  decision,
  names,
  rules: { default: otherwise, rules },
  warnings,
}: RulesTextProps) {
  return (
    <>
      <ol className="rules-text" aria-label="Rules">
        {rules.map((rule, i) => (
          <li key={String(rule.name)}>
            <Text fw={600} size="sm">
              {String(rule.name)}
            </Text>
            <Text size="sm">
              {conditionText(rule.when, names)} →{' '}
              <strong>{actionText(rule.then, names, currencyOf(rule.when))}</strong>
            </Text>
            {findingsIn(warnings, `rules[${i}]`).map((warning) => (
              <Text key={warning.message} size="sm" className="rule-warning">
                Warning: {findingText(warning)}
              </Text>
            ))}
          </li>
        ))}
      </ol>
      <Text size="sm">
        If no rule holds →{' '}
        <strong>{otherwise ? actionText(otherwise, names) : withoutRules[decision]}</strong>
      </Text>
    </>
  );
}
