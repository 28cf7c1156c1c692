import * as f from '../model/fields.ts';
import { Internal } from '../model/index.ts';

/** A running process of the service, which records a heartbeat every second; see `liveness.ts`. */
@Internal({ table: 'processes', id: 'process_id', owned: false })
export class ServiceProcess {
  @f.Id('Identifier of the process.', { required: true }) process_id!: string;
  @f.Text('Identifier of the key that the process encrypts with.', { required: true }) key_id!: string;
  @f.Timestamp("When the process was last seen, by the database's clock.", { required: true }) seen_at!: Date;
}
