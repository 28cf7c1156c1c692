import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type KeyStandIn, serveKeys } from './key-stand-in.ts';

/** The stand-in's credentials. */
export interface KnownCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

interface Refusal {
  readonly type: string;
  readonly status?: number;
}

const REGION = 'eu-central-1';
const ACCOUNT = '111122223333';
/**
 * How long requests are valid: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html.
 */
const CLOCK_SKEW_MS = 5 * 60_000;

const arnOf = (id: string) => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * AWS KMS with symmetric keys, following `Encrypt` and `Decrypt` in
 * https://docs.aws.amazon.com/kms/latest/APIReference/.
 * It refuses unknown requests.
 *
 * @param keyIds Identifiers of its keys.
 */
export async function awsKmsStandIn(credentials: KnownCredentials, keyIds: readonly string[]) {
  const secrets = new Map(keyIds.map((id) => [id, randomBytes(32)]));
  const aliases = new Map<string, string>();
  const plaintexts: Buffer[] = [];
  /** API_Encrypt, `KeyId`: a key's identifier or ARN, an alias, or an alias's ARN. */
  const find = (name: unknown): string | null => {
    const short = String(name)
      .replace(`arn:aws:kms:${REGION}:${ACCOUNT}:`, '')
      .replace(/^key\//, '');
    const id = aliases.get(short) ?? short;
    return secrets.has(id) ? id : null;
  };
  const aadOf = (id: string, context: unknown) => Buffer.from(JSON.stringify([id, sorted(context ?? {})]));
  const operations: Record<string, (input: Record<string, unknown>) => object> = {
    encrypt: ({ EncryptionContext: context, KeyId: name, Plaintext: text, ...rest }) => {
      if (Object.keys(rest).length > 0 || typeof text !== 'string' || !isContext(context))
        return { type: 'ValidationException' };
      const id = find(name);
      if (id === null) return { type: 'NotFoundException' };
      const plaintext = Buffer.from(text, 'base64');
      // API_Encrypt, `Plaintext`: 1 to 4096 bytes.
      if (plaintext.length === 0 || plaintext.length > 4096) return { type: 'ValidationException' };
      plaintexts.push(plaintext);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secrets.get(id)!, nonce).setAAD(aadOf(id, context));
      const sealed = [Buffer.from(id.padEnd(36)), nonce, cipher.update(plaintext), cipher.final()];
      const blob = Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64');
      return { CiphertextBlob: blob, KeyId: arnOf(id), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
    },
    decrypt: ({ CiphertextBlob: blob, EncryptionContext: context, KeyId: name, ...rest }) => {
      if (Object.keys(rest).length > 0 || typeof blob !== 'string' || !isContext(context))
        return { type: 'ValidationException' };
      const bytes = Buffer.from(blob, 'base64');
      const id = bytes.toString('utf8', 0, 36).trim();
      if (!secrets.has(id)) return { type: 'InvalidCiphertextException' };
      const named = find(name);
      if (named === null) return { type: 'NotFoundException' };
      // API_Decrypt: only the named key is used; data of another key raises IncorrectKeyException.
      if (named !== id) return { type: 'IncorrectKeyException' };
      try {
        const decipher = createDecipheriv('aes-256-gcm', secrets.get(id)!, bytes.subarray(36, 48));
        decipher.setAAD(aadOf(id, context)).setAuthTag(bytes.subarray(-16));
        const plaintext = Buffer.concat([decipher.update(bytes.subarray(48, -16)), decipher.final()]);
        return {
          KeyId: arnOf(id),
          Plaintext: plaintext.toString('base64'),
          EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
        };
      } catch {
        // API_Decrypt: corrupted, or the encryption context differs.
        return { type: 'InvalidCiphertextException' };
      }
    },
  };
  const standIn = await serveKeys((request, body) => {
    const refused = signatureFault(request, body, credentials);
    const target = /^TrentService\.(Encrypt|Decrypt)$/.exec(String(request.headers['x-amz-target']))?.[1];
    const isRoot = request.method === 'POST' && request.url === '/';
    const isJson = request.headers['content-type'] === 'application/x-amz-json-1.1';
    const result =
      refused ??
      (target && isRoot && isJson
        ? operations[target.toLowerCase()]!(JSON.parse(body))
        : ({ type: 'UnknownOperationException' } satisfies Refusal));
    const { status = 400, type } = result as Partial<Refusal>;
    if (!type) return { status: 200, body: result };
    // The JSON protocol's errors: https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html#operation-error-serialization.
    return { status, body: { __type: `com.amazonaws.kms#${type}`, message: 'Refused by the stand-in.' } };
  });
  return { ...standIn, aliases, arnOf, plaintexts };
}

export type AwsKmsStandIn = KeyStandIn & Awaited<ReturnType<typeof awsKmsStandIn>>;

const sorted = (context: object) => Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));

const isContext = (context: unknown) =>
  context === undefined ||
  (typeof context === 'object' &&
    context !== null &&
    Object.values(context).every((value) => typeof value === 'string'));

/**
 * The fault in a request's signature, following
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html; null if it is valid.
 */
function signatureFault(
  { headers, method, url }: IncomingMessage,
  body: string,
  { accessKeyId, secretAccessKey, sessionToken }: KnownCredentials,
): Refusal | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const parts = form.exec(headers.authorization ?? '');
  if (!parts) return { type: 'MissingAuthenticationTokenException' };
  const [, access, day, region, service, list, signature] = parts as unknown as string[];
  if (access !== accessKeyId || headers['x-amz-security-token'] !== sessionToken)
    return { type: 'UnrecognizedClientException' };
  const signed = list!.split(';');
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  const date = String(headers['x-amz-date']);
  const at = Date.parse(date.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
  const isFresh = Math.abs(Date.now() - at) < CLOCK_SKEW_MS && date.startsWith(day!);
  const isScoped = region === REGION && service === 'kms';
  const wrong = { type: 'InvalidSignatureException' };
  if (!isFresh || !isScoped || required.some((name) => !signed.includes(name))) return wrong;
  const canonicalHeaders = signed.map(
    (name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}\n`,
  );
  const canonical = [method, url, '', canonicalHeaders.join(''), list, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day!, region!, service!, 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, toSign).toString('hex') === signature ? null : wrong;
}
