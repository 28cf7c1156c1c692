export * from './description.ts';
export * from './enumeration.ts';
export * from './fields.ts';
export * from './resource.ts';
export { restNames, restValue } from './rest-view.ts';
export * from './scalars.ts';
export { entryColumns, entryWords, hasEntries, personalEntryColumns } from './search-words.ts';
export { validate } from './validate.ts';
