import { useMutation } from '@apollo/client/react';
import { Alert, Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useCommand } from '../../act/command.ts';
import type { Outcome } from '../../act/outcome.ts';
import { pagePath } from '../../data/page-paths.ts';
import type { RuleDecision } from '../../data/schema-types.ts';
import { Prove } from '../../session/prove.tsx';
import { ActionFields, newActions } from './action-fields.tsx';
import { useRuleContext } from './context.ts';
import { type Finding, type RulesJson, rulesOf, textOf } from './draft.ts';
import { useEditor } from './editor-state.ts';
import { JsonSide } from './json-side.tsx';
import { RuleList } from './rule-list.tsx';
import { CreateRulesetDocument } from './rules.documents.ts';
import { withoutRules } from './sentences.ts';

/** What a new version starts from. */
export interface Base extends RulesJson {
  readonly name: string;
  readonly description: string;
  readonly warnings: readonly Finding[];
}

interface EditorProps {
  readonly profileId: string;
  readonly decision: RuleDecision;
  readonly base: Base;
  readonly onLeave: () => void;
}

/** Which rule an error is about, before its message. */
const placed = ({ message, param }: Finding): string => {
  const [, index] = /^rules\[(\d+)\]/.exec(param ?? '') ?? [];
  const name =
    param
      ?.split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? '';
  const rest = param && message.startsWith(`${param} `) ? `${name}${message.slice(param.length)}` : message;
  return index === undefined ? rest : `Rule ${Number(index) + 1}: ${rest}`;
};

/** Edits the rules of a decision as rows and as JSON. Saving creates a draft, which has no effect until it is activated. */
export function Editor({ base, decision, onLeave, profileId }: EditorProps) {
  const [, navigate] = useLocation();
  const [name, setName] = useState(base.name);
  const [description, setDescription] = useState(base.description);
  const state = useEditor(base, base.warnings);
  const { draft, errors, textProblem } = state;
  const { options, usualCurrency } = useRuleContext(profileId, decision);
  const [create] = useMutation(CreateRulesetDocument);
  const created = useRef<string | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) alert.current?.focus();
  }, [errors.length]);
  const isChanged = state.text !== textOf(base) || name !== base.name || description !== base.description;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) =>
      isChanged && created.current === null && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
  const command = useCommand({
    labels: undefined,
    onClose: () => undefined,
    onDone: undefined,
    onNext: () => created.current && navigate(pagePath.ruleset(created.current)),
  });
  const editing = { decision, errors, warnings: state.warnings, accounts: options, usualCurrency };
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { default: otherwise, rules } = rulesOf(draft);
    const input = {
      profileId,
      decision,
      name: name.trim(),
      ...(description.trim() ? { description: description.trim() } : {}),
      rules,
      ...(otherwise === null ? {} : { default: otherwise }),
      idempotencyKey,
    };
    const { data } = await create({ variables: { input } });
    const { ruleset, userErrors } = data!.createRuleset;
    created.current = ruleset?.rulesetId ?? null;
    state.refuse(userErrors);
    return { userErrors, done: 'Draft saved' };
  };
  if (command.proofWanted) return <Prove proof={command.proofWanted} onProved={command.repeat} />;
  const problems = errors.length > 0 ? errors.map(placed) : command.problems;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void command.perform(run);
      }}
    >
      <Stack>
        {problems.length > 0 && (
          <Alert
            ref={alert}
            tabIndex={-1}
            color="red"
            variant="outline"
            role="alert"
            title="The draft is not saved"
          >
            {problems.map((problem) => (
              <Text size="sm" key={problem}>
                {problem}
              </Text>
            ))}
          </Alert>
        )}
        <Paper withBorder p="md" className="rule-names">
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Description"
            description="Optional"
            inputWrapperOrder={['label', 'input', 'description']}
            maxLength={255}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </Paper>
        <div className="rules-editor">
          <Stack>
            <Title order={2} size="h4">
              Rules
            </Title>
            <Text size="sm">The first rule that holds decides.</Text>
            <RuleList
              editing={editing}
              rules={draft.rules}
              onChange={(rules) => state.change({ ...draft, rules })}
            />
            <Paper withBorder p="md" component="section" aria-label="If no rule holds">
              <Checkbox
                label="Act if no rule holds"
                description={`Otherwise: ${withoutRules[decision].toLowerCase()}.`}
                checked={draft.default !== null}
                onChange={(event) =>
                  state.change({
                    ...draft,
                    default: event.currentTarget.checked ? newActions[decision] : null,
                  })
                }
              />
              {draft.default !== null && (
                <div className="rule-action-of">
                  <ActionFields
                    editing={editing}
                    action={draft.default}
                    path="default"
                    currency={null}
                    onChange={(otherwise) => state.change({ ...draft, default: otherwise })}
                  />
                </div>
              )}
            </Paper>
          </Stack>
          <JsonSide state={state} />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLeave}>
            Discard
          </Button>
          <Button type="submit" loading={command.isBusy} disabled={textProblem !== null}>
            Save draft
          </Button>
        </Group>
        <Text size="sm" ta="right">
          A draft has no effect until you activate it.
        </Text>
      </Stack>
    </form>
  );
}
