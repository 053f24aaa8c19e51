import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { type JudgedName, judgedNames, refuseTwin } from '../../../platform/database/name-twins.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { NotFound } from '../../../shared/domain-error.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewTemplate, PromptTemplates } from '../../application/ports/prompt-templates.js';
import type { PromptTemplate, TemplateIcon, TemplateVersion } from '../../domain/prompt-template.js';
import { NameTaken } from '../../domain/template.errors.js';
import { type TemplateRow, templateSchema, templateVersionSchema } from './schemas.js';

/** Raw, because it is hot: each rendering or run of a template reads it. */
const CONTENT = `json_build_object('name', name, 'description', description, 'text', template_text,
  'parameters', parameters, 'category', category, 'tags', tags,
  'compatibleDataSourceIds', compatible_data_source_ids) AS content`;

const TEMPLATE = `id, organization_id AS "organizationId", workspace_id AS "workspaceId", ${CONTENT}, status,
  published_version AS "publishedVersion", is_edited AS "isEdited", is_system_template AS "isSystemTemplate",
  is_public AS "isPublic", usage_count AS "usageCount", icon_type AS "iconType", icon_key AS "iconKey",
  created_by_user_id AS "createdByUserId", created_at AS "createdAt", updated_at AS "updatedAt", version`;

const FIND = { name: 'prompt-templates.find', text: `SELECT ${TEMPLATE} FROM prompt_templates WHERE id = $1` };

const OWN = ofCaller({ organization: 'prompt_templates.organization_id', user: '$2', isAdmin: '$3' });
const FIND_FOR = {
  name: 'prompt-templates.find-for',
  text: `${FIND.text} AND (${OWN} OR (status = 'published' AND (is_public OR is_system_template)
          AND EXISTS (SELECT FROM organization_members m WHERE m.user_id = $2)))`,
};

const FIND_VERSION = {
  name: 'prompt-templates.find-version',
  text: `SELECT template_id AS "templateId", number, ${CONTENT}, checksum, message, author_user_id AS "authorUserId",
                published_at AS "publishedAt"
           FROM prompt_template_versions WHERE template_id = $1 AND number = $2`,
};

/** Raw, because it is hot: each run of a template counts. */
const COUNT_USE = {
  name: 'prompt-templates.count-use',
  text: 'UPDATE prompt_templates SET usage_count = usage_count + 1 WHERE id = $1',
};

export function templateOf({ iconType, iconKey, ...row }: TemplateRow): PromptTemplate {
  return { ...row, icon: iconType === null || iconKey === null ? null : { type: iconType, key: iconKey } };
}

@Injectable()
export class TypeOrmPromptTemplates extends PromptTemplates {
  private readonly templates;
  private readonly versions;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.templates = session.repository(templateSchema);
    this.versions = session.repository(templateVersionSchema);
  }

  async add(template: NewTemplate): Promise<PromptTemplate> {
    const draft = { status: 'draft', publishedVersion: null, isEdited: true, isSystemTemplate: false } as const;
    const made = { ...template, ...draft, usageCount: 0, version: 1 };
    await this.refuseTwin({ organizationId: template.organizationId, id: null, name: template.content.name });
    return { ...made, id: await this.named(() => insertedId(this.templates, made)), icon: null };
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
    const row = await this.templates.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    return row === null ? null : templateOf(row);
  }

  async save(template: PromptTemplate): Promise<PromptTemplate> {
    const { id, workspaceId, content, status, publishedVersion, isEdited, isSystemTemplate, isPublic, updatedAt } = template;
    const changed = { workspaceId, content, status, publishedVersion, isEdited, isSystemTemplate, isPublic, updatedAt };
    await this.refuseTwin({ organizationId: template.organizationId, id, name: content.name });
    await this.named(() => this.templates.update({ id }, { ...changed, version: () => 'version + 1' }));
    return { ...template, version: template.version + 1 };
  }

  async setIcon(id: number, icon: TemplateIcon | null): Promise<void> {
    await this.templates.update({ id }, { iconType: icon?.type ?? null, iconKey: icon?.key ?? null });
  }

  async remove(id: number): Promise<void> {
    await this.templates.delete({ id });
  }

  async addVersion(version: TemplateVersion): Promise<void> {
    await this.versions.insert({ ...version });
  }

  async findVersion(id: number, number: number): Promise<TemplateVersion | null> {
    return (await this.session.query<TemplateVersion & object>(FIND_VERSION, [id, number]))[0] ?? null;
  }

  async versionsOf(id: number, request: PageRequest): Promise<Page<TemplateVersion>> {
    const [items, total] = await this.versions.findAndCount({
      where: { templateId: id },
      order: { number: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }

  async historyOf(ids: readonly number[]): Promise<readonly TemplateVersion[]> {
    if (ids.length === 0) return [];
    return this.versions.find({ where: { templateId: Any(ids) }, order: { templateId: 'ASC', number: 'DESC' } });
  }

  async lockNamed(organizationId: number, names: readonly string[]): Promise<readonly PromptTemplate[]> {
    const rows = await this.templates.find({
      where: { organizationId, content: { name: Any(names) } },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(templateOf);
  }

  judgedNames(organizationId: number, names: readonly string[]): Promise<readonly JudgedName[]> {
    return judgedNames(this.session, 'prompt_templates', organizationId, names);
  }

  async countUse(id: number): Promise<void> {
    await this.session.execute(COUNT_USE, [id]);
  }

  private refuseTwin(row: Parameters<typeof refuseTwin>[2]): Promise<void> {
    return refuseTwin(this.session, 'prompt_templates', row, () => new NameTaken());
  }

  private async named<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'prompt_templates_name_unique')) throw new NameTaken();
      if (isForeignKeyViolation(error, 'prompt_templates_of_workspace')) throw new NotFound('Workspace');
      throw error;
    }
  }
}
