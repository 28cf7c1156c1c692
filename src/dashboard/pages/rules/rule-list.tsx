import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { newActions } from './action-fields.tsx';
import { comparisonWith } from './conditions.ts';
import { type KeyedRule, keyed, moved, replaced } from './draft.ts';
import type { Editing } from './editing.ts';
import { RuleCard } from './rule-card.tsx';

interface RuleListProps {
  readonly editing: Editing;
  readonly rules: readonly KeyedRule[];
  readonly onChange: (rules: readonly KeyedRule[]) => void;
}

/** Edits the rules, which can be moved by button and by keyboard. */
export function RuleList({ editing, onChange, rules }: RuleListProps) {
  const list = useRef<HTMLDivElement>(null);
  // What was moved keeps the focus, which the browser takes from an element that changes its place.
  const [last, setLast] = useState<{ key: string; by: -1 | 1; at: number; focused: Element | null } | null>(
    null,
  );
  useEffect(() => {
    if (!last) return;
    const isKept = last.focused?.isConnected && !last.focused.matches(':disabled, body');
    const card = list.current?.children.item(last.at);
    const button = card?.querySelector<HTMLElement>(
      `[data-move="${last.by}"]:not(:disabled), [data-move]:not(:disabled)`,
    );
    (isKept ? (last.focused as HTMLElement) : button)?.focus();
  }, [last]);
  const move = (index: number, by: -1 | 1) => {
    const to = index + by;
    if (to < 0 || to >= rules.length) return;
    onChange(moved(rules, index, by));
    setLast({ key: rules[index]!.key, by, at: to, focused: document.activeElement });
  };
  const nameAt = (at: number) => String(rules[at]?.json.name ?? '') || 'The rule';
  const add = () => {
    const names = new Set(rules.map(({ json }) => json.name));
    let number = rules.length + 1;
    while (names.has(`Rule ${number}`)) number += 1;
    const rule = {
      name: `Rule ${number}`,
      when: comparisonWith('country'),
      then: newActions[editing.decision],
    };
    onChange([...rules, keyed(rule)]);
  };
  return (
    <>
      <Stack ref={list}>
        {rules.map(({ json, key }, i) => (
          <RuleCard
            key={key}
            editing={editing}
            rule={json}
            index={i}
            count={rules.length}
            onChange={(changed) => onChange(replaced(rules, i, { key, json: changed }))}
            onMove={(by) => move(i, by)}
            onRemove={() => onChange(rules.filter((_, j) => j !== i))}
          />
        ))}
      </Stack>
      <VisuallyHidden role="status">
        {last && `${nameAt(last.at)} is rule ${last.at + 1} of ${rules.length}.`}
      </VisuallyHidden>
      <div>
        <Button variant="default" onClick={add}>
          Add a rule
        </Button>
      </div>
    </>
  );
}
