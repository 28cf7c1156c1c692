import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { shopCertificate, shopKey, testAuthority } from './certificates.ts';

/** A stand-in for Apple's gateway, following Apple's "Requesting an Apple Pay payment session". */
export interface AppleGateway {
  /** The settings that replace Apple's own. */
  readonly place: { readonly url: string; readonly ca: string };
  /** The bodies of the received requests. */
  readonly asked: unknown[];
  close(): void;
}

/** The known merchant identity certificate, for the merchant identifier and domain given with it. */
export const merchantIdentity = {
  certificate: shopCertificate,
  certificate_keys: shopKey,
  merchant_identifier: 'merchant.com.acme',
  display_name: 'Acme Clothing',
} as const;
export const REGISTERED_DOMAIN = 'shop.example.com';

/** Longer than the stored part of a webhook response, like Apple's signatures. */
const signature = 'ab'.repeat(4_000);

/** Starts a local stand-in. It opens sessions only for a known certificate, identifier and domain. */
export async function startAppleGateway(): Promise<AppleGateway> {
  const asked: unknown[] = [];
  const known = new X509Certificate(shopCertificate).fingerprint256;
  const options = { cert: shopCertificate, key: shopKey, requestCert: true, rejectUnauthorized: false };
  const server = https.createServer(options, async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const refuse = (status: number) => res.writeHead(status).end('{"statusMessage":"refused"}');
    if (req.method !== 'POST' || req.url !== '/paymentservices/paymentSession') return refuse(404);
    if ((req.socket as TLSSocket).getPeerCertificate().fingerprint256 !== known) return refuse(401);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    asked.push(body);
    const { displayName, initiative, initiativeContext, merchantIdentifier, ...more } = body;
    const isKnown =
      merchantIdentifier === merchantIdentity.merchant_identifier &&
      initiative === 'web' &&
      initiativeContext === REGISTERED_DOMAIN &&
      displayName &&
      Object.keys(more).length === 0;
    if (!isKnown) return refuse(417);
    const session = {
      merchantSessionIdentifier: 'SSH',
      domainName: initiativeContext,
      displayName,
      signature,
    };
    return res.setHeader('content-type', 'application/json').end(JSON.stringify(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `https://shop.localhost:${port}/paymentservices/paymentSession`;
  return { place: { url, ca: testAuthority }, asked, close: () => server.close() };
}
