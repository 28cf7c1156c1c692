/** @jsxImportSource preact */
import { render } from 'preact';
import { isOnAllowedDomain } from '../../core/payment-links/allowed-domains.ts';
import type { FormData, FrameData } from '../../http/pages/checkout/checkout-data.ts';
import { Challenge } from '../checkout/challenge.tsx';
import { applyAppearance } from './appearance.ts';
import { CardElement } from './card-element.tsx';
import { FrameLine } from './frame-line.ts';
import { loadForm } from './load-form.ts';
import { PaymentElement } from './payment-element.tsx';
import { type FrameHello, isForFrame, isOpening } from './protocol.ts';

const frame = JSON.parse(document.getElementById('data')!.textContent) as FrameData;
const root = document.getElementById('element')!;

/** Opens once: a page cannot give a frame that a customer types in another payment. */
const open = async ({ data, origin, ports, source }: MessageEvent) => {
  const [port] = ports;
  const isOurs = source === window.parent && port && isOpening(data);
  if (!isOurs || !isOnAllowedDomain(origin, frame.allowedDomains)) return;
  const line = new FrameLine(port);
  if (!isForFrame(data, frame)) {
    line.report({ type: 'refused' });
    return;
  }
  window.removeEventListener('message', open);
  if (data.step) {
    document.documentElement.classList.add('overlay');
    const { texts } = frame;
    const onReturned = () => line.report({ type: 'returned' });
    const onLeft = () => line.report({ type: 'left', message: texts.challengeLeft });
    render(<Challenge step={data.step} texts={texts} onReturned={onReturned} onLeft={onLeft} />, root);
    return;
  }
  applyAppearance(data.appearance);
  line.reportHeight(root);
  const { clientSecret, group, publishableKey } = data;
  const shopForm = { page: origin, publishableKey, clientSecret, group };
  // Painted again, an element keeps what was typed.
  const paint = (form: FormData) => {
    const props = { form, line, reload };
    if (frame.element === 'payment')
      render(<PaymentElement {...props} confirmsWallets={data.confirmsWallets === true} />, root);
    else render(<CardElement {...props} element={frame.element} shopForm={shopForm} />, root);
  };
  const reload = async () => {
    const now = await loadForm(frame, data);
    if (!now.offer) return null;
    paint(now);
    return now;
  };
  paint(await loadForm(frame, data));
  line.report({ type: 'ready' });
};
window.addEventListener('message', open);
window.parent.postMessage({ switchyard: 'hello' } satisfies FrameHello, '*');
