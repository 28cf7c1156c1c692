/** A random UUID (RFC 9562, version 4), which is how 3-D Secure names its transactions. */
export function uuid(randomBytes: (size: number) => Uint8Array): string {
  const bytes = Buffer.from(randomBytes(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
