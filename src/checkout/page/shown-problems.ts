import { useState } from 'preact/hooks';
import type { Typed } from './form-state.ts';
import { foundBy, type Problems } from './problems.ts';

/** The problems that a form shows: one goes as soon as its field is changed, and comes when the field is left. */
export function useShownProblems() {
  const [shown, show] = useState<Problems>({});
  return {
    shown,
    show,
    /** Takes the problems of changed fields away. */
    clear: ({ fields, ...others }: Partial<Typed>): void => {
      const changes = { ...others, ...fields };
      show((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))));
    },
    /** Shows the problem of a field that was left, unless it is empty. */
    check: (name: string, typed: Typed, problems: Problems): void => {
      const value = name in typed ? typed[name as 'code'] : typed.fields[name];
      if (value) show((before) => foundBy({ ...before, [name]: problems[name] }));
    },
  };
}

/** Moves the focus to the first field that has a problem; the problem, null if there is none. */
export function focusFirst(form: HTMLFormElement | null, problems: Problems): string | null {
  const [first] = Object.entries(problems);
  if (!first) return null;
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(first[0])}"]`)?.focus();
  return first[1];
}
