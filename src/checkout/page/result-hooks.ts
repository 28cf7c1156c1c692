import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const POLL_MS = 2_000;
const POLLS_MAX = 300;
/** How long somebody has to read the result, before the page leads back. */
const READING_MS = 5_000;

/** Polls while a connector still decides and the page is visible, for ten minutes at most. */
export function usePolling(isOn: boolean, poll: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not begin the polls anew.
  useEffect(() => {
    if (!isOn) return;
    let polls = 0;
    const timer = setInterval(() => {
      if (document.hidden) return;
      if (++polls > POLLS_MAX) clearInterval(timer);
      else void poll();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}

/**
 * Moves the focus to the heading of a result, and leads back from it, unless the page is in a frame.
 *
 * @param backTo Null to stay.
 * @returns The heading.
 */
export function useWayBack(
  backTo: string | null,
  afterMs = READING_MS,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    if (backTo === null || window.top !== window) return;
    const timer = setTimeout(() => location.replace(backTo), afterMs);
    return () => clearTimeout(timer);
  }, [backTo, afterMs]);
  return heading;
}
