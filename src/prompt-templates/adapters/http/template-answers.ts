import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { sendEntityTag } from '../../../platform/http/entity-tag.js';
import { type Success, bare } from '../../../platform/http/envelope.js';
import { LocateIcon } from '../../application/locate-icon.js';
import type { PromptTemplate as Template } from '../../domain/prompt-template.js';
import { type PromptTemplate, toPromptTemplate } from './template-response.js';

/** Puts a template into the form that every route about one answers with. */
@Injectable()
export class TemplateAnswers {
  constructor(private readonly locateIcon: LocateIcon) {}

  /** One after the other: an address costs no query. */
  async many(templates: readonly Template[]): Promise<PromptTemplate[]> {
    const responses: PromptTemplate[] = [];
    for (const template of templates) responses.push(toPromptTemplate(template, await this.locateIcon.execute(template)));
    return responses;
  }

  async one(template: Template, message: string, response: Response): Promise<Success<PromptTemplate>> {
    sendEntityTag(response, template.version);
    return bare(toPromptTemplate(template, await this.locateIcon.execute(template)), message);
  }
}
