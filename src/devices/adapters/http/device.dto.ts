import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';

export class ActivationBody {
  /**
   * From `device_activation` of the MFA verification; good for five minutes, and for one use.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @ApiProperty({ type: String })
  // Any type: everything that is not one of our tokens, even a number, is INVALID_ACTIVATION_TOKEN.
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
