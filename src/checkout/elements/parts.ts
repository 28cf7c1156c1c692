import type { Typed } from '../page/form-state.ts';
import type { Problems } from '../page/problems.ts';

/** The form of the shop's page that a frame belongs to, from its opening message. */
export interface ShopForm {
  /** The origin of the page that opened the frame. */
  readonly page: string;
  readonly publishableKey: string;
  readonly clientSecret: string;
  /** Identifies the elements of one form among the page's forms for the same payment. */
  readonly group: string;
}

/** The part of the form's card that a single-field frame holds. */
export interface Part {
  readonly typed: Partial<Typed>;
  /** The total that the frame with the number shows, in minor units: null until it is known; absent in other frames. */
  readonly total?: number | null;
  /** Shows the frame's problems. */
  readonly show: (problems: Problems) => void;
}

declare global {
  interface Window {
    /**
     * Requests a frame's part of a form. Frames of all merchants share one origin and reach one another, so the frame with
     * the data checks the request, and gives nothing to a frame of another payment.
     */
    switchyardPart?: (asking: ShopForm) => Part | null;
  }
}

const isSameForm = (one: ShopForm, other: ShopForm): boolean =>
  one.clientSecret === other.clientSecret &&
  one.publishableKey === other.publishableKey &&
  one.page === other.page &&
  one.group === other.group;

/** Offers this frame's part to the frames of the same form, in place of the former part. */
export function givePart(form: ShopForm, part: Part): void {
  window.switchyardPart = (asking) => (isSameForm(form, asking) ? part : null);
}

/** The parts of a form in the page's frames, including this frame's. */
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
