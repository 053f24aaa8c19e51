import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ListTemplates } from '../../../prompt-templates/application/list-templates.js';
import { RenderTemplate } from '../../../prompt-templates/application/render-template.js';
import { ExecuteTemplate } from '../../../query-generation/application/execute-template.js';
import { inEnglish } from '../../../shared/sentence.js';
import { listOf } from '../../../platform/http/response-schemas.js';
import { BoundedResult, boundedResult } from './bounded-rows.js';
import { type Tool, idOf, page, tool } from './tool.js';

const PAGE = 50;

const template_id = idOf('From list_prompt_templates.');
const parameters = z.looseObject({}).default({}).describe('The values by the names of the parameters that list_prompt_templates gives.');

/** Questions with placeholders that people of the organization have written. */
@Injectable()
export class TemplateTools {
  readonly tools: readonly Tool[];

  constructor(listTemplates: ListTemplates, renderTemplate: RenderTemplate, executeTemplate: ExecuteTemplate) {
    this.tools = [listTool(listTemplates), renderTool(renderTemplate), executeTool(executeTemplate)];
  }
}

function listTool(listTemplates: ListTemplates): Tool {
  return tool({
    name: 'list_prompt_templates',
    scope: 'template.read',
    title: 'List prompt templates',
    description: `Lists questions that are ready to be asked, with their parameters; ${PAGE} on a page.`,
    input: {
      search: z.string().min(1).max(200).optional().describe('A part of the name, the description or the text.'),
      page,
    },
    output: {
      prompt_templates: listOf(
        z.object({
          id: z.int(),
          name: z.string(),
          description: z.string(),
          category: z.string(),
          tags: listOf(z.string()),
          parameters: listOf(z.looseObject({ name: z.string(), type: z.string(), required: z.boolean() })),
        }),
      ),
      total: z.int(),
    },
    run: async (caller, { search, page: number }) => {
      const { items, total } = await listTemplates.execute({
        caller,
        filter: {
          organizationId: null,
          workspaceId: null,
          ids: null,
          status: 'published',
          category: null,
          tags: [],
          dataSourceId: null,
          search: search ?? null,
        },
        withShared: true,
        sort: 'id',
        page: { page: number, limit: PAGE },
      });
      const templates = items.map(({ id, content: { name, description, parameters: wanted, category, tags } }) => ({
        id,
        name,
        description,
        category,
        tags,
        parameters: wanted.map((parameter) => ({ ...parameter })),
      }));
      return { about: 'What follows are prompt templates.', data: { prompt_templates: templates, total } };
    },
  });
}

function renderTool(renderTemplate: RenderTemplate): Tool {
  return tool({
    name: 'render_prompt_template',
    scope: 'template.execute',
    title: 'Fill in a prompt template',
    description: 'Fills the parameters into a template and answers the text. Nothing is executed.',
    input: { template_id, parameters },
    output: {
      text: z.string(),
      token_estimate: z.int(),
      warnings: listOf(z.string()),
      version: z.int().nullable(),
    },
    run: async (caller, input) => {
      const { template_id: templateId } = input;
      const rendered = await renderTemplate.execute({
        caller,
        templateId,
        version: null,
        parameters: input.parameters,
      });
      const { text, tokenEstimate, warnings, version } = rendered;
      return {
        about: `What follows is the text of prompt template ${templateId}.`,
        data: { text, token_estimate: tokenEstimate, warnings: warnings.map(inEnglish), version },
      };
    },
  });
}

function executeTool(executeTemplate: ExecuteTemplate): Tool {
  return tool({
    name: 'execute_prompt_template',
    scope: 'template.execute',
    title: 'Have a prompt template answered',
    description:
      'Fills in a template and has a language model of the organization write the SQL statement for it, which is checked. With "run" it ' +
      'is executed as well, and its rows are answered; without, names of columns are not checked.',
    input: {
      template_id,
      parameters,
      data_source_id: idOf('From list_data_sources; needed where there are several.').optional(),
      run: z.boolean().default(true),
      max_rows: z.int().min(1).max(1_000).default(100),
    },
    output: {
      execution_id: z.int(),
      rendered_text: z.string(),
      sql: z.string().nullable(),
      explanation: z.string().nullable(),
      result: z.object(BoundedResult).nullable(),
    },
    run: async (caller, input, { signal }) => {
      const { template_id: templateId, run, max_rows: maxRows } = input;
      const answer = await executeTemplate.execute({
        caller,
        templateId,
        parameters: input.parameters,
        run,
        maxRows,
        idempotencyKey: null,
        signal,
        dataSourceId: input.data_source_id ?? null,
      });
      const { executionId, renderedText, sql, result, model } = answer;
      return {
        about: `What follows is the answer to prompt template ${templateId}.`,
        data: {
          execution_id: executionId,
          rendered_text: renderedText,
          sql,
          explanation: model?.explanation ?? null,
          result: result && boundedResult(result),
        },
      };
    },
  });
}
