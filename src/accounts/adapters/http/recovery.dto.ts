import { IsString, MaxLength, MinLength } from 'class-validator';

const LONGEST_INPUT = 1024;

export class ResetRequestBody {
  /** The address that the account has. */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  email!: string;
}

export class ResetPasswordBody {
  /** From the link in the mail: good for 30 minutes, once. */
  @IsString()
  @MaxLength(LONGEST_INPUT)
  token!: string;

  /** 15 to 256 characters. */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  new_password!: string;
}

export class VerifyEmailBody {
  /** From the link in the mail: good for a day, once. */
  @IsString()
  @MaxLength(LONGEST_INPUT)
  token!: string;
}
