/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { contrastingInk } from '../page/ink.ts';
import { filled, money } from '../page/phrases.ts';
import { usePolling, useWayBack } from '../page/result-hooks.ts';
import type { RecipientData, RecipientState } from '../server/recipient-data.ts';
import { DestinationForm } from './destination-form.tsx';
import { readState } from './send.ts';

/** The page of a payout's recipient, or of a customer who saves a method. */
export function Recipient({ data: opened }: { readonly data: RecipientData }) {
  const [data, setData] = useState(opened);
  const [state, setState] = useState<RecipientState>(opened);
  const { language, sender, texts } = data;
  // The form shows its entries; the result shows the service's response.
  const { payout } = state.screen === 'form' ? data : state;
  const onChanged = (now: RecipientData) => {
    setData(now);
    setState(now);
  };
  usePolling(state.status === 'initiated' || state.status === 'pending', async () => {
    const answer = await readState();
    if (answer.kind === 'state') setState(answer.state);
  });
  useEffect(contrastingInk);
  const heading = data.payout ? texts.recipientHeading : texts.collectHeading;
  return (
    <main class="page layout2">
      <div class="side recipient">
        <header class="details">
          {data.logo && <img class="logo" src={data.logo} alt="" referrerpolicy="no-referrer" />}
          <h1>{filled(heading, { seller: sender })}</h1>
          {payout && <p class="amount">{money(payout.amount, payout.currency, language)}</p>}
        </header>
        {data.isTest && <p class="test-mode">{texts.testMode}</p>}
        {state.screen === 'form' ? (
          <DestinationForm data={data} onChanged={onChanged} onState={setState} />
        ) : (
          <Ending data={data} state={state} />
        )}
        <footer>{texts.poweredBy}</footer>
      </div>
    </main>
  );
}

/** The result, and the way back. */
function Ending({ data, state }: { readonly data: RecipientData; readonly state: RecipientState }) {
  const { backTo, language, sender, texts } = data;
  const { payout } = state;
  const heading = useWayBack(state.screen === 'saved' ? backTo : null);
  const values = {
    seller: sender,
    amount: payout ? money(payout.amount, payout.currency, language) : '',
  };
  const [tone, title, text] = wordsOf(state, texts);
  return (
    <section class={`result ${tone}`} aria-live="polite">
      <h2 ref={heading} tabIndex={-1}>
        {filled(title, values)}
      </h2>
      <p>{filled(text, values)}</p>
      {payout && <p class="reference">{filled(texts.payoutReference, { id: payout.id })}</p>}
      {backTo !== null && (
        <a class="button" href={backTo} target="_top">
          {filled(texts.returnTo, values)}
        </a>
      )}
    </section>
  );
}

type Words = readonly [tone: 'good' | 'bad' | 'open', heading: string, text: string];

function wordsOf({ screen, status }: RecipientState, texts: RecipientData['texts']): Words {
  if (screen === 'saved') return ['good', texts.savedHeadingDone, texts.savedText];
  if (screen === 'expired') return ['bad', texts.expiredHeading, texts.askForNewLink];
  if (screen === 'closed') return ['bad', texts.pageClosedHeading, texts.askSender];
  switch (status) {
    case 'success':
      return ['good', texts.payoutSentHeading, texts.payoutSentText];
    case 'failed':
    case 'ineligible':
    case 'reversed':
      return ['bad', texts.payoutFailedHeading, texts.payoutFailedText];
    default:
      return ['open', texts.payoutWaitingHeading, texts.payoutWaitingText];
  }
}
