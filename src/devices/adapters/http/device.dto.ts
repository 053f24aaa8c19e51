import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';

export class ActivationBody {
  /**
   * From `device_activation` of the MFA verification; good for five minutes, and for one use.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @ApiProperty({ type: String })
  // Of any type: what is not one of our tokens is INVALID_ACTIVATION_TOKEN, a number as well as a wrong token.
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
