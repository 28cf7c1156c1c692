import { useState } from 'react';
import {
  draftOf,
  type Finding,
  type RulesDraft,
  type RulesJson,
  readText,
  rulesOf,
  textOf,
} from './draft.ts';

/** The value at a path such as `rules[0].when.all[1]`; undefined for none. */
function valueAt(rules: RulesJson, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], rules);
}

/** The findings about parts that are as they were. */
const stillTrue = (findings: readonly Finding[], before: RulesJson, after: RulesJson): Finding[] =>
  findings.filter(({ param }) => {
    if (!param) return false;
    return JSON.stringify(valueAt(before, param)) === JSON.stringify(valueAt(after, param));
  });

/** The rules in the editor, their JSON, and what the service found in them. */
export interface EditorState {
  readonly draft: RulesDraft;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly text: string;
  /** Why the text is no rules; null if it is. Rows then show what it was before. */
  readonly textProblem: string | null;
  change(draft: RulesDraft): void;
  write(text: string): void;
  /** Ends the writing of JSON: the text is then that of the rules. */
  settleText(): void;
  refuse(errors: readonly Finding[]): void;
}

/** Keeps rows and JSON the same document. */
export function useEditor(saved: RulesJson, found: readonly Finding[]): EditorState {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const [errors, setErrors] = useState<readonly Finding[]>([]);
  const [warnings, setWarnings] = useState(found);
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readText(typed);
  const textProblem = read && 'problem' in read ? read.problem : null;
  const settle = (changed: RulesDraft) => {
    const [before, after] = [rulesOf(draft), rulesOf(changed)];
    setErrors(stillTrue(errors, before, after));
    setWarnings(stillTrue(warnings, before, after));
    setDraft(changed);
  };
  return {
    draft,
    errors,
    warnings,
    text: typed ?? textOf(rulesOf(draft)),
    textProblem,
    change: (changed) => {
      setTyped(null);
      settle(changed);
    },
    write: (text) => {
      setTyped(text);
      const rules = readText(text);
      if (!('problem' in rules)) settle(draftOf(rules, draft.rules));
    },
    settleText: () => textProblem === null && setTyped(null),
    refuse: setErrors,
  };
}
