import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';

export class TextRecordBody {
  /** So that the record of a domain can be sent as it was answered. */
  @IsOptional()
  @IsIn(['TXT'])
  type?: 'TXT';

  /** @example _headgate-challenge.ines.example */
  @IsString()
  @Length(1, 253)
  @Matches(/^[\w-]{1,63}(?:\.[\w-]{1,63})+\.?$/, {
    message: 'Must be a name such as _headgate.delta.example.',
  })
  name!: string;

  /** @example headgate-verification=abc */
  @IsString()
  @Length(1, 4096)
  @Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: 'Must not hold control characters.' })
  value!: string;
}
