import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Browser details in the terms of 3-D Secure. Specification: Payment `browser_info`. */
@ValueObject({ about: 'Browser details of the customer.' })
export class BrowserInfo {
  @f.Integer('Colour depth of the screen, in bits per pixel.', { min: 0 }) color_depth?: number | null;
  @f.Bool('Whether Java is enabled.') java_enabled?: boolean | null;
  @f.Bool('Whether JavaScript is enabled.') java_script_enabled?: boolean | null;
  @f.Text('Browser language as a BCP 47 tag, such as `en-US`.') language?: string | null;
  @f.Integer('Screen height, in pixels.', { min: 0 }) screen_height?: number | null;
  @f.Integer('Screen width, in pixels.', { min: 0 }) screen_width?: number | null;
  @f.Integer('Time zone offset from UTC, in minutes.', { min: -1440, maximum: 1440 })
  time_zone?: number | null;
  @f.Text('IP address of the customer; the card-testing guard counts declines by it.')
  ip_address?: string | null;
  @f.Text('`Accept` header of the browser.', { max: 2048 }) accept_header?: string | null;
  @f.Text('`User-Agent` header of the browser.', { max: 2048 }) user_agent?: string | null;
  @f.Text('Operating system.') os_type?: string | null;
  @f.Text('Version of the operating system.') os_version?: string | null;
  @f.Text('Model of the device.') device_model?: string | null;
}
