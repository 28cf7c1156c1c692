import { asWords } from '../data/words.ts';

const tones: Readonly<Record<string, 'good' | 'bad' | 'waits' | 'warns'>> = Object.fromEntries([
  ...['succeeded', 'success', 'charged', 'dispute_won', 'active', 'delivered', 'authorized', 'reachable'].map(
    (status) => [status, 'good'],
  ),
  ...[
    'failed',
    'failure',
    'dispute_lost',
    'reversed',
    'ineligible',
    'authorization_failed',
    'authentication_failed',
    'capture_failed',
    'void_failed',
    'router_declined',
    'revoked',
    'circuit_open',
  ].map((status) => [status, 'bad']),
  ...[
    'dispute_opened',
    'requires_merchant_action',
    'unresolved',
    'review',
    'dispute_challenged',
    'requires_capture',
    'circuit_half_open',
    'requires_fulfillment',
    'partially_captured_and_capturable',
  ].map((status) => [status, 'warns']),
]);

/** A status as text beside a dot, whose color only repeats the text. */
export function Status({ of: status }: { of: string }) {
  return (
    <span className="status">
      <span className="dot" data-tone={tones[status] ?? 'waits'} aria-hidden="true" />
      {asWords(status.replace(/^dispute_/, ''))}
    </span>
  );
}
