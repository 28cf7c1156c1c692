export * from './description.ts';
export { type Enumeration as EnumerationOf, enumeration, type ValueOf } from './enumeration.ts';
export * from './fields.ts';
export { MerchantOwned, MerchantScoped } from './owned.ts';
export { fieldsFrom } from './pick.ts';
export * from './resource.ts';
export { restNames, restValue } from './rest-view.ts';
export * from './scalars.ts';
export { validate } from './validate.ts';
