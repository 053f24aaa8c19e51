import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { notOneOf, wrongNumber, causeOfText } from '../../../platform/http/field-causes.js';
import { LARGEST_INTEGER, idOf } from '../../../platform/http/id-param.js';
import { Chosen, idsOf, wrongIds } from '../../../platform/http/ids-param.js';
import { OF_WORKSPACE } from '../../../platform/http/place-filter.js';
import { STORABLE, WITHOUT_NUL } from '../../../platform/http/storable-text.js';
import { type FieldError, ValidationFailed } from '../../../shared/domain-error.js';
import type { TemplateFilter, TemplateSort } from '../../application/ports/template-catalogue.js';
import { TEMPLATE_STATUSES } from '../../domain/prompt-template.js';
import { say } from '../../../shared/sentence.js';

const LONGEST = 200;
const MOST_TAGS = 20;
const SORTS = ['id', 'name', '-updated_at', '-usage_count'] as const satisfies readonly TemplateSort[];

export interface TemplateQuery {
  readonly filter: TemplateFilter;
  readonly withShared: boolean;
  readonly sort: TemplateSort;
}

/** The filters of the list, read by hand for the same reason as the page. */
export const TemplateQueryParams = createParamDecorator((_: unknown, context: ExecutionContext): TemplateQuery => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const errors: FieldError[] = [];
  const refuse = (error: FieldError): null => {
    errors.push(error);
    return null;
  };
  const text = (field: string): string | null => {
    const value = query[field];
    if (value === undefined || isText(value)) return value ?? null;
    return refuse({
      field,
      message: say('Must be a text of 1 to {most} characters, without NUL.', { most: LONGEST }),
      ...causeOfText(value, LONGEST),
    });
  };
  const id = (field: string): number | null => {
    const value = query[field];
    if (value === undefined) return null;
    return idOf(value) ?? refuse(wrongNumber(field, 1, LARGEST_INTEGER, value));
  };
  const choice = <T extends string>(field: string, choices: readonly T[]): T | null => {
    const value = query[field];
    if (value === undefined) return null;
    return choices.find((one) => one === value) ?? refuse(notOneOf(field, choices));
  };
  const tags = [query['tag'] ?? []].flat();
  if (tags.length > MOST_TAGS || !tags.every(isText))
    refuse({
      field: 'tag',
      message: say('Must be at most {most} texts of 1 to {longest} characters, without NUL.', { most: MOST_TAGS, longest: LONGEST }),
    });
  const filter = {
    organizationId: id('organization_id'),
    workspaceId: id('workspace_id'),
    ids: query['ids'] === undefined ? null : (idsOf(query['ids']) ?? refuse(wrongIds())),
    status: choice('status', TEMPLATE_STATUSES),
    category: text('category'),
    tags: tags.filter(isText),
    search: text('search'),
    dataSourceId: id('data_source_id'),
  };
  const withShared = choice('shared', ['true', 'false']) !== 'false';
  const sort = choice('sort', SORTS) ?? 'id';
  if (errors.length > 0) throw new ValidationFailed(errors);
  return { filter, withShared, sort };
});

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST && STORABLE.test(value);
}

/** Documents what `TemplateQueryParams` reads. */
export function Filtered(): MethodDecorator {
  const text = { type: 'string' as const, minLength: 1, maxLength: LONGEST, pattern: WITHOUT_NUL };
  const id = { type: 'integer' as const, minimum: 1 };
  return applyDecorators(
    ApiQuery({ name: 'organization_id', required: false, description: 'Only those of this organization.', schema: id }),
    ApiQuery(OF_WORKSPACE),
    Chosen(),
    ApiQuery({ name: 'status', required: false, enum: TEMPLATE_STATUSES, description: 'Only those in this state.' }),
    ApiQuery({ name: 'category', required: false, description: 'Exactly this category.', schema: text }),
    ApiQuery({
      name: 'tag',
      required: false,
      description: 'A tag that the template must have. May be repeated.',
      schema: text,
    }),
    ApiQuery({
      name: 'search',
      required: false,
      description: 'A part of the name, the description or the text, without regard to case.',
      schema: text,
    }),
    ApiQuery({
      name: 'data_source_id',
      required: false,
      description: 'Only templates that are made for this data source.',
      schema: id,
    }),
    ApiQuery({
      name: 'shared',
      required: false,
      description: 'Whether templates that other organizations share are listed too.',
      schema: { type: 'boolean', default: true },
    }),
    ApiQuery({
      name: 'sort',
      required: false,
      schema: { type: 'string', enum: [...SORTS], default: 'id' },
      description: '`-` puts the latest or largest first.',
    }),
  );
}
