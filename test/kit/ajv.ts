import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { formats, schemaFormats } from '../../src/core/model/formats.ts';
import type { TextFormat } from '../../src/core/model/index.ts';

/** A JSON Schema validator in strict mode with the service's own formats. */
export function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    strictTypes: false,
    code: { optimize: false },
    inlineRefs: false,
  });
  formatsPlugin.default(ajv);
  // OpenAPI's keyword: the alternatives' own schemas contain the same constraints.
  ajv.addKeyword('discriminator');
  for (const name of Object.keys(formats) as TextFormat[]) {
    if (!(schemaFormats[name] in ajv.formats)) ajv.addFormat(schemaFormats[name], formats[name].check);
  }
  return ajv;
}
