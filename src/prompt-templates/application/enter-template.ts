import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { type Permission, covers } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { PromptTemplates } from './ports/prompt-templates.js';

export interface EnteredTemplate extends PromptTemplate {
  /** Whether the caller sees the working copy, and templates that are not, or no longer, published. */
  readonly mayEdit: boolean;
  /** Whether it belongs to another organization, which shares it. */
  readonly isForeign: boolean;
}

/** Finds a template for a caller with the needed permission. Every use case about a template begins with it. */
@Injectable()
export class EnterTemplate {
  constructor(
    private readonly access: AccessControl,
    private readonly templates: PromptTemplates,
  ) {}

  /**
   * A template of another organization is found only if it is published, and public or a system template. It cannot be
   * changed. Without the permission to write only published templates are found.
   * @throws Forbidden, also for a caller without an organization; NotFound for a missing one and for a stranger
   */
  async execute(caller: Caller, permission: Permission, templateId: number): Promise<EnteredTemplate> {
    const template = await this.templates.findFor(caller, templateId);
    if (template === null) {
      await this.access.requireMembership(caller, permission);
      const asked = { type: 'prompt_template', id: templateId, name: 'Prompt template' } as const;
      throw await this.access.refuseUnknown(caller, permission, asked);
    }
    const { organizationId } = template;
    const home = isShared(template) ? await this.homeOf(caller, permission, organizationId) : null;
    if (home !== null) {
      // Its existence is no secret, so a caller who wants to change it learns that they may not.
      await this.access.require(caller, permission, { organizationId: isUse(permission) ? home : organizationId });
      return { ...template, mayEdit: false, isForeign: true };
    }
    try {
      const { permissions } = await this.access.require(caller, permission, { organizationId, templateId }, 'Prompt template');
      const mayEdit = covers(permissions, ['template.write']);
      if (template.status !== 'published' && isUse(permission) && !mayEdit) throw new NotFound('Prompt template');
      return { ...template, mayEdit, isForeign: false };
    } catch (error) {
      if (error instanceof NotFound) await this.access.requireMembership(caller, permission);
      throw error;
    }
  }

  /** For what was made of a template: whatever became of it since, its workspace must still be the caller's. @throws Forbidden, NotFound */
  async requireReach(caller: Caller, permission: Permission, templateId: number): Promise<void> {
    const template = await this.templates.findFor(caller, templateId);
    if (template === null || template.workspaceId === null) return;
    await this.access.require(caller, permission, { organizationId: template.organizationId, templateId }, 'Prompt template');
  }

  /** The organization through which a caller may use shared templates, if they have no rights in the template's own organization. */
  private async homeOf(caller: Caller, permission: Permission, organizationId: number): Promise<number | null> {
    const where = await this.access.where(caller, isUse(permission) ? permission : 'template.read');
    return where.includes(organizationId) ? null : (where[0] ?? null);
  }
}

function isUse(permission: Permission): boolean {
  return permission === 'template.read' || permission === 'template.execute';
}

function isShared({ status, isPublic, isSystemTemplate }: PromptTemplate): boolean {
  return status === 'published' && (isPublic || isSystemTemplate);
}
