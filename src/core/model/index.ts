export * from './description.ts';
export { type Enumeration as EnumerationOf, enumeration, type ValueOf } from './enumeration.ts';
export * from './fields.ts';
export { MerchantOwned, MerchantScoped } from './owned.ts';
export * from './resource.ts';
export * from './scalars.ts';
