import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { PromptTemplates } from '../../application/ports/prompt-templates.js';
import type { PromptTemplate, TemplateContent, TemplateIcon, TemplateVersion } from '../../domain/prompt-template.js';

const CONTENT = `json_build_object('name', name, 'description', description, 'text', template_text,
  'parameters', parameters, 'category', category, 'tags', tags,
  'compatibleDataSourceIds', compatible_data_source_ids) AS content`;

const FIND = {
  name: 'prompt-templates.find',
  text: `SELECT id, organization_id AS "organizationId", ${CONTENT}, status, published_version AS "publishedVersion",
                is_edited AS "isEdited", is_system_template AS "isSystemTemplate", is_public AS "isPublic",
                usage_count AS "usageCount", icon_type AS "iconType", icon_key AS "iconKey",
                created_by_user_id AS "createdByUserId", created_at AS "createdAt", updated_at AS "updatedAt", version
           FROM prompt_templates WHERE id = $1`,
};

const FIND_VERSION = {
  name: 'prompt-templates.find-version',
  text: `SELECT template_id AS "templateId", number, ${CONTENT}, checksum, message, author_user_id AS "authorUserId",
                published_at AS "publishedAt"
           FROM prompt_template_versions WHERE template_id = $1 AND number = $2`,
};

type Row = Omit<PromptTemplate, 'icon'> & { readonly iconType: TemplateIcon['type'] | null; readonly iconKey: string };
type VersionRow = TemplateVersion & { readonly content: TemplateContent };

@Injectable()
export class SqlPromptTemplates extends PromptTemplates {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async find(id: number): Promise<PromptTemplate | null> {
    const [row] = await this.session.query<Row>(FIND, [id]);
    return row === undefined ? null : templateOf(row);
  }

  async lock(id: number): Promise<PromptTemplate | null> {
    const [row] = await this.session.query<Row>(`${FIND.text} FOR UPDATE`, [id]);
    return row === undefined ? null : templateOf(row);
  }

  async findVersion(id: number, number: number): Promise<TemplateVersion | null> {
    return (await this.session.query<VersionRow>(FIND_VERSION, [id, number]))[0] ?? null;
  }

  async countUse(id: number): Promise<void> {
    await this.session.execute(`UPDATE prompt_templates SET usage_count = usage_count + 1 WHERE id = $1`, [id]);
  }
}

function templateOf({ iconType, iconKey, ...row }: Row): PromptTemplate {
  return { ...row, icon: iconType === null ? null : { type: iconType, key: iconKey } };
}
