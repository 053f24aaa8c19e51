import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { sendEntityTag } from '../../../platform/http/entity-tag.js';
import { type Success, bare } from '../../../platform/http/envelope.js';
import { LocateIcon } from '../../application/locate-icon.js';
import type { PromptTemplate } from '../../domain/prompt-template.js';
import { type TemplateResponse, toTemplateResponse } from './template-response.js';

export type TemplateAnswer = Promise<Success<TemplateResponse>>;

/** Puts a template into the form that every route about one answers with. */
@Injectable()
export class TemplateAnswers {
  constructor(private readonly locateIcon: LocateIcon) {}

  /** One after the other: an address costs no query. */
  async many(templates: readonly PromptTemplate[]): Promise<TemplateResponse[]> {
    const responses: TemplateResponse[] = [];
    for (const template of templates)
      responses.push(toTemplateResponse(template, await this.locateIcon.execute(template)));
    return responses;
  }

  async one(template: PromptTemplate, message: string, response: Response): TemplateAnswer {
    sendEntityTag(response, template.version);
    return bare(toTemplateResponse(template, await this.locateIcon.execute(template)), message);
  }
}
