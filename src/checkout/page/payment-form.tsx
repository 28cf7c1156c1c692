/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FormData } from '../server/checkout-data.ts';
import { useTotal } from './asked-total.ts';
import { CardForm, fieldProps } from './card-form.tsx';
import { confirmationOf } from './confirmation.ts';
import { detailsOf } from './detail-fields.ts';
import { Accordion, Tabs } from './entry-list.tsx';
import { Choice, Field } from './field.tsx';
import {
  isSavable,
  needsAcceptance,
  nothingTyped,
  type Typed,
  type TypedByEntry,
  typedAt,
  withChanges,
} from './form-state.ts';
import { DetailFields, EmailField, SavedMethods } from './method-fields.tsx';
import { type Entry, entriesOf } from './methods.ts';
import { type Answer, type Confirmation, confirm } from './pay.ts';
import { filled, money } from './phrases.ts';
import { emailProblem, problemsOf } from './problems.ts';
import { refusalText } from './refusals.ts';
import { isOutdated } from './shown.ts';
import { focusFirst, useShownProblems } from './shown-problems.ts';
import { SurchargeLine } from './surcharge-line.tsx';
import { totalOf } from './totals.ts';
import { WalletButtons } from './wallet-buttons.tsx';
import { type Approval, offersButtons, type WalletEvents } from './wallets.ts';

/** The result of a confirmation; `incomplete` if a missing or invalid entry prevented it. */
export type Attempted = Answer | { readonly kind: 'incomplete'; readonly problem: string };

/** The form's state for the surrounding page, if the page has the button. */
export interface FormState {
  readonly isComplete: boolean;
  /** The chosen entry; null without one. */
  readonly entry: Entry | null;
  /** The total with it, in minor units; null while the service is asked. */
  readonly total: number | null;
  /** Confirms the payment, with the surrounding page's parameters. */
  readonly attempt: (added: object) => Promise<Attempted>;
  /** The first problem of the entries; null without one. */
  readonly check: () => string | null;
}

interface FormProps {
  readonly data: FormData;
  /** Hides the form's button: the surrounding page confirms. */
  readonly onState?: (state: FormState) => void;
  /** A problem of the whole payment, such as a decline; null without one. */
  readonly notice: string | null;
  readonly onNotice: (notice: string | null) => void;
  /** Receives a wallet approval if the surrounding page confirms; without it, wallets have no buttons there. */
  readonly onApproved?: (wallet: string) => void;
  /** Receives the payment after a confirmation, with its next step; resolves when the form may be used again. */
  readonly onPayment: (answer: Answer & { kind: 'payment' }) => Promise<void>;
  /** Shows the payment again if it differs from the form: nothing was charged. */
  readonly onOutdated?: () => Promise<void>;
  /** Receives the total with the chosen method, in minor units. */
  readonly onTotal?: (total: number) => void;
}

/** The form for choosing a method and paying. */
export function PaymentForm(props: FormProps) {
  const { data, notice, onApproved, onNotice, onOutdated, onPayment, onState, onTotal } = props;
  const { currency, language, offer, saved, settings, texts } = data;
  const entries = useMemo(() => entriesOf(data), [data]);
  const [chosen, setChosen] = useState<string | null>(firstChosen(entries, settings.opensCard));
  const [all, setAll] = useState<TypedByEntry>({
    saved: { ...nothingTyped, savedToken: saved[0]?.payment_token ?? '' },
  });
  const [email, setEmail] = useState('');
  const { check: checkField, clear, show, shown } = useShownProblems();
  const [isWorking, setWorking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [hasNoButtons, setNoButtons] = useState(false);
  const approval = useRef<Approval | null>(null);
  useOtherOffer(data, (before) => {
    setAll((now) => {
      const former = typedAt(now, 'saved', '');
      const token = sameMethod(before.saved, former.savedToken, saved);
      // A security code belongs to one card.
      const code = token === null ? { code: '' } : {};
      return {
        ...now,
        saved: withChanges(former, { ...code, savedToken: token ?? saved[0]?.payment_token ?? '' }),
      };
    });
    if (!entries.some(({ id }) => id === chosen)) setChosen(firstChosen(entries, settings.opensCard));
  });
  const entry = entries.find(({ id }) => id === chosen);
  const typed = typedAt(all, chosen, email);

  const networkOfSaved = (token: string): string | null => {
    const method = saved.find(({ payment_token }) => payment_token === token);
    return method?.requires_cvv ? (method.card?.card_network ?? '') : null;
  };
  const problems = entry ? problemsOf(data, entry, typed, networkOfSaved) : {};
  const total = useTotal(data, entry, typed);
  const shownTotal = total ?? totalOf(data, entry, typed);
  useLayoutEffect(() => onTotal?.(shownTotal), [shownTotal, onTotal]);
  const isReady = Boolean(entry) && Object.keys(problems).length === 0 && total !== null;

  const choose = (id: string) => {
    approval.current = null;
    if (id !== chosen) show({});
    setChosen(id);
  };
  const change = (changes: Partial<Typed>) => {
    approval.current = null;
    if (changes.email !== undefined) setEmail(changes.email);
    else if (chosen !== null) {
      setAll((before) => ({ ...before, [chosen]: withChanges(typedAt(before, chosen, ''), changes) }));
    }
    clear(changes);
  };
  const check = (name: string) => checkField(name, typed, problems);

  /** Shows the problems and returns the first; null without one. */
  const validate = (): string | null => {
    show(problems);
    return focusFirst(form.current, problems);
  };

  const send = async (body: Confirmation): Promise<Answer> => {
    setWorking(true);
    try {
      return await confirm(data, body);
    } finally {
      setWorking(false);
    }
  };

  const attempt = async (added: object): Promise<Attempted> => {
    const approved = approval.current;
    if (approved) {
      approval.current = null;
      const address = email.trim();
      const given = address !== '' && !emailProblem(address, data) ? { email: address } : {};
      const answer = await send({ ...given, ...approved.body, ...approved.shown, ...added });
      approved.done(answer.kind === 'payment' && answer.payment.status !== 'failed');
      return answer;
    }
    const problem = entry ? validate() : filled(texts.fieldMissing, { field: texts.methodsHeading });
    if (!entry || problem !== null) return { kind: 'incomplete', problem: problem ?? '' };
    const needsCode = entry.kind === 'saved' && networkOfSaved(typed.savedToken) !== null;
    if (total === null) return { kind: 'incomplete', problem: texts.working };
    return send({ ...confirmationOf(data, entry, typed, needsCode), net_amount: total, ...added });
  };

  const payNow = async () => {
    if (isWorking || onState) return;
    onNotice(null);
    try {
      const answer = await attempt({});
      if (answer.kind === 'payment') await onPayment(answer);
      else if (isOutdated(answer)) await onOutdated?.();
      else if (answer.kind !== 'incomplete') onNotice(refusalText(answer, data));
    } catch (error) {
      onNotice(texts.unavailable);
      throw error;
    }
  };
  const pay = (event: Event) => {
    event.preventDefault();
    approval.current = null;
    void payNow();
  };
  const wallets: WalletEvents<Approval> = {
    onApproved: (approved) => {
      approval.current = approved;
      if (onState) onApproved?.(approved.wallet);
      else void payNow();
    },
    onCancelled: () => {
      approval.current = null;
    },
    onProblem: () => onNotice(navigator.onLine ? texts.walletProblem : texts.offline),
  };
  const hasWallets = !onState || onApproved !== undefined;
  // Updated before the next message: a shop may confirm right after the last key.
  useLayoutEffect(() =>
    onState?.({ isComplete: isReady, entry: entry ?? null, total, attempt, check: validate }),
  );

  const nothing = (
    <div class="Block">
      <p>{filled(texts.noMethods, { seller: data.seller })}</p>
      {offer?.nothing_offered_reason && (
        <p class="terms" lang="en" dir="ltr">
          {offer.nothing_offered_reason}
        </p>
      )}
    </div>
  );
  const isEmpty = entries.length === 0;
  if (isEmpty && !(hasWallets && offersButtons(data))) return nothing;
  const List = settings.layout === 'tabs' ? Tabs : Accordion;
  const fields = { form: data, typed, problems: shown, change, check };
  return (
    <form class="form" ref={form} onSubmit={pay} noValidate aria-busy={isWorking}>
      {!onState && <h2>{settings.headerText ?? texts.methodsHeading}</h2>}
      <div role="alert" class={notice ? 'notice-box Error' : 'hidden'}>
        {notice}
      </div>
      {hasWallets && (
        <WalletButtons
          data={data}
          isAlone={isEmpty}
          isWorking={isWorking}
          onNone={setNoButtons}
          {...wallets}
        />
      )}
      {isEmpty && hasNoButtons && nothing}
      <List entries={entries} chosen={chosen} choose={choose} heading={texts.methodsHeading}>
        {(open: Entry) => (
          <fieldset disabled={isWorking}>
            <legend class="hidden">{open.label}</legend>
            {open.kind === 'card' && <CardForm {...fields} />}
            {open.kind === 'saved' && (
              <SavedMethods {...fields} saved={open.saved} network={networkOfSaved(typed.savedToken)} />
            )}
            {open.kind === 'other' && <DetailFields {...fields} fields={detailsOf(open.type, texts)} />}
            {open.kind === 'other' && otherNotice(open, data) && (
              <p class="terms">{otherNotice(open, data)}</p>
            )}
            {data.asksEmail && open.kind !== 'saved' && <EmailField {...fields} />}
            {isSavable(data, open) && (
              <Choice
                name="saves"
                label={texts.saveForNextTime}
                checked={typed.saves}
                onChange={(saves) => change({ saves })}
              />
            )}
            {open.kind === 'card' && typed.saves && isSavable(data, open) && !settings.hidesNickName && (
              <Field
                {...fieldProps(fields, 'nickName')}
                label={texts.nickName}
                autocomplete="off"
                maxLength={64}
                isOptional={texts.optional}
              />
            )}
            {needsAcceptance(data, open) && (
              <Choice
                name="accepts"
                label={filled(texts.acceptance, { seller: data.seller })}
                checked={typed.accepts}
                error={shown.accepts}
                onChange={(accepts) => change({ accepts })}
              />
            )}
            {open.kind === 'card' && showsTerms(data, isKept(data, open, typed)) && (
              <p class="terms">
                {settings.cardTermsText ?? filled(texts.cardTerms, { seller: data.seller })}
              </p>
            )}
          </fieldset>
        )}
      </List>
      <SurchargeLine data={data} total={shownTotal} />
      {!onState && !isEmpty && (
        <button
          id="submit"
          class="submit"
          type="submit"
          disabled={settings.waitsForForm && !isReady}
          aria-disabled={isWorking || !entry || total === null}
        >
          {isWorking ? texts.working : buttonText()}
        </button>
      )}
    </form>
  );

  function buttonText(): string {
    if (settings.buttonText) return settings.buttonText;
    const isSetup = settings.isSetup || offer?.payment_type === 'setup_mandate';
    if (isSetup) return entry?.kind === 'card' || !entry ? texts.saveCard : texts.saveMethod;
    return filled(texts.payAmount, {
      amount: money(shownTotal, currency, language),
    });
  }
}

function firstChosen(entries: readonly Entry[], opensCard: boolean): string | null {
  const [first] = entries;
  if (!first) return null;
  return first.kind === 'card' && !opensCard && entries.length > 1 ? null : first.id;
}

/** Whether the method is saved, by the seller's or the customer's choice. */
const isKept = (data: FormData, entry: Entry, typed: Typed): boolean =>
  typed.saves || needsAcceptance(data, entry) || Boolean(data.offer?.setup_future_usage);

/** Calls back once the form has a new offer. */
function useOtherOffer(data: FormData, onOther: (before: FormData) => void): void {
  const shown = useRef(data);
  useEffect(() => {
    const before = shown.current;
    shown.current = data;
    if (before !== data) onOther(before);
  });
}

/** A saved method's token in the current offer, since each offer has new tokens; null if it is not offered. */
function sameMethod(before: FormData['saved'], token: string, now: FormData['saved']): string | null {
  const shape = ({ payment_token: _, ...method }: FormData['saved'][number]) => JSON.stringify(method);
  const chosen = before.find(({ payment_token }) => payment_token === token);
  return (chosen && now.find((one) => shape(one) === shape(chosen))?.payment_token) ?? null;
}

const showsTerms = ({ settings }: Pick<FormData, 'settings'>, isSaved: boolean): boolean =>
  settings.cardTerms === 'always' || (settings.cardTerms === 'auto' && isSaved);

/** Whether the customer gets a code or number to pay with, instead of an account or a page. */
const showsCode = (family: string, type: string): boolean =>
  ['voucher', 'real_time_payment'].includes(family) || ['multibanco', 'pix'].includes(type);

function otherNotice(
  { family, label, type }: Entry & { kind: 'other' },
  { seller, texts }: FormData,
): string | null {
  if (family === 'bank_debit') {
    return filled(type.payment_method_type === 'sepa' ? texts.sepaTerms : texts.debitTerms, { seller });
  }
  if (family === 'gift_card') return texts.giftCardNotice;
  if (showsCode(family, type.payment_method_type)) return texts.codeNotice;
  if (family === 'bank_transfer') return texts.transferNotice;
  return filled(texts.redirectNotice, { method: label });
}
