import { IsString, MaxLength, MinLength } from 'class-validator';

const LONGEST_INPUT = 1024;

export class CreateUserBody {
  /**
   * 2 to 128 characters: letters, digits and, between them, . _ + - @
   * @example paula
   */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  username!: string;

  /**
   * The link by which the owner chooses a password goes here.
   * @example paula@delta.example
   */
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_INPUT)
  email!: string;
}
