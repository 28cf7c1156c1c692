import { useState } from 'react';

/** A key that no other request has. Pages served over plain HTTP have no `crypto.randomUUID`. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `dashboard-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** One idempotency key for as long as the dialog is open, so that pressing its button twice has one effect. */
export function useIdempotencyKey(): string {
  const [key] = useState(makeKey);
  return key;
}
