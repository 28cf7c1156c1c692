import { ApiKey } from '../entities/api-key.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** What is said of an API key when it is made. Specification: Authentication. */
@Input({ about: 'Parameters for creating an API key.' })
export class ApiKeyCreation extends fieldsFrom(ApiKey, {
  requires: ['name'],
  takes: ['key_id', 'expires_at'],
}) {}
