import { createPublicKey, type KeyObject } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import type { ExtendedCardInfoConfig } from '../entities/values/profile-settings.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { CardDetails } from '../foundation/payment-method-details.ts';
import type { CardDisplay } from './card.ts';

/** The least length of a merchant's RSA key, in bits. */
const MODULUS_BITS_MIN = 2048;
const PEM_BEGINS = '-----BEGIN';

/** An RSA public key, as PEM or as Base64 of PEM or DER; null for anything else. */
export function rsaPublicKeyOf(text: string): KeyObject | null {
  try {
    const bytes = Buffer.from(text, 'base64');
    const pem = [text.trim(), bytes.toString('latin1').trim()].find((one) => one.startsWith(PEM_BEGINS));
    const key = pem ? createPublicKey(pem) : createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= MODULUS_BITS_MIN && !pem?.includes('PRIVATE')
      ? key
      : null;
  } catch {
    return null;
  }
}

/** @throws {Problem} `invalid_parameter` for an unusable key, without repeating it. */
export function requireEncryptionKey(config: ExtendedCardInfoConfig | null | undefined): void {
  const { public_key: key } = config ?? {};
  if (!key || rsaPublicKeyOf(key)) return;
  const param = 'extended_card_info_config.public_key';
  throw invalidParameter(
    param,
    `${param} must be the public key of an RSA pair of at least ${MODULUS_BITS_MIN}bits, as PEM or Base64.`,
  );
}

/**
 * Encrypts a card's details for a merchant: a compact JWE (RSA-OAEP-256, A256GCM) of JSON, without the verification code.
 *
 * @returns Null without a usable key: keys stored before the check existed may be invalid.
 */
export async function encryptCard(
  publicKey: string,
  { expMonth, expYear, holderName, number }: CardDetails,
  shown: Partial<Pick<CardDisplay, 'card_issuer' | 'card_issuing_country' | 'card_network' | 'card_type'>>,
): Promise<string | null> {
  const key = rsaPublicKeyOf(publicKey);
  if (!key) return null;
  const details = {
    card_number: number,
    card_exp_month: expMonth,
    card_exp_year: expYear,
    card_holder_name: holderName,
    card_network: shown.card_network ?? null,
    card_type: shown.card_type ?? null,
    card_issuer: shown.card_issuer ?? null,
    card_issuing_country: shown.card_issuing_country ?? null,
  };
  return new CompactEncrypt(Buffer.from(JSON.stringify(details)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'json' })
    .encrypt(key);
}
