import { ValidateIf } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { TypedAddress } from '../../../platform/http/typed-address.js';

const LONGEST_INPUT = 1024;

export class CreateUserBody {
  /**
   * 2 to 128 characters: letters, digits and, between them, . _ + - @
   * @example paula
   */
  @TypedAddress(LONGEST_INPUT)
  username!: string;

  /**
   * The link by which the owner chooses a password goes here.
   * @example paula@delta.example
   */
  @TypedAddress(LONGEST_INPUT)
  email!: string;
}

export class OwnAccountBody {
  /**
   * 1 to 100 characters, without @. `null`: you are shown by your username.
   * @example "Olivia Okafor"
   */
  @ValidateIf((body: OwnAccountBody) => body.display_name !== null)
  @IsDisplayName()
  display_name!: string | null;
}
