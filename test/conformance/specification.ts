export { type Endpoint, endpoints } from './specification/endpoints.ts';
export { shapes } from './specification/resources.ts';
export { type Field, type Shape, type Shown, shownIn, type Type } from './specification/shapes.ts';
