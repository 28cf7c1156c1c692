/** @jsxImportSource preact */
import { render } from 'preact';
import { isOnAllowedDomain } from '../../core/payment-links/allowed-domains.ts';
import { Challenge } from '../page/challenge.tsx';
import { filled } from '../page/phrases.ts';
import { refusalText } from '../page/refusals.ts';
import type { FormData, FrameData } from '../server/checkout-data.ts';
import { refusedError } from './answers.ts';
import { applyAppearance } from './appearance.ts';
import { CardElement } from './card-element.tsx';
import type { ElementsError } from './form-types.ts';
import { FrameLine } from './frame-line.ts';
import { loadForm } from './load-form.ts';
import { PaymentElement } from './payment-element.tsx';
import { type FrameHello, type FrameOpening, isForFrame, isOpening } from './protocol.ts';

const frame = JSON.parse(document.getElementById('data')!.textContent) as FrameData;
const root = document.getElementById('element')!;

/** Opens once: a page cannot switch the payment of a frame in use. */
const open = ({ data, origin, ports, source }: MessageEvent) => {
  const [port] = ports;
  const isOurs = source === window.parent && port && isOpening(data);
  if (!isOurs || !isOnAllowedDomain(origin, frame.allowedDomains)) return;
  const line = new FrameLine(port);
  const fail = (error: ElementsError) => {
    line.report({ type: 'failed', error });
    render(<p class="Block">{error.message}</p>, root);
  };
  const message = filled(frame.texts.notStarted, { seller: frame.seller });
  if (!isForFrame(data, frame)) {
    const service_message = "The client secret or publishable key is not the frame's.";
    fail({ type: 'api_error', code: 'client_secret_invalid', message, service_message });
    return;
  }
  window.removeEventListener('message', open);
  show(line, data, origin, fail).catch((error: unknown) =>
    fail({ type: 'api_error', code: 'internal_error', message, service_message: String(error) }),
  );
};

async function show(
  line: FrameLine,
  opening: FrameOpening,
  origin: string,
  fail: (error: ElementsError) => void,
): Promise<void> {
  if (opening.step) {
    document.documentElement.classList.add('overlay');
    const { texts } = frame;
    const onReturned = () => line.report({ type: 'returned' });
    const onLeft = () => line.report({ type: 'left', message: texts.challengeLeft });
    render(<Challenge step={opening.step} texts={texts} onReturned={onReturned} onLeft={onLeft} />, root);
    line.report({ type: 'ready' });
    return;
  }
  applyAppearance(opening.appearance);
  line.reportHeight(root);
  const form = await loadForm(frame, opening);
  if ('kind' in form) {
    const message = refusalText(form, frame);
    if (form.kind === 'refused') fail(refusedError(form, message));
    else fail({ type: 'connection_error', code: 'unreachable', message });
    return;
  }
  const { clientSecret, group, publishableKey } = opening;
  const shopForm = { page: origin, publishableKey, clientSecret, group };
  // A re-rendered element keeps its typed values.
  const paint = (now: FormData) => {
    const props = { form: now, line, reload };
    if (frame.element === 'payment')
      render(<PaymentElement {...props} confirmsWallets={opening.confirmsWallets === true} />, root);
    else render(<CardElement {...props} element={frame.element} shopForm={shopForm} />, root);
  };
  const reload = async () => {
    const now = await loadForm(frame, opening);
    if ('kind' in now) return null;
    paint(now);
    return now;
  };
  paint(form);
  line.report({ type: 'ready' });
}
window.addEventListener('message', open);
window.parent.postMessage({ switchyard: 'hello' } satisfies FrameHello, '*');
