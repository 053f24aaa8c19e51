import { IsString, MaxLength, MinLength } from 'class-validator';

const LONGEST_INPUT = 1024;

export class CreateUserBody {
  /**
   * 2 to 128 letters, digits or one of . _ + - @ between them.
   * @example paula
   */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  username!: string;

  /**
   * Where the link goes by which the owner chooses a password.
   * @example paula@delta.example
   */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  email!: string;
}
