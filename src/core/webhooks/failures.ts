/** Why a message has no answer. */
export type PostFailure =
  | 'target_refused'
  | 'unresolved'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'answer_broken';

/** How far a request got: what went wrong depends on it. */
export type Stage = 'connecting' | 'securing' | 'sent' | 'answering';

export interface Fault {
  readonly error: PostFailure;
  /** A sentence for people, made of fixed words and a code: nothing of the URL, nothing that was received. */
  readonly message: string;
}

const sentences: Readonly<Record<string, string>> = Object.freeze({
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer came',
  EPIPE: 'The connection was closed before an answer came',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
  ETIMEDOUT: 'The host did not take the connection',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is from an authority that is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate comes without those that vouch for it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
});

const otherwise: Readonly<
  Record<Exclude<PostFailure, 'target_refused' | 'unresolved' | 'timed_out'>, string>
> = Object.freeze({
  connection_failed: 'The connection failed',
  tls_failed: 'The connection could not be secured',
  answer_broken: 'The answer is not HTTP, or breaks off',
});

/** What an error comes to that ended a request at a stage. */
export function faultOf(cause: unknown, stage: Stage): Fault {
  const code = codeOf(cause);
  const error = failureOf(code, stage);
  // A code like ECONNRESET means something else where an answer had begun, or security was being agreed on.
  const sentence = (isSaidAlike(error, code) && sentences[code]) || otherwise[error];
  return { error, message: code === '' ? `${sentence}.` : `${sentence} (${code}).` };
}

function failureOf(code: string, stage: Stage): keyof typeof otherwise {
  // An endpoint that wants a certificate of ours says so after it has taken the request.
  if (stage === 'securing' || /^ERR_(SSL|TLS)_/.test(code)) return 'tls_failed';
  if (stage === 'answering' || code.startsWith('HPE_')) return 'answer_broken';
  return 'connection_failed';
}

const isSaidAlike = (error: PostFailure, code: string) =>
  error === 'connection_failed' || !['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code);

function codeOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : '';
}
