/** @jsxImportSource preact */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { CardFields } from '../page/card-form.tsx';
import { Tabs } from '../page/entry-list.tsx';
import { type Typed, type TypedByEntry, typedAt, withChanges } from '../page/form-state.ts';
import { DetailFields, EmailField } from '../page/method-fields.tsx';
import { labelOf } from '../page/methods.ts';
import { filled, money } from '../page/phrases.ts';
import { changedText, isOutdated, readPage } from '../page/shown.ts';
import { focusFirst, useShownProblems } from '../page/shown-problems.ts';
import type { OfferedEntry, RecipientData, RecipientState } from '../server/recipient-data.ts';
import { bodyOf, type Group, groupsOf, problemsOf, reviewOf } from './entered.ts';
import { type Answer, readState, send } from './send.ts';

/** The steps of the form: destination, details, review. */
const STEPS = 3;

interface FormProps {
  readonly data: RecipientData;
  readonly onState: (state: RecipientState) => void;
  /** Receives the page's current data after the sender has changed the payout. */
  readonly onChanged: (now: RecipientData) => void;
}

/** The form for the destination of money, as tabs or step by step. */
export function DestinationForm({ data, onChanged, onState }: FormProps) {
  const { layout, texts } = data;
  const groups = useMemo(() => groupsOf(data), [data]);
  const [chosen, setChosen] = useState<string>(groups[0]?.id ?? '');
  const [types, setTypes] = useState<Readonly<Record<string, string>>>({});
  const [all, setAll] = useState<TypedByEntry>({});
  const [email, setEmail] = useState('');
  const { check, clear, show, shown } = useShownProblems();
  const [notice, setNotice] = useState<string | null>(null);
  const [isWorking, setWorking] = useState(false);
  const [step, setStep] = useState(1);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const group = groups.find(({ id }) => id === chosen) ?? groups[0];
  const entry = group && (group.entries.find(({ type }) => type === types[group.id]) ?? group.entries[0]!);
  const entryId = entry && [entry.family, entry.type].join();
  const typed = typedAt(all, entryId, email);
  const isJourney = layout === 'journey';

  useStepFocus(form, step);
  if (!group || !entry || entryId === undefined)
    return <p class="Block">{filled(texts.nothingOffered, { seller: data.sender })}</p>;
  const problems = problemsOf(entry, typed, data);

  const choose = (id: string) => {
    if (id !== chosen) show({});
    setChosen(id);
  };
  const chooseScheme = (type: string) => {
    show({});
    setTypes({ ...types, [group.id]: type });
  };
  const change = (changes: Partial<Typed>) => {
    if (changes.email !== undefined) setEmail(changes.email);
    else setAll((before) => ({ ...before, [entryId]: withChanges(typedAt(before, entryId, ''), changes) }));
    clear(changes);
  };

  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.current) return;
    setNotice(null);
    if (isJourney && step === 1) return setStep(2);
    show(problems);
    if (focusFirst(form.current, problems) !== null) return;
    if (isJourney && step === 2) return setStep(3);
    isBusy.current = true;
    setWorking(true);
    try {
      const answer = await settled(await send(bodyOf(data, entry, typed)));
      const now = isOutdated(answer) ? await readPage<RecipientData>() : null;
      if (answer.kind === 'state') return onState(answer.state);
      if (now) {
        onChanged(now);
        if (now.payout && data.payout) setNotice(changedText(data.payout, now.payout, now));
        return;
      }
      setNotice(noticeOf(answer, data));
      if (isJourney) setStep(2);
    } catch (error) {
      setNotice(texts.tryLater);
      throw error;
    } finally {
      isBusy.current = false;
      setWorking(false);
    }
  };

  const fields = {
    form: { texts, settings: { labels: 'above' } } as const,
    typed,
    problems: shown,
    change,
    check: (name: string) => check(name, typed, problems),
  };
  const details = (
    <fieldset disabled={isWorking}>
      <legend class="hidden">{group.label}</legend>
      {group.entries.length > 1 && (
        <Schemes group={group} chosen={entry} choose={chooseScheme} texts={texts} />
      )}
      {entry.shown !== null && <p dir="ltr">{entry.shown}</p>}
      {entry.card && <CardFields {...fields} />}
      <DetailFields {...fields} fields={entry.fields} />
      {data.asksEmail && entry.shown === null && !entry.fields.some(({ format }) => format === 'email') && (
        <EmailField {...fields} />
      )}
    </fieldset>
  );
  const heading = data.payout ? texts.recipientText : texts.methodsHeading;
  const isLast = !isJourney || step === STEPS;
  return (
    <form class="form" ref={form} onSubmit={submit} noValidate aria-busy={isWorking}>
      {isJourney && <p class="terms">{filled(texts.stepOf, { step, count: STEPS })}</p>}
      <h2 tabIndex={-1}>
        {!isJourney || step === 1 ? heading : step === 2 ? group.label : texts.checkDetails}
      </h2>
      <div role="alert" class={notice ? 'notice-box Error' : 'hidden'}>
        {notice}
      </div>
      {!isJourney && (
        <Tabs entries={groups} chosen={group.id} choose={choose} heading={heading}>
          {() => details}
        </Tabs>
      )}
      {isJourney && step === 1 && (
        <fieldset>
          <legend class="hidden">{heading}</legend>
          {groups.map(({ id, label }) => (
            <label class="saved" key={id}>
              <input type="radio" name="destination" checked={id === group.id} onChange={() => choose(id)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      {isJourney && step === 2 && details}
      {isJourney && step === 3 && (
        <dl class="transaction">
          {reviewOf(entry, typed, data).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <button id="submit" class="submit" type="submit" aria-disabled={isWorking}>
        {isWorking ? texts.working : isLast ? buttonText(data) : texts.next}
      </button>
      {isJourney && step > 1 && (
        <button type="button" class="link" disabled={isWorking} onClick={() => setStep(step - 1)}>
          {texts.back}
        </button>
      )}
    </form>
  );
}

/** Selects the scheme of a bank account. */
function Schemes(props: {
  readonly group: Group;
  readonly chosen: OfferedEntry;
  readonly choose: (type: string) => void;
  readonly texts: RecipientData['texts'];
}) {
  const id = useId();
  const { choose, chosen, group, texts } = props;
  return (
    <div class="field">
      <label class="Label" for={id}>
        {texts.accountScheme}
      </label>
      <select
        id={id}
        class="Input"
        value={chosen.type!}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {group.entries.map(({ type }) => (
          <option key={type} value={type!}>
            {labelOf('', type!, texts)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Moves the focus to the heading of a new step. */
function useStepFocus(form: { readonly current: HTMLFormElement | null }, step: number): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) form.current?.querySelector('h2')?.focus();
    before.current = step;
  }, [form, step]);
}

/** Reloads the state if another tab or the link's expiry has changed it. */
const settled = (answer: Answer): Promise<Answer> | Answer =>
  answer.kind === 'refused' && [403, 404, 409].includes(answer.status) && !isOutdated(answer)
    ? readState()
    : answer;

function buttonText({ language, payout, texts }: RecipientData): string {
  if (!payout) return texts.saveButton;
  return filled(texts.receiveAmount, { amount: money(payout.amount, payout.currency, language) });
}

function noticeOf(answer: Exclude<Answer, { kind: 'state' }>, { payout, texts }: RecipientData): string {
  if (answer.kind === 'unreachable') return navigator.onLine ? texts.tryLater : texts.offline;
  if (answer.param?.endsWith('card_number')) return texts.cardNumberInvalid;
  return payout && (answer.status === 400 || answer.status === 422)
    ? texts.destinationRefused
    : texts.tryLater;
}
