import { useState } from 'preact/hooks';
import type { Typed } from './form-state.ts';
import { foundBy, type Problems } from './problems.ts';

/** A form's shown problems: each appears when its field is left, and disappears once the field changes. */
export function useShownProblems() {
  const [shown, show] = useState<Problems>({});
  return {
    shown,
    show,
    /** Removes the problems of changed fields. */
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

/** Focuses the first field with a problem, and returns the problem; null without one. */
export function focusFirst(form: HTMLFormElement | null, problems: Problems): string | null {
  const [first] = Object.entries(problems);
  if (!first) return null;
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(first[0])}"]`)?.focus();
  return first[1];
}
