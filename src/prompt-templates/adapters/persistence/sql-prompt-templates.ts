import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewTemplate, PromptTemplates } from '../../application/ports/prompt-templates.js';
import type { PromptTemplate, TemplateContent, TemplateIcon, TemplateVersion } from '../../domain/prompt-template.js';
import { NameTaken } from '../../domain/template.errors.js';

const CONTENT = `json_build_object('name', name, 'description', description, 'text', template_text,
  'parameters', parameters, 'category', category, 'tags', tags,
  'compatibleDataSourceIds', compatible_data_source_ids) AS content`;

const TEMPLATE = `id, organization_id AS "organizationId", ${CONTENT}, status,
  published_version AS "publishedVersion", is_edited AS "isEdited", is_system_template AS "isSystemTemplate",
  is_public AS "isPublic", usage_count AS "usageCount", icon_type AS "iconType", icon_key AS "iconKey",
  created_by_user_id AS "createdByUserId", created_at AS "createdAt", updated_at AS "updatedAt", version`;

export type TemplateRow = Omit<PromptTemplate, 'icon'> & {
  readonly iconType: TemplateIcon['type'] | null;
  readonly iconKey: string;
};

export function templateOf({ iconType, iconKey, ...row }: TemplateRow): PromptTemplate {
  return { ...row, icon: iconType === null ? null : { type: iconType, key: iconKey } };
}

const FIND = { name: 'prompt-templates.find', text: `SELECT ${TEMPLATE} FROM prompt_templates WHERE id = $1` };

const OWN = ofCaller({ organization: 'prompt_templates.organization_id', user: '$2', isAdmin: '$3' });
const FIND_FOR = {
  name: 'prompt-templates.find-for',
  text: `${FIND.text} AND (${OWN} OR (status = 'published' AND (is_public OR is_system_template)
          AND EXISTS (SELECT FROM organization_members m WHERE m.user_id = $2)))`,
};

const VERSION = `template_id AS "templateId", number, ${CONTENT}, checksum, message,
  author_user_id AS "authorUserId", published_at AS "publishedAt"`;

const FIND_VERSION = {
  name: 'prompt-templates.find-version',
  text: `SELECT ${VERSION} FROM prompt_template_versions WHERE template_id = $1 AND number = $2`,
};

@Injectable()
export class SqlPromptTemplates extends PromptTemplates {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(template: NewTemplate): Promise<PromptTemplate> {
    const { organizationId, content, isPublic, createdByUserId, createdAt } = template;
    const [row] = await this.named(() =>
      this.session.query<TemplateRow>(
        `INSERT INTO prompt_templates (name, description, template_text, parameters, category, tags,
                                       compatible_data_source_ids, organization_id, status, is_public,
                                       created_by_user_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'draft', $9, $10, $11, $11) RETURNING ${TEMPLATE}`,
        [...valuesOf(content), organizationId, isPublic, createdByUserId, createdAt],
      ),
    );
    if (row === undefined) throw new Error('The prompt template was not inserted.');
    return templateOf(row);
  }

  async find(id: number): Promise<PromptTemplate | null> {
    const [row] = await this.session.query<TemplateRow>(FIND, [id]);
    return row === undefined ? null : templateOf(row);
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<PromptTemplate | null> {
    const [row] = await this.session.query<TemplateRow>(FIND_FOR, [id, userId, isSystemAdmin]);
    return row === undefined ? null : templateOf(row);
  }

  async lock(id: number): Promise<PromptTemplate | null> {
    const [row] = await this.session.query<TemplateRow>(`${FIND.text} FOR UPDATE`, [id]);
    return row === undefined ? null : templateOf(row);
  }

  async save(template: PromptTemplate): Promise<PromptTemplate> {
    const { id, content, status, publishedVersion, isEdited, isSystemTemplate, isPublic, updatedAt } = template;
    await this.named(() =>
      this.session.execute(
        `UPDATE prompt_templates
            SET name = $1, description = $2, template_text = $3, parameters = $4, category = $5, tags = $6,
                compatible_data_source_ids = $7, status = $9, published_version = $10, is_edited = $11,
                is_system_template = $12, is_public = $13, updated_at = $14, version = version + 1
          WHERE id = $8`,
        [...valuesOf(content), id, status, publishedVersion, isEdited, isSystemTemplate, isPublic, updatedAt],
      ),
    );
    return { ...template, version: template.version + 1 };
  }

  async setIcon(id: number, icon: TemplateIcon | null): Promise<void> {
    await this.session.execute(`UPDATE prompt_templates SET icon_type = $2, icon_key = $3 WHERE id = $1`, [
      id,
      icon?.type ?? null,
      icon?.key ?? null,
    ]);
  }

  async remove(id: number): Promise<void> {
    await this.session.execute(`DELETE FROM prompt_templates WHERE id = $1`, [id]);
  }

  async addVersion(version: TemplateVersion): Promise<void> {
    const { templateId, number, content, checksum, message, authorUserId, publishedAt } = version;
    await this.session.execute(
      `INSERT INTO prompt_template_versions (name, description, template_text, parameters, category, tags,
                                             compatible_data_source_ids, template_id, number, checksum, message,
                                             author_user_id, published_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [...valuesOf(content), templateId, number, checksum, message, authorUserId, publishedAt],
    );
  }

  async findVersion(id: number, number: number): Promise<TemplateVersion | null> {
    return (await this.session.query<TemplateVersion & object>(FIND_VERSION, [id, number]))[0] ?? null;
  }

  async versionsOf(id: number, request: PageRequest): Promise<Page<TemplateVersion>> {
    const items = await this.session.query<TemplateVersion & object>(
      `SELECT ${VERSION} FROM prompt_template_versions WHERE template_id = $1 ORDER BY number DESC LIMIT $2 OFFSET $3`,
      [id, request.limit, offsetOf(request)],
    );
    const [row] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM prompt_template_versions WHERE template_id = $1`,
      [id],
    );
    return { items, total: row?.total ?? 0 };
  }

  async historyOf(ids: readonly number[]): Promise<readonly TemplateVersion[]> {
    if (ids.length === 0) return [];
    return this.session.query<TemplateVersion & object>(
      `SELECT ${VERSION} FROM prompt_template_versions WHERE template_id = ANY($1) ORDER BY template_id, number DESC`,
      [ids],
    );
  }

  async lockNamed(organizationId: number, names: readonly string[]): Promise<readonly PromptTemplate[]> {
    const rows = await this.session.query<TemplateRow>(
      `SELECT ${TEMPLATE} FROM prompt_templates WHERE organization_id = $1 AND name = ANY($2) ORDER BY id FOR UPDATE`,
      [organizationId, names],
    );
    return rows.map(templateOf);
  }

  async countUse(id: number): Promise<void> {
    await this.session.execute(`UPDATE prompt_templates SET usage_count = usage_count + 1 WHERE id = $1`, [id]);
  }

  private async named<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'prompt_templates_name_unique')) throw new NameTaken();
      throw error;
    }
  }
}

function valuesOf(content: TemplateContent): readonly unknown[] {
  const { name, description, text, parameters, category, tags, compatibleDataSourceIds } = content;
  // As text: the driver takes a list for an array of PostgreSQL.
  return [name, description, text, JSON.stringify(parameters), category, tags, compatibleDataSourceIds];
}
