import { useEffect } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Moves the focus among the links of a list's rows. */
function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.row-link')];
  const place = links.indexOf(document.activeElement as HTMLElement);
  const next =
    place === -1
      ? step === 1
        ? 0
        : links.length - 1
      : Math.min(Math.max(place + step, 0), links.length - 1);
  links[next]?.focus();
}

/** Selects the focused row, in lists with selection. */
const selectRow = () =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('.selects input')?.click();

/**
 * `/` goes to the search box of a list, `j` and `k` to its next and previous row, which Enter opens
 * and `x` selects; `?` shows the help.
 *
 * @param showHelp Shows the list of shortcuts. The same function at each call.
 */
export function useKeyboard(showHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const actions: Readonly<Record<string, () => void>> = {
        '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
        j: () => moveRow(1),
        k: () => moveRow(-1),
        x: selectRow,
        '?': showHelp,
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [showHelp]);
}
