import { IsString, MaxLength, MinLength } from 'class-validator';

/** Anything longer is refused before it costs work. The limit of the policy itself is 256 characters. */
const LONGEST_INPUT = 1024;

export class ChangePasswordBody {
  /** @example river-delta-headgate */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  current_password!: string;

  /**
   * 15 to 256 characters.
   * @example "three herons at the weir"
   */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  new_password!: string;
}
