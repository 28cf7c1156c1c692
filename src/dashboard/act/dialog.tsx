import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** The last element focused outside of dialogs: the opener of a dialog. */
let opener: HTMLElement | null = null;
let openDialogs = 0;

document.addEventListener('focusin', ({ target }) => {
  if (openDialogs > 0 || !(target instanceof HTMLElement)) return;
  // A menu entry disappears when the dialog opens, but the menu's button stays.
  const menu = target.closest('[role="dialog"], [role="menu"]');
  opener = menu ? (document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) ?? opener) : target;
});

/** Focuses the opener, or the page if the opener is gone. */
function focusOpener(): void {
  const isThere = opener?.isConnected && !opener.matches(':disabled') && opener.getClientRects().length > 0;
  (isThere ? opener : document.getElementById('page'))?.focus();
}

/** Brings the focus back when the last dialog closes, though it leaves the page at once. */
function useFocusReturn(): void {
  useLayoutEffect(() => {
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
      // One dialog may lead to another.
      setTimeout(() => openDialogs === 0 && focusOpener());
    };
  }, []);
}

/** A dialog over the page, open while it is rendered. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn();
  return <Modal {...props} opened returnFocus={false} closeButtonProps={{ 'aria-label': 'Close' }} />;
}
