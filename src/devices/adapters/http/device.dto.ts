import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';

export class ActivationBody {
  /**
   * From `device_activation` of the MFA verification; good for five minutes, once.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @ApiProperty({ type: String })
  // Whatever it is: what is no token of ours is INVALID_ACTIVATION_TOKEN, a number as well as a wrong one.
  @Allow()
  activation_token!: unknown;
}

export function activationTokenOf({ activation_token: token }: ActivationBody): string {
  return typeof token === 'string' ? token : '';
}

export class RenameDeviceBody {
  /** @example "Laptop at work" */
  @IsDisplayName()
  device_name!: string;
}
