import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** The customer's browser, as 3-D Secure wants it told. Specification: Payment `browser_info`. */
@ValueObject({ about: "The customer's browser, as 3-D Secure wants it told." })
export class BrowserInfo {
  @f.Integer('Bits per pixel.', { min: 0 }) color_depth?: number | null;
  @f.Bool('Whether Java runs.') java_enabled?: boolean | null;
  @f.Bool('Whether JavaScript runs.') java_script_enabled?: boolean | null;
  @f.Text('Language, such as `en-US`.') language?: string | null;
  @f.Integer('Height in pixels.', { min: 0 }) screen_height?: number | null;
  @f.Integer('Width in pixels.', { min: 0 }) screen_width?: number | null;
  @f.Integer('Minutes from UTC.', { min: -1440, maximum: 1440 }) time_zone?: number | null;
  @f.Text('IP address.') ip_address?: string | null;
  @f.Text('The `Accept` header it sends.', { max: 2048 }) accept_header?: string | null;
  @f.Text('The `User-Agent` header it sends.', { max: 2048 }) user_agent?: string | null;
  @f.Text('Operating system.') os_type?: string | null;
  @f.Text("The operating system's version.") os_version?: string | null;
  @f.Text('Model of the device.') device_model?: string | null;
}
