import { Injectable } from '@nestjs/common';
import type { TemplateContent } from '../domain/prompt-template.js';
import { AdmitContent } from './admit-content.js';

/** Judges content before everybody sees it: a draft may hold what is not consistent yet. */
@Injectable()
export class AdmitPublication {
  constructor(private readonly admitContent: AdmitContent) {}

  /** @throws ValidationFailed with everything that is wrong */
  async execute(organizationId: number, content: TemplateContent): Promise<void> {
    await this.admitContent.execute(organizationId, content);
  }
}
