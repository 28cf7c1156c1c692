import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import type { Logger } from 'pino';
import { Problem } from '../core/foundation/errors.ts';
import { requireOutgoingCalls } from '../core/foundation/outgoing-calls.ts';
import type { EvidenceObjects, ObjectStore } from '../core/foundation/ports/object-store.ts';
import type { OutgoingCalls } from '../core/foundation/ports/outgoing-calls.ts';
import { urlPath } from '../core/foundation/url-path.ts';

/** The settings of a bucket at Amazon S3, or at a server that speaks its protocol. */
export interface S3Settings {
  /** Such as `https://s3.eu-central-1.amazonaws.com`, without a trailing slash. The bucket is added to its path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A bucket. */
export interface S3Store extends ObjectStore {
  /**
   * Requests a missing object from the bucket.
   *
   * @throws {Problem} `storage_unavailable`, with the cause, if it refuses the credentials or cannot be reached.
   */
  check(): Promise<void>;
}

/** Timeout of one try. Two of them and a connector call are within two connector deadlines. */
const TRY_MS = 8_000;
const RETRIES = 1;
const RETRY_AFTER_S = 10;
/** An object that is never written. */
const ABSENT = 'switchyard-check';

/**
 * Codes of refusals that do not concern the credentials: a missing object gets this refusal if the credentials may not
 * list the bucket.
 */
const ACCESS_DENIED = 'AccessDenied';

/** A failed response of the bucket. The message has no secret, since it is logged. */
class Refusal extends Error {
  override readonly name = 'S3Refusal';
  constructor(
    method: string,
    readonly status: number,
    readonly code: string | null,
  ) {
    super(`The bucket answered ${method} with ${[status, code].filter((part) => part !== null).join(' ')}.`);
  }

  get isPassing(): boolean {
    return this.status >= 500 || this.status === 429;
  }
}

/** Retries broken connections and transient responses once: every operation here is idempotent. */
const policy = retry(
  handleWhen((error) => !(error instanceof Refusal) || error.isPassing),
  { maxAttempts: RETRIES, backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: 1_000 }) },
);

/**
 * A bucket as a store of objects. Requests are signed by AWS Signature Version 4, with the digest of their body.
 *
 * @param options.tryMs Timeout of one try, in milliseconds.
 */
export function s3Store(
  { accessKeyId, bucket, endpoint, region, secretAccessKey }: S3Settings,
  { tryMs = TRY_MS } = {},
): S3Store {
  const send = async (method: string, name: string, body?: Uint8Array): Promise<Buffer> => {
    const path = [bucket, ...name.split('/')].map((part) => urlPath`/${part}`).join('');
    const signer = new AwsV4Signer({
      method,
      url: endpoint + path,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(body ? { 'content-type': 'application/octet-stream' } : {}),
      },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const { headers, url } = await signer.sign();
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(tryMs),
      ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (response.ok) return answer;
    const [, code = null] = /<Code>(\w+)<\/Code>/.exec(answer.toString('utf8')) ?? [];
    throw new Refusal(method, response.status, code);
  };
  const request = async (method: string, name: string, body?: Uint8Array): Promise<Buffer> => {
    try {
      return await policy.execute(() => send(method, name, body));
    } catch (error) {
      const message = 'The store of files cannot be reached, or refuses. Try again later.';
      throw new Problem('storage_unavailable', message, { retryAfterS: RETRY_AFTER_S, cause: error });
    }
  };
  const get = async (name: string): Promise<Buffer | null> => {
    try {
      return await request('GET', name);
    } catch (error) {
      if (isRefusal(error, 'NoSuchKey')) return null;
      throw error;
    }
  };
  return {
    put: async (name, content) => {
      await request('PUT', name, content);
    },
    get,
    remove: async (name) => {
      await request('DELETE', name);
    },
    check: async () => {
      try {
        await get(ABSENT);
      } catch (error) {
        if (!isRefusal(error, ACCESS_DENIED)) throw error;
      }
    },
  };
}

const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof Problem && error.cause instanceof Refusal && error.cause.code === code;

/** Where files of evidence are kept. */
export interface EvidenceSettings {
  /** Where new files are stored. */
  readonly storage: 'database' | 's3';
  /** The bucket; null without one. If new files go elsewhere, it is only read. */
  readonly s3: S3Settings | null;
}

/**
 * The object store of files of evidence; null if none is configured. A bucket that refuses is logged, and payments are
 * served all the same.
 */
export function openEvidenceObjects(
  { s3, storage }: EvidenceSettings,
  logger: Logger,
): EvidenceObjects | null {
  if (s3 === null) return null;
  const store = s3Store(s3);
  store.check().catch((error: Error) => {
    const help = 'Check EVIDENCE_S3_ENDPOINT, EVIDENCE_S3_BUCKET, EVIDENCE_S3_REGION and the credentials';
    logger.error({ err: error }, `the bucket of files of evidence refuses, or cannot be reached. ${help}`);
  });
  return { store, takesNew: storage === 's3' };
}

/**
 * The files of evidence while outgoing calls are made. A copy reads the bucket, which is the original's too, and writes and
 * removes nothing there: it stores new files in its database.
 */
export function evidenceWhileOn(evidence: EvidenceObjects, outgoing: OutgoingCalls): EvidenceObjects {
  const { store } = evidence;
  return {
    get takesNew() {
      return evidence.takesNew && outgoing.off === null;
    },
    store: {
      get: store.get,
      put: async (name, content) => {
        requireOutgoingCalls({ outgoing });
        await store.put(name, content);
      },
      remove: async (name) => {
        requireOutgoingCalls({ outgoing });
        await store.remove(name);
      },
    },
  };
}
