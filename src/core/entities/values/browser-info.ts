import { Bool, Integer, Text, ValueObject } from '../../model/index.ts';

/** The customer's browser, as 3-D Secure wants it told. Specification: Payment `browser_info`. */
@ValueObject({ about: "The customer's browser, as 3-D Secure wants it told." })
export class BrowserInfo {
  @Integer('Bits per pixel.', { min: 0 }) color_depth?: number | null;
  @Bool('Whether Java runs.') java_enabled?: boolean | null;
  @Bool('Whether JavaScript runs.') java_script_enabled?: boolean | null;
  @Text('Language, such as `en-US`.') language?: string | null;
  @Integer('Height in pixels.', { min: 0 }) screen_height?: number | null;
  @Integer('Width in pixels.', { min: 0 }) screen_width?: number | null;
  @Integer('Minutes from UTC.', { min: -1440, maximum: 1440 }) time_zone?: number | null;
  @Text('IP address.') ip_address?: string | null;
  @Text('The `Accept` header it sends.', { max: 2048 }) accept_header?: string | null;
  @Text('The `User-Agent` header it sends.', { max: 2048 }) user_agent?: string | null;
  @Text('Operating system.') os_type?: string | null;
  @Text("The operating system's version.") os_version?: string | null;
  @Text('Model of the device.') device_model?: string | null;
}
