/** @jsxImportSource preact */
import { render } from 'preact';
import type { CheckoutData } from '../server/checkout-data.ts';
import { Checkout } from './checkout.tsx';

const data = JSON.parse(document.getElementById('data')!.textContent) as CheckoutData | null;
const root = document.getElementById('checkout')!;
if (data) {
  root.replaceChildren();
  render(<Checkout data={data} />, root);
}
