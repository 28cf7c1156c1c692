import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** What was focused before the dialogs that are open now. */
let opener: HTMLElement | null = null;
let openDialogs = 0;

/** The element to focus: the opener, or what opened the menu it was in, or the page if both are gone. */
function focusable(from: HTMLElement | null): HTMLElement | null {
  if (from?.isConnected && !from.matches(':disabled') && from.getClientRects().length > 0) return from;
  return document.getElementById('page');
}

/** What a person pressed to open a dialog. Of an entry of a menu, which closes, it is the menu's button. */
function openerOf(active: Element | null): HTMLElement | null {
  if (!(active instanceof HTMLElement) || active === document.body) return opener;
  const menu = active.closest('[role="dialog"], [role="menu"]');
  if (!menu) return active;
  return document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) ?? opener;
}

/** Brings the focus back when the dialog closes, though it leaves the page at once: to where it was before the first one. */
function useFocusReturn(): void {
  useLayoutEffect(() => {
    if (openDialogs === 0) opener = openerOf(document.activeElement);
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
      // One dialog may lead to another, and a closing menu takes the focus first.
      setTimeout(() => openDialogs === 0 && focusable(opener)?.focus());
    };
  }, []);
}

/** A dialog over the page, open for as long as it is rendered. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn();
  return <Modal {...props} opened returnFocus={false} closeButtonProps={{ 'aria-label': 'Close' }} />;
}
