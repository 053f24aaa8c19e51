import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { requireAt } from '../../shared/require-at.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import type { GivenContent } from './admit-content.js';
import { RegisterTemplate } from './register-template.js';

@Injectable()
export class CreateTemplate {
  constructor(
    private readonly access: AccessControl,
    private readonly registerTemplate: RegisterTemplate,
  ) {}

  /** A draft. @throws Forbidden, ValidationFailed, NameTaken */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    workspaceId: number | null;
    given: GivenContent;
    isPublic: boolean;
  }): Promise<PromptTemplate> {
    const { caller } = input;
    await requireAt(this.access, caller, 'template.write', input);
    return this.registerTemplate.execute({ ...input, publishedAs: null, author: caller, actorUserId: caller.userId });
  }
}
