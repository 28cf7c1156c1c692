/** @jsxImportSource preact */
import { render } from 'preact';
import type { RecipientData } from '../server/recipient-data.ts';
import { Recipient } from './recipient.tsx';

const data = JSON.parse(document.getElementById('data')!.textContent) as RecipientData | null;
const root = document.getElementById('recipient')!;
if (data) {
  root.replaceChildren();
  render(<Recipient data={data} />, root);
}
