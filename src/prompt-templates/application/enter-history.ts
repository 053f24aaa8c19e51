import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden } from '../../shared/domain-error.js';
import { EnterTemplate, type EnteredTemplate } from './enter-template.js';

/** Only the organization of the template sees who wrote which version and why, even if it shares the template. */
@Injectable()
export class EnterHistory {
  constructor(private readonly enterTemplate: EnterTemplate) {}

  /** @throws NotFound, Forbidden */
  async execute(caller: Caller, templateId: number): Promise<EnteredTemplate> {
    const template = await this.enterTemplate.execute(caller, 'template.read', templateId);
    if (template.isForeign) throw new Forbidden();
    return template;
  }
}
