import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { PromptTemplates } from './ports/prompt-templates.js';

/** Finds a template for someone who may do something with it; what every use case about one begins with. */
@Injectable()
export class EnterTemplate {
  constructor(
    private readonly access: AccessControl,
    private readonly templates: PromptTemplates,
  ) {}

  /**
   * Of another organization only what is published, and shared by being public or a system template, is found at all, and of
   * it nothing is changed.
   * @throws Forbidden, also for whoever belongs to no organization; NotFound for a missing one and for a stranger
   */
  async execute(caller: Caller, permission: Permission, templateId: number): Promise<PromptTemplate> {
    const template = await this.templates.find(templateId);
    if (template === null) {
      await this.access.requireMembership(caller, permission);
      throw new NotFound('Prompt template');
    }
    const { organizationId } = template;
    try {
      await this.access.require(caller, permission, { organizationId }, 'Prompt template');
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await this.access.requireMembership(caller, permission);
      if (!isShared(template)) throw error;
      if (!['template.read', 'template.execute'].includes(permission)) throw new Forbidden();
    }
    return template;
  }
}

function isShared({ status, isPublic, isSystemTemplate }: PromptTemplate): boolean {
  return status === 'published' && (isPublic || isSystemTemplate);
}
