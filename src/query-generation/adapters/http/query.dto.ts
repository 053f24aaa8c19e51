import { IsInt, IsString, Max, Min, ValidateIf } from 'class-validator';

export class ValidateQueryBody {
  /** One statement in the dialect of the data source, 20,000 characters at most. */
  @IsString()
  sql!: string;
}

export class RunQueryBody extends ValidateQueryBody {
  /** 100 when left out. */
  @ValidateIf((body: RunQueryBody) => body.max_rows !== undefined)
  @IsInt()
  @Min(1)
  @Max(1_000)
  max_rows?: number;

  /** 10000 when left out; from when its turn has come. */
  @ValidateIf((body: RunQueryBody) => body.timeout_ms !== undefined)
  @IsInt()
  @Min(100)
  @Max(60_000)
  timeout_ms?: number;
}
