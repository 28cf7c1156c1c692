import { AwsV4Signer } from 'aws4fetch';
import type { KeyContext, KeyEncryptingKey } from '../../core/foundation/ports/key-encrypting-key.ts';
import { KeyError } from '../../core/foundation/ports/key-encrypting-key.ts';
import { askKeyService, bytesIn } from './key-service.ts';

/** Credentials of AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken: string | null;
}

/** A symmetric key of AWS KMS. */
export interface AwsKmsSettings {
  /** Its identifier, ARN, alias (`alias/…`) or alias ARN. */
  readonly key: string;
  readonly region: string;
  /** Such as `https://kms.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly credentials: () => Promise<AwsCredentials>;
}

const PREFIX = 'aws-kms:';

/** How to mend a refusal, by its code: https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html#API_Decrypt_Errors. */
const HELP: Readonly<Record<string, string>> = {
  unreachable: 'Check AWS_REGION, AWS_ENDPOINT_URL_KMS and the network.',
  AccessDeniedException:
    'Allow the credentials kms:Encrypt and kms:Decrypt with the key of ENCRYPTION_KEY_SOURCE.',
  UnrecognizedClientException: 'Check AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN.',
  InvalidSignatureException: "Check AWS_SECRET_ACCESS_KEY, AWS_REGION and this machine's clock.",
  ExpiredTokenException: 'AWS_SESSION_TOKEN has expired: renew the credentials.',
  NotFoundException: 'ENCRYPTION_KEY_SOURCE names a key that is not in AWS_REGION.',
  IncorrectKeyException: 'Another key wrapped it: name that one too in ENCRYPTION_KEY_SOURCE, by its ARN.',
  InvalidCiphertextException: 'It was wrapped for another row of encryption_keys, or was changed.',
  DisabledException: 'Enable the key of ENCRYPTION_KEY_SOURCE.',
  KMSInvalidStateException: 'The key of ENCRYPTION_KEY_SOURCE is not usable: it may be pending deletion.',
};

/**
 * A key of AWS KMS, by the operations `Encrypt` and `Decrypt` of its JSON protocol, signed by Signature Version 4. The
 * context is the encryption context, which CloudTrail logs: it has no secret.
 */
export function awsKmsKey({ credentials, endpoint, key, region }: AwsKmsSettings): KeyEncryptingKey {
  const id = `${PREFIX}${key}`;
  const system = `AWS KMS at ${endpoint}`;
  const ask = async (operation: string, input: object) => {
    const body = JSON.stringify(input);
    const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
    const { headers, url } = await new AwsV4Signer({
      method: 'POST',
      url: `${endpoint}/`,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` },
      body,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken ? { sessionToken } : {}),
      region,
      service: 'kms',
      allHeaders: true,
    }).sign();
    const help = (code: string) => HELP[code] ?? 'Check ENCRYPTION_KEY_SOURCE and the credentials.';
    return askKeyService({ system, url: url.href, headers, body, codeIn, help });
  };
  return {
    id,
    // An alias may stand for any key.
    opens: (kek) => kek.startsWith(PREFIX),
    wrap: async (plaintext, context: KeyContext) => {
      const input = { KeyId: key, Plaintext: plaintext.toString('base64'), EncryptionContext: context };
      const { CiphertextBlob: wrapped, KeyId: arn } = await ask('Encrypt', input);
      if (typeof wrapped !== 'string' || typeof arn !== 'string')
        throw new KeyError(`${system} answered without a wrapped key.`);
      return { wrapped, kek: `${PREFIX}${arn}` };
    },
    unwrap: async ({ wrapped }, context) => {
      const input = { KeyId: key, CiphertextBlob: wrapped, EncryptionContext: context };
      const { Plaintext: plaintext } = await ask('Decrypt', input);
      return bytesIn(system, plaintext);
    },
  };
}

/**
 * Temporary credentials of a container's role, on Amazon ECS or EKS. They are asked for anew: keys are wrapped seldom.
 *
 * @param token Sent in `Authorization`, if the platform gave one.
 */
export async function containerCredentials(uri: string, token: string | null): Promise<AwsCredentials> {
  const system = 'The endpoint of container credentials';
  const { AccessKeyId, SecretAccessKey, Token } = await askKeyService({
    ...{ system, url: uri, method: 'GET', headers: token ? { authorization: token } : {} },
    help: () => "Check the container's role, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  });
  if (typeof AccessKeyId !== 'string' || typeof SecretAccessKey !== 'string')
    throw new KeyError(`${system} answered without credentials.`);
  const sessionToken = typeof Token === 'string' ? Token : null;
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken };
}

/** The code of an error: `{"__type": "com.amazonaws.kms#AccessDeniedException"}`, with or without the part before `#`. */
function codeIn(body: unknown): string | null {
  const { __type: type } = (body ?? {}) as { __type?: unknown };
  return typeof type === 'string' ? (/\w+$/.exec(type)?.[0] ?? null) : null;
}
