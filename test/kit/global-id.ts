/**
 * The global identifier of an object, computed independently of the service; omit `merchantId` for a merchant account.
 */
export const globalIdOf = (...key: [type: string, merchantId: string, id?: string]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');
