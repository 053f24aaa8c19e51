import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { ATTRIBUTES_RULE, LONGEST_VALUE, MOST_VALUES, areAttributes } from '../../domain/member-attributes.js';

export class MemberAttributesBody {
  /**
   * Lists of text by name; replaced as a whole.
   * @example { "regions": ["EU"] }
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string', minLength: 1, maxLength: LONGEST_VALUE }, maxItems: MOST_VALUES },
  })
  @ValidateBy({
    name: 'areAttributes',
    validator: { validate: areAttributes, defaultMessage: () => `Must be ${ATTRIBUTES_RULE}.` },
  })
  attributes!: Record<string, string[]>;
}
