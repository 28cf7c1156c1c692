import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Browser, PageAnswer } from './people.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Ceremony {
  /** The origin of the page; browsers include it in the signed data. */
  readonly origin: string;
  /** The passkey's relying party. */
  readonly rpId?: string;
  /** Whether the device verified its user. */
  readonly isVerified?: boolean;
}

/** A passkey in software: the bytes of an authenticator and a browser. */
export class SoftwarePasskey {
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly id: string;

  constructor(id = randomBytes(16)) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.id = id.toString('base64url');
    // COSE: an elliptic curve key (2) of ES256 (-7) on P-256 (1).
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
  }

  /** Registers the passkey for the signed-in person. */
  async register(browser: Browser, name: string, ceremony: Ceremony): Promise<PageAnswer> {
    const options = await browser.get('/auth/passkey/generate-register-options');
    if (options.status !== 200) return options;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      authenticatorData(ceremony, HAS_CREDENTIAL),
      // The authenticator's model, not disclosed.
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestationObject = Buffer.concat([
      // CBOR: { fmt: 'none', attStmt: {}, authData: … }
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ]);
    const response = {
      clientDataJSON: clientData('webauthn.create', options.body.challenge, ceremony).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    };
    return browser.post('/auth/passkey/verify-registration', { name, response: this.#credential(response) });
  }

  /** Signs a sign-in challenge without sending it. */
  async assertion(browser: Browser, ceremony: Ceremony): Promise<object> {
    const { body } = await browser.get('/auth/passkey/generate-authenticate-options');
    const clientDataJSON = clientData('webauthn.get', body.challenge, ceremony);
    const data = authenticatorData(ceremony, 0);
    const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()]);
    return {
      response: this.#credential({
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
      }),
    };
  }

  async signIn(browser: Browser, ceremony: Ceremony): Promise<PageAnswer> {
    return browser.post('/auth/passkey/verify-authentication', await this.assertion(browser, ceremony));
  }

  #credential(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

const clientData = (type: string, challenge: string, { origin }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData({ isVerified = true, rpId = 'localhost' }: Ceremony, flags: number): Buffer {
  const allFlags = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
  // The last four bytes count the uses, which synced passkeys omit.
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([allFlags, 0, 0, 0, 0])]);
}
