import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import type { PageRequest } from '../../shared/page.js';

/** Decimal digits only: `Number()` alone would also take "1e2", "0x10", "" and " 7 ". */
function digits({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
}

export class PageQuery implements PageRequest {
  /** Page to answer, from 1. */
  @Transform(digits)
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  page: number = 1;

  /** Items on a page. */
  @Transform(digits)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 10;
}
