import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches, ValidateBy } from 'class-validator';
import { LARGEST_INTEGER, idOf } from '../../../platform/http/id-param.js';

const STORABLE = /^[^\0\p{Cs}]*$/u;
const UNSTORABLE = { message: '$property must not hold NUL or broken Unicode text.' };

function IsId(): PropertyDecorator {
  const defaultMessage = (): string => `$property must be a whole number from 1 to ${LARGEST_INTEGER}.`;
  return ValidateBy({ name: 'isId', validator: { validate: (value) => idOf(value) !== null, defaultMessage } });
}

export class PreviewQuery {
  /** This schema only. */
  @IsOptional()
  @IsString()
  @Length(1, 255)
  @Matches(STORABLE, UNSTORABLE)
  schema_name?: string;

  /** Text in a name or comment of a relation or column, in any case. Without a match, the most similar words count. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @Matches(STORABLE, UNSTORABLE)
  search?: string;

  /** A data policy that counts as if it were active. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: LARGEST_INTEGER })
  @IsOptional()
  @IsId()
  data_policy_id?: string;
}
