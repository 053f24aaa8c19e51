import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsByteLength, IsOptional, Length } from 'class-validator';
import type { FieldError, ValidationFailed } from '../../src/shared/domain-error.js';
import { IsText, IsWhole } from '../../src/platform/http/checked-text.js';
import { membersOfErrors } from '../../src/platform/http/error-members.js';
import { notOneOf, wrongNumber, wrongText } from '../../src/platform/http/field-causes.js';
import { shownField } from '../../src/platform/http/error-response.js';
import { IsIdUpTo } from '../../src/platform/http/is-time.js';
import { RequestValidationPipe } from '../../src/platform/http/request-validation.pipe.js';
import { FixedClock } from '../support/fixed-clock.js';

class Asked {
  @IsOptional()
  @Length(2, 4)
  word?: string;

  @IsOptional()
  @IsText(4)
  text?: string;

  @IsOptional()
  @IsByteLength(1, 4)
  bytes?: string;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  few?: string[];

  @IsOptional()
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(1)
  none?: string[];

  @IsOptional()
  @IsWhole(0, 100)
  whole?: string;

  @IsOptional()
  @IsIdUpTo(100)
  id?: string;
}

const judged = async (body: object): Promise<FieldError> => {
  try {
    await new RequestValidationPipe(new FixedClock()).transform(body, { type: 'body', metatype: Asked });
  } catch (error) {
    const [found] = (error as ValidationFailed).details ?? [];
    if (found !== undefined) return found;
  }
  throw new Error('It is not wrong.');
};
const told = ({ code, arguments: given }: FieldError) => [code, given];
const inGerman = (error: FieldError): string => shownField(error, 'de').message;

describe('the cause of a wrong value', () => {
  it.each([
    [{ word: '😀' }, 'too_short', { min: 2 }],
    [{ word: 'a\uFE0F' }, 'too_short', { min: 2 }],
    [{ word: '😀😀😀😀😀' }, 'too_long', { max: 4 }],
    [{ text: '' }, 'too_short', { min: 1 }],
    [{ text: '😀😀😀' }, 'too_long', { max: 4 }],
    [{ bytes: '😀😀' }, 'too_long', { max: 4, unit: 'bytes' }],
    [{ whole: '101' }, 'too_large', { min: 0, max: 100 }],
    [{ whole: '-1' }, 'too_small', { min: 0, max: 100 }],
    [{ whole: '00000000007' }, 'malformed', { format: 'integer' }],
    [{ whole: '1.5' }, 'wrong_type', { expected: 'integer' }],
    [{ id: '007' }, 'malformed', { format: 'integer' }],
    [{ id: '0' }, 'too_small', { min: 1, max: 100 }],
  ])('%j is %s', async (body, code, given) => {
    expect(told(await judged(body))).toEqual([code, given]);
  });

  it('is told of a parameter that is read by hand too', () => {
    const errors = [
      ...['007', '0', '101', 'x', ['1']].map((value) => wrongNumber('limit', 1, 100, value)),
      ...[wrongText('search', 4, 'longer'), wrongText('search', 4, ['a', 'b']), notOneOf('dry_run', ['true', 'false'])],
    ];
    expect(errors.map(told)).toEqual([
      ['malformed', { format: 'integer' }],
      ['too_small', { min: 1, max: 100 }],
      ['too_large', { min: 1, max: 100 }],
      ['wrong_type', { expected: 'integer' }],
      ['wrong_type', { expected: 'integer' }],
      ['too_long', { max: 4 }],
      ['wrong_type', { expected: 'string' }],
      ['not_one_of', { allowed: ['true', 'false'] }],
    ]);
    expect(errors[0]?.message).toBe('Must contain only digits, without leading zeros.');
  });

  it('has a sentence in German that counts what is counted', async () => {
    const wrong = [{ few: [] }, { few: ['a', 'b', 'c'] }, { none: ['a'] }, { none: ['a', 'b'] }, { bytes: '😀😀' }, { id: '007' }];
    expect((await Promise.all(wrong.map(judged))).map(inGerman)).toEqual([
      'Darf nicht leer sein.',
      'Höchstens 2 Einträge erlaubt.',
      'Mindestens 2 Einträge nötig.',
      'Höchstens ein Eintrag erlaubt.',
      'Darf höchstens 4 Bytes haben.',
      'Darf nur Ziffern enthalten, ohne führende Nullen.',
    ]);
  });

  it('is shown in the document as the service says it', () => {
    const examples = membersOfErrors().VALIDATION_FAILED?.['details'] as unknown as { meta(): { examples: FieldError[][] } };
    expect(examples.meta().examples[0]?.[0]).toMatchObject({ message: 'Must be a whole number from 1 to 100.', code: 'too_large' });
  });
});
