import type { Typed } from '../page/form-state.ts';
import type { Problems } from '../page/problems.ts';

/** The form of a shop's page that a frame belongs to, as the page opened the frame. */
export interface ShopForm {
  /** The origin of the page that opened the frame. */
  readonly page: string;
  readonly publishableKey: string;
  readonly clientSecret: string;
  /** Identifies the elements of one form among those of the page with the same payment. */
  readonly group: string;
}

/** What a frame of single fields adds to the card of its form. */
export interface Part {
  readonly typed: Partial<Typed>;
  /** Shows the frame's problems. */
  readonly show: (problems: Problems) => void;
}

declare global {
  interface Window {
    /**
     * Asks a frame for its part of a form. Frames of all merchants have one origin and reach one another, so the frame
     * that has the data compares: it gives nothing to a frame that was opened for another payment.
     */
    switchyardPart?: (asking: ShopForm) => Part | null;
  }
}

const isSameForm = (one: ShopForm, other: ShopForm): boolean =>
  one.clientSecret === other.clientSecret &&
  one.publishableKey === other.publishableKey &&
  one.page === other.page &&
  one.group === other.group;

/** Gives this frame's part to the frames of the same form, in place of what it gave before. */
export function givePart(form: ShopForm, part: Part): void {
  window.switchyardPart = (asking) => (isSameForm(form, asking) ? part : null);
}

/** The parts of a form that stand in frames of the same page, this one's included. */
export function partsOf(form: ShopForm): Part[] {
  const frames = Array.from({ length: window.parent.length }, (_, index) => window.parent[index]!);
  return frames.flatMap((frame) => {
    try {
      const part = frame.parent === window.parent ? frame.switchyardPart?.(form) : null;
      return part ? [part] : [];
    } catch {
      // A frame of another origin.
      return [];
    }
  });
}
