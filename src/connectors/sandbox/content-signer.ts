import { generateKeyPairSync, sign } from 'node:crypto';

/** Signs what an issuer tells an app: answers a compact JWS (RFC 7515, ES256). */
export type ContentSigner = (content: object) => string;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A signer with a key of its own, which ends with the process. The header carries the public key where a real
 * issuer's would carry certificates: nothing is to be trusted for having been signed here.
 */
export function contentSigner(): ContentSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const header = encode({ alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) });
  return (content) => {
    const signed = `${header}.${encode(content)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };
}
