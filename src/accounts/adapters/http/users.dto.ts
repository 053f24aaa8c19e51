import { IsIn, IsString, MaxLength, ValidateIf } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { IsTimeZoneName } from '../../../platform/http/is-time-zone.js';
import { TypedAddress } from '../../../platform/http/typed-address.js';
import type { Language } from '../../../shared/sentence.js';

export const LANGUAGES = ['en', 'de'] as const satisfies readonly Language[];

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

export class NewAddressBody {
  /**
   * The link that finishes the change goes here.
   * @example olivia@river.example
   */
  @TypedAddress(LONGEST_INPUT)
  email!: string;
}

export class ConfirmAddressBody {
  /**
   * From the link in the mail: good for an hour, and for one use.
   * @example Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA
   */
  @IsString()
  @MaxLength(LONGEST_INPUT)
  token!: string;
}

export class PreferencesBody {
  /** `null`: that of whoever causes the mail, as far as it is known; else English. */
  @ApiProperty({ enum: [...LANGUAGES, null], type: String, nullable: true, example: 'de' })
  @ValidateIf((body: PreferencesBody) => body.language !== null)
  @IsIn(LANGUAGES)
  language!: Language | null;

  /**
   * A name of the IANA database. `null`: UTC.
   * @example Europe/Berlin
   */
  @ValidateIf((body: PreferencesBody) => body.time_zone !== null)
  @IsTimeZoneName()
  time_zone!: string | null;
}
