import { ActionIcon, Paper, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { DownIcon, UpIcon } from '../../show/icons.tsx';
import { ActionFields } from './action-fields.tsx';
import { ConditionGroup } from './condition-group.tsx';
import { currencyOf } from './conditions.ts';
import type { RuleJson } from './draft.ts';
import type { Editing } from './editing.ts';
import { errorAt, Findings } from './findings.tsx';
import { JsonField } from './json-field.tsx';
import { RemoveButton } from './remove-button.tsx';

interface RuleCardProps {
  readonly editing: Editing;
  readonly rule: RuleJson;
  readonly index: number;
  readonly count: number;
  readonly onChange: (rule: RuleJson) => void;
  /** Moves the rule by -1 or 1. */
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** The members of a rule that fields edit. */
const edited = ['name', 'when', 'then'];

/** Edits a rule. Alt with an arrow key moves it. */
export function RuleCard({ count, editing, index, onChange, onMove, onRemove, rule }: RuleCardProps) {
  const path = `rules[${index}]`;
  const of = `rule ${index + 1}`;
  const others = Object.fromEntries(Object.entries(rule).filter(([name]) => !edited.includes(name)));
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || !by) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={`Rule ${index + 1}`} onKeyDown={move}>
      <div className="rule-head">
        <TextInput
          label={`Name of ${of}`}
          value={String(rule.name ?? '')}
          maxLength={64}
          error={errorAt(editing.errors, `${path}.name`)}
          onChange={(event) => onChange({ ...rule, name: event.currentTarget.value })}
        />
        {([-1, 1] as const).map((by) => (
          <ActionIcon
            key={by}
            variant="default"
            size="lg"
            data-move={by}
            disabled={by < 0 ? index === 0 : index === count - 1}
            aria-label={`Move ${of} ${by < 0 ? 'up' : 'down'}`}
            title={`Move ${by < 0 ? 'up (Alt ↑)' : 'down (Alt ↓)'}`}
            onClick={() => onMove(by)}
          >
            {by < 0 ? <UpIcon size={16} /> : <DownIcon size={16} />}
          </ActionIcon>
        ))}
        <RemoveButton label={`Remove ${of}`} onClick={onRemove} />
      </div>
      <Findings of={editing} path={path} />
      <div className="rule-part-head">If</div>
      <ConditionGroup
        editing={editing}
        condition={rule.when}
        path={`${path}.when`}
        of={of}
        onChange={(when) => {
          const { when: _, then, ...head } = rule;
          onChange(when === undefined ? { ...head, then } : { ...head, when, then });
        }}
      />
      <div className="rule-action-of">
        <ActionFields
          editing={editing}
          action={rule.then}
          path={`${path}.then`}
          currency={currencyOf(rule.when)}
          onChange={(then) => onChange({ ...rule, then })}
        />
      </div>
      {Object.keys(others).length > 0 && (
        <JsonField
          label="Also, as JSON"
          value={others}
          error={
            Object.keys(others)
              .flatMap((name) => errorAt(editing.errors, `${path}.${name}`, 'below') ?? [])
              .join(' ') || undefined
          }
          onChange={(changed) => {
            const { name, then, when } = rule;
            onChange({ name, ...(when === undefined ? {} : { when }), then, ...(changed as object) });
          }}
        />
      )}
    </Paper>
  );
}
