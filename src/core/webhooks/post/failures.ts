/** Why a message got no response, as a delivery attempt's `error` shows it. */
export type PostErrorCode =
  | 'target_refused'
  | 'unresolved'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'answer_broken';

/** The phase of a request, on which an error code's meaning depends. */
export type RequestStage = 'connecting' | 'securing' | 'sent' | 'responding';

export interface PostFailure {
  readonly error: PostErrorCode;
  /** A sentence for people, of fixed words and a code: nothing of the URL, and nothing that was received. */
  readonly message: string;
}

const messages: Readonly<Record<string, string>> = Object.freeze({
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before a response arrived',
  EPIPE: 'The connection was closed before a response arrived',
  EHOSTUNREACH: 'The host is unreachable',
  ENETUNREACH: "The host's network is unreachable",
  ETIMEDOUT: 'The host did not accept the connection',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is issued by an untrusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is issued by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate comes without its intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  HPE_HEADER_OVERFLOW: 'The response headers are too large',
});

const defaultMessages: Readonly<
  Record<Exclude<PostErrorCode, 'target_refused' | 'unresolved' | 'timed_out'>, string>
> = Object.freeze({
  connection_failed: 'The connection failed',
  tls_failed: 'The TLS handshake failed',
  answer_broken: 'The response is not valid HTTP, or incomplete',
});

/** Describes the error that ended a request at a stage. */
export function describeFailure(cause: unknown, stage: RequestStage): PostFailure {
  const code = codeOf(cause);
  const error = errorCodeFor(code, stage);
  // During the TLS handshake or within a response, a code like ECONNRESET has another meaning.
  const isConnectionCode = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code);
  const specific = error === 'connection_failed' || !isConnectionCode ? messages[code] : undefined;
  const sentence = specific ?? defaultMessages[error];
  return { error, message: code === '' ? `${sentence}.` : `${sentence} (${code}).` };
}

function errorCodeFor(code: string, stage: RequestStage): keyof typeof defaultMessages {
  // An endpoint that requires a client certificate may report that only after it accepted the request.
  if (stage === 'securing' || /^ERR_(SSL|TLS)_/.test(code)) return 'tls_failed';
  if (stage === 'responding' || code.startsWith('HPE_')) return 'answer_broken';
  return 'connection_failed';
}

function codeOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : '';
}
