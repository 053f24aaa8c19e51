import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { ATTRIBUTES_RULE, areAttributes } from '../../domain/member-attributes.js';

export class MemberAttributesBody {
  /**
   * Lists of text by name; replaced as a whole.
   * @example { "regions": ["EU"] }
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } })
  @ValidateBy({
    name: 'areAttributes',
    validator: { validate: areAttributes, defaultMessage: () => `$property must be ${ATTRIBUTES_RULE}.` },
  })
  attributes!: Record<string, string[]>;
}
