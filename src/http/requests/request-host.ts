import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { TrustedProxies } from '../../config/validators.ts';

/** Determines the host that a request's client asked for, with its port. */
export type RequestHost = (request: IncomingMessage) => string;

/**
 * Returns a function that determines the host that a client asked for: the header `Host`, or the first of
 * `X-Forwarded-Host` if the connection comes from a trusted proxy, which may call the service by another name. Empty if the
 * request names none.
 */
export function requestHostBehind(trusted: TrustedProxies): RequestHost {
  const isTrusted = typeof trusted === 'number' ? () => trusted > 0 : proxyAddr.compile([...trusted]);
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-host'];
    const [first = ''] = String(forwarded ?? '').split(',');
    const isForwarded = first.trim() !== '' && isTrusted(socket.remoteAddress ?? '', 0);
    return (isForwarded ? first.trim() : (headers.host ?? '')).toLowerCase();
  };
}
