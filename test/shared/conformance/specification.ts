export { type Endpoint, endpoints, type SpecifiedKey } from './specification/endpoints.ts';
export { shapes } from './specification/resources.ts';
export { type Field, fieldsIn, type Shape, type Type, type Visibility } from './specification/shapes.ts';
