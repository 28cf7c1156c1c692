/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTotal } from '../page/asked-total.ts';
import { CardForm, CodeField, ExpiryField, NumberField } from '../page/card-form.tsx';
import { digitsOf, networkOf } from '../page/card-number.ts';
import { confirmationOf } from '../page/confirmation.ts';
import { nothingTyped, type Typed } from '../page/form-state.ts';
import { entriesOf } from '../page/methods.ts';
import { confirm, retrieve } from '../page/pay.ts';
import { type Problems, problemsOf } from '../page/problems.ts';
import { useShownProblems } from '../page/shown-problems.ts';
import { SurchargeLine } from '../page/surcharge-line.tsx';
import { totalOf } from '../page/totals.ts';
import type { FormData } from '../server/checkout-data.ts';
import { answerTo, type Reload, resultOf, returnAddress } from './answers.ts';
import type { FrameLine } from './frame-line.ts';
import { givePart, partsOf, type ShopForm } from './parts.ts';
import { checked, useEnter } from './payment-element.tsx';
import type { FrameAnswer, FrameRequest } from './protocol.ts';

const fieldsOf: Readonly<Record<string, readonly (keyof Typed)[]>> = {
  card: ['number', 'expiry', 'code', 'holder'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['code'],
};

interface ElementProps {
  readonly element: string;
  readonly form: FormData;
  readonly line: FrameLine;
  readonly reload: Reload;
  readonly shopForm: ShopForm;
}

/** A card in one frame, or one of its fields. The frame that confirms reads the form's other frames. */
export function CardElement({ element, form, line, reload, shopForm }: ElementProps) {
  const [typed, setTyped] = useState<Typed>(nothingTyped);
  const { check, clear, show, shown } = useShownProblems();
  const reported = useRef('');
  const own = fieldsOf[element] ?? [];
  const entry = entriesOf(form).find(({ kind }) => kind === 'card');
  const total = useTotal(form, entry, typed);
  const hasNumber = own.includes('number');

  const problemsWith = (all: Typed): Problems => (entry ? problemsOf(form, entry, all, () => null) : {});
  const ownProblems = Object.entries(problemsWith(typed)).filter(([name]) =>
    own.includes(name as keyof Typed),
  );
  givePart(shopForm, {
    typed: Object.fromEntries(own.map((name) => [name, typed[name]])),
    ...(hasNumber && { total }),
    show: (problems) =>
      show(
        Object.fromEntries(Object.entries(problems).filter(([name]) => own.includes(name as keyof Typed))),
      ),
  });

  const change = (changes: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...changes }));
    clear(changes);
  };

  useEnter(line);
  useEffect(() => {
    const [problem] = Object.values(shown);
    const report = {
      complete: ownProblems.length === 0,
      empty: own.every((name) => typed[name] === ''),
      brand: hasNumber ? (networkOf(digitsOf(typed.number))?.name ?? null) : null,
      total: hasNumber ? total : null,
      error: problem ? { message: problem } : null,
      value: null,
    };
    if (reported.current === JSON.stringify(report)) return;
    reported.current = JSON.stringify(report);
    line.report({ type: 'change', change: report });
  });

  useLayoutEffect(() => {
    const whole = () => {
      const parts = partsOf(shopForm);
      const all = Object.assign({ ...nothingTyped }, ...parts.map((part) => part.typed)) as Typed;
      const problems = problemsWith(all);
      for (const part of parts) part.show(problems);
      return {
        all,
        problem: Object.values(problems)[0] ?? (entry ? null : form.texts.unavailable),
        total: parts.find((part) => part.total !== undefined)?.total ?? null,
      };
    };
    line.serve(form.texts.unavailable, async (request: FrameRequest): Promise<FrameAnswer> => {
      switch (request.type) {
        case 'confirm': {
          // The frame with the number shows the total.
          const { all, problem, total: net_amount } = whole();
          if (!entry || problem !== null) return checked(problem ?? form.texts.unavailable);
          if (net_amount === null) return checked(form.texts.working);
          const body = { ...confirmationOf(form, entry, all, false), net_amount, ...request.added };
          return answerTo(await confirm(form, body), form, reload);
        }
        case 'check':
          return checked(whole().problem);
        case 'return_address':
          return returnAddress(form);
        case 'result':
          return resultOf(await retrieve(form), form, reload);
        case 'clear':
          change(Object.fromEntries(own.map((name) => [name, ''])));
          return { kind: 'done' };
        default:
          if (request.type === 'focus') document.querySelector('input')?.focus();
          return { kind: 'done' };
      }
    });
  });

  const fields = {
    form,
    typed,
    problems: shown,
    change,
    check: (name: string) => check(name, typed, problemsWith(typed)),
  };
  return (
    <div
      class="form"
      onFocusIn={() => line.report({ type: 'focus' })}
      onFocusOut={() => line.report({ type: 'blur' })}
    >
      {element === 'card' && <CardForm {...fields} />}
      {element === 'cardNumber' && <NumberField {...fields} />}
      {hasNumber && <SurchargeLine data={form} total={total ?? totalOf(form, entry, typed)} />}
      {element === 'cardExpiry' && <ExpiryField {...fields} />}
      {element === 'cardCvc' && <CodeField {...fields} length={4} />}
    </div>
  );
}
