import { IsString, Matches, MaxLength, MinLength } from 'class-validator';

export class ActivationBody {
  /** From `device_activation` of the MFA verification; good for five minutes, once. */
  @IsString()
  activation_token!: string;
}

export class RenameDeviceBody {
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  @Matches(/\S/, { message: 'Device name must not be blank.' })
  device_name!: string;
}
