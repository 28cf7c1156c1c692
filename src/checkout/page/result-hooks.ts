import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const POLL_MS = 2_000;
const POLLS_MAX = 300;
/** The time for reading the result, before the page redirects. */
const READING_MS = 5_000;

/** Polls while the connector still decides and the page is visible, for at most ten minutes. */
export function usePolling(isOn: boolean, poll: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not restart the polling.
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
 * Moves the focus to a result's heading, then redirects to the seller, unless the page is in a frame.
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
