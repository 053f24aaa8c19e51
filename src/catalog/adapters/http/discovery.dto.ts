import { IsIn, IsOptional, Length, Matches } from 'class-validator';

export class DiscoverSchemaQuery {
  /** Limits the discovery to this schema, written exactly as the source writes it. */
  @IsOptional()
  @Length(1, 255)
  @Matches(/^[^\0]*$/, { message: 'Must not contain NUL or broken Unicode text' })
  schema_name?: string;

  /** `true` reads the source although its schema is cached. */
  @IsOptional()
  @IsIn(['true', 'false'])
  refresh?: 'true' | 'false';
}
