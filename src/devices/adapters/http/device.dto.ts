import { IsString } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';

export class ActivationBody {
  /** From `device_activation` of the MFA verification; good for five minutes, once. */
  @IsString()
  activation_token!: string;
}

export class RenameDeviceBody {
  @IsDisplayName()
  device_name!: string;
}
