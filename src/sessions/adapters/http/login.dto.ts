import { IsString, MaxLength, MinLength } from 'class-validator';

export class LoginBody {
  /** Username or e-mail address. */
  @IsString()
  @MinLength(1)
  @MaxLength(320)
  username!: string;

  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  password!: string;
}

export class RefreshBody {
  @IsString()
  @MinLength(1)
  @MaxLength(512)
  refresh_token!: string;
}
