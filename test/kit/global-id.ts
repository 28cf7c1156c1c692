/** The global identifier of an object, made independently of the service; `merchantId` is left out for a merchant account. */
export const globalIdOf = (...key: [type: string, merchantId: string, id?: string]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');
