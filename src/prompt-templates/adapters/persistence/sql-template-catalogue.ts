import { Injectable } from '@nestjs/common';
import { inReach } from '../../../platform/database/in-reach.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import {
  TemplateCatalogue,
  type TemplateFilter,
  type TemplateScope,
  type TemplateSort,
} from '../../application/ports/template-catalogue.js';
import type { PromptTemplate } from '../../domain/prompt-template.js';
import type { TemplateRow } from './schemas.js';
import { templateOf } from './typeorm-prompt-templates.js';

/** What is shown of a template: its row, or the published version if it was edited since. */
const SHOWN = `prompt_templates t LEFT JOIN prompt_template_versions v
  ON t.status = 'published' AND t.is_edited AND v.template_id = t.id AND v.number = t.published_version`;

const shown = (column: string): string => `CASE WHEN v.number IS NULL THEN t.${column} ELSE v.${column} END`;

const TEMPLATE = `t.id, t.organization_id AS "organizationId", t.workspace_id AS "workspaceId", json_build_object(
    'name', ${shown('name')}, 'description', ${shown('description')}, 'text', ${shown('template_text')},
    'parameters', ${shown('parameters')}, 'category', ${shown('category')}, 'tags', ${shown('tags')},
    'compatibleDataSourceIds', ${shown('compatible_data_source_ids')}) AS content,
  t.status, t.published_version AS "publishedVersion", t.is_edited AS "isEdited",
  t.is_system_template AS "isSystemTemplate", t.is_public AS "isPublic", t.usage_count AS "usageCount",
  t.icon_type AS "iconType", t.icon_key AS "iconKey", t.created_by_user_id AS "createdByUserId",
  t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.version`;

const ORDERS: Readonly<Record<TemplateSort, string>> = {
  id: 't.id',
  name: `lower(${shown('name')}), t.id`,
  '-updated_at': 't.updated_at DESC, t.id',
  '-usage_count': 't.usage_count DESC, t.id',
};

/** Raw: its conditions and order are composed at run time. */
@Injectable()
export class SqlTemplateCatalogue extends TemplateCatalogue {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async pageOf(scope: TemplateScope, filter: TemplateFilter, sort: TemplateSort, request: PageRequest): Promise<Page<PromptTemplate>> {
    const { where, values } = conditionsOf(scope, filter);
    // Whole rows of one page only: texts are long, and a sort would carry all of them.
    const rows = await this.session.query<TemplateRow>(
      `SELECT ${TEMPLATE} FROM ${SHOWN}
        WHERE t.id IN (SELECT t.id FROM ${SHOWN} WHERE ${where} ORDER BY ${ORDERS[sort]}
                        LIMIT $${values.length + 1} OFFSET $${values.length + 2})
        ORDER BY ${ORDERS[sort]}`,
      [...values, request.limit, offsetOf(request)],
    );
    const [row] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${SHOWN} WHERE ${where}`, values);
    return { items: rows.map(templateOf), total: row?.total ?? 0 };
  }
}

function conditionsOf(scope: TemplateScope, filter: TemplateFilter): { where: string; values: readonly unknown[] } {
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const { edited, read, withShared } = scope;
  const seen = [
    `${inReach('t', read, given)} AND (t.status = 'published' OR ${inReach('t', edited, given)})`,
    ...(withShared ? [`t.status = 'published' AND (t.is_public OR t.is_system_template)`] : []),
  ];
  const { organizationId, workspaceId, ids, status, category, tags, search, dataSourceId } = filter;
  const wanted = [`(${seen.map((one) => `(${one})`).join(' OR ')})`];
  if (organizationId !== null) wanted.push(`t.organization_id = ${given(organizationId)}`);
  if (workspaceId !== null) wanted.push(`t.workspace_id = ${given(workspaceId)}`);
  if (ids !== null) wanted.push(`t.id = ANY(${given(ids)})`);
  if (status !== null) wanted.push(`t.status = ${given(status)}`);
  if (category !== null) wanted.push(`${shown('category')} = ${given(category)}`);
  if (tags.length > 0) wanted.push(`${shown('tags')} @> ${given(tags)}::text[]`);
  if (search !== null) {
    const part = `lower(${given(search)})`;
    const fields = ['name', 'description', 'template_text'].map((field) => `strpos(lower(${shown(field)}), ${part}) > 0`);
    wanted.push(`(${fields.join(' OR ')})`);
  }
  if (dataSourceId !== null) {
    const id = given(dataSourceId);
    wanted.push(`${shown('compatible_data_source_ids')} @> ARRAY[${id}::integer]`);
  }
  return { where: wanted.join(' AND '), values };
}
