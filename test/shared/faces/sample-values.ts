import { type DescribedClass, type FieldDescription, fieldsOf } from '../../../src/core/model/index.ts';
import type { Values } from './write.ts';

/** A valid text in each format of body fields. */
const texts: Readonly<Record<string, string>> = {
  email: 'ann@example.com',
  url: 'https://shop.example/taken',
  currency: 'EUR',
  country: 'DE',
  phone_country_code: '+49',
  date_time: '2031-01-01T00:00:00.000Z',
  statement_descriptor: 'SHIRTS',
  card_number: '5555555555554444',
  card_exp_month: '11',
  card_exp_year: '2038',
  cvc: '974',
  host: 'shop.example',
  host_pattern: 'shop.example',
  ip_network: '192.0.2.0/24',
  css_colour: '#112233',
};

/** A valid value for a field that differs from its default, by its description. */
export function sampleOf(field: FieldDescription): unknown {
  const { enumeration, format, kind, maximum, min, of } = field;
  switch (kind) {
    case 'amount':
    case 'integer':
      return Math.min(maximum ?? 77, Math.max(min ?? 0, 77));
    case 'bool':
      return true;
    case 'timestamp':
      return texts.date_time;
    case 'enumeration':
      return enumeration!().values.at(-1);
    case 'enumeration_list':
      return [enumeration!().values[0]];
    case 'json_object':
    case 'json':
      return { taken: 'yes' };
    case 'text_list':
      return [texts[format ?? ''] ?? 'taken'];
    case 'object':
      return sampleObject(of!());
    case 'object_list':
    case 'children':
      return [sampleObject(of!())];
    case 'json_encoded_list':
      return JSON.stringify([sampleObject(of!())]);
    default:
      return texts[format ?? ''] ?? 'taken';
  }
}

/** An object with a sample of each of its members. */
const sampleObject = (target: DescribedClass): Values =>
  Object.fromEntries(fieldsOf(target).map((field) => [field.name, sampleOf(field)]));
