/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { retrieve } from '../page/pay.ts';
import { type FormState, PaymentForm } from '../page/payment-form.tsx';
import type { FormData } from '../server/checkout-data.ts';
import { answerTo, type Reload, resultOf, returnAddress } from './answers.ts';
import type { FrameLine } from './frame-line.ts';
import type { FrameAnswer, FrameRequest } from './protocol.ts';

/** All methods of a payment in one frame; the shop's page has the button. */
export function PaymentElement({
  confirmsWallets,
  form,
  line,
  reload,
}: {
  readonly confirmsWallets: boolean;
  readonly form: FormData;
  readonly line: FrameLine;
  readonly reload: Reload;
}) {
  const state = useRef<FormState | null>(null);
  const reported = useRef('');
  const [notice, setNotice] = useState<string | null>(null);
  const onState = (now: FormState) => {
    state.current = now;
    const { entry, isComplete: complete, total } = now;
    const change = {
      complete,
      empty: false,
      brand: null,
      error: null,
      total,
      value: entry ? { type: entry.id } : null,
    };
    if (reported.current === JSON.stringify(change)) return;
    reported.current = JSON.stringify(change);
    line.report({ type: 'change', change });
  };
  useEnter(line);
  useLayoutEffect(() => {
    line.serve(form.texts.unavailable, async (request: FrameRequest): Promise<FrameAnswer> => {
      switch (request.type) {
        case 'confirm': {
          setNotice(null);
          const answer = await answerTo(await state.current!.attempt(request.added), form, reload);
          if (answer.kind === 'error' && answer.error.type !== 'validation_error')
            setNotice(answer.error.message);
          return answer;
        }
        case 'check':
          return checked(state.current!.check());
        case 'return_address':
          return returnAddress(form);
        case 'result':
          return resultOf(await retrieve(form), form, reload);
        default:
          if (request.type === 'focus') document.querySelector<HTMLElement>('button, input')?.focus();
          return { kind: 'done' };
      }
    });
  }, [form, line, reload]);
  return (
    <div onFocusIn={() => line.report({ type: 'focus' })} onFocusOut={() => line.report({ type: 'blur' })}>
      <PaymentForm
        data={form}
        notice={notice}
        onNotice={setNotice}
        onPayment={() => Promise.resolve()}
        onState={onState}
        {...(confirmsWallets
          ? { onApproved: (wallet: string) => line.report({ type: 'confirm', wallet }) }
          : {})}
      />
    </div>
  );
}

/** The first problem; null without one. */
export const checked = (problem: string | null): FrameAnswer =>
  problem === null
    ? { kind: 'done' }
    : { kind: 'error', error: { type: 'validation_error', code: 'incomplete', message: problem } };

/** Reports Enter in a field to the page, except when it ends a character composition. */
export function useEnter(line: FrameLine): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement;
      if (event.key !== 'Enter' || event.isComposing || event.repeat || !isField) return;
      event.preventDefault();
      line.report({ type: 'submit' });
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [line]);
}
