/** @jsxImportSource preact */

import { useEffect, useRef } from 'preact/hooks';
import type { Texts } from '../server/checkout-data.ts';

/** A page of the customer's bank or method in a frame, opened by its URL or by posting a form to it. */
export interface FramedStep {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>> | null;
}

/**
 * Shows a step in a frame until the service's return page reports its end. The customer can leave earlier, with the button
 * beside the frame or Escape.
 */
export function Challenge(props: {
  readonly step: FramedStep;
  readonly texts: Pick<Texts, 'back' | 'challengeTitle'>;
  readonly onReturned: () => void;
  readonly onLeft: () => void;
}) {
  const { onLeft, onReturned, step, texts } = props;
  const title = texts.challengeTitle;
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    form.current?.submit();
    const hear = ({ data, origin }: MessageEvent) => {
      if (origin === location.origin && data?.switchyard === 'returned') onReturned();
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [onReturned]);
  return (
    <dialog
      ref={dialog}
      class="challenge"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onLeft();
      }}
    >
      <button type="button" class="link leave" onClick={onLeft}>
        {texts.back}
      </button>
      <iframe name="challenge" title={title} {...(step.fields ? {} : { src: step.url })} />
      {step.fields && (
        <form ref={form} method="post" action={step.url} target="challenge">
          {Object.entries(step.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </form>
      )}
    </dialog>
  );
}
