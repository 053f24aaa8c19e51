import { IsBoolean } from 'class-validator';
import { IsText } from '../../../platform/http/checked-text.js';

export class SamplingBody {
  /** @example "hydrology" */
  @IsText(200)
  schema_name!: string;

  /** @example "rivers" */
  @IsText(200)
  table_name!: string;

  /** @example "continent" */
  @IsText(200)
  column_name!: string;

  /**
   * Whether the language model sees a few of its values.
   * @example true
   */
  @IsBoolean()
  sampled!: boolean;
}
