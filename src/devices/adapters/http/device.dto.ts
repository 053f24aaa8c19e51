import { IsString } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';

export class ActivationBody {
  /**
   * From `device_activation` of the MFA verification; good for five minutes, once.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  activation_token!: string;
}

export class RenameDeviceBody {
  /** @example "Laptop at work" */
  @IsDisplayName()
  device_name!: string;
}
