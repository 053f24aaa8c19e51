import type { FieldError } from '../../../shared/domain-error.js';
import type { ImportPlan, ImportStep } from '../../domain/import-plan.js';
import type { TemplateStatus } from '../../domain/prompt-template.js';
import { DOCUMENT_FORMAT, DOCUMENT_VERSION, type PortableTemplate } from '../../domain/template-document.js';
import { TEMPLATE_EXAMPLE } from './template-response.js';
import { SUMMARY_EXAMPLE } from './version-response.js';

export interface DocumentResponse {
  readonly format: typeof DOCUMENT_FORMAT;
  readonly version: typeof DOCUMENT_VERSION;
  readonly templates: readonly ReturnType<typeof toPortable>[];
}

interface PlannedTemplate {
  readonly name: string;
  /** That it has afterwards. */
  readonly status: TemplateStatus;
}

export interface PlanResponse {
  readonly dry_run: boolean;
  readonly created: readonly PlannedTemplate[];
  readonly updated: readonly PlannedTemplate[];
  readonly unchanged: readonly PlannedTemplate[];
  readonly problems: readonly FieldError[];
}

const { name, description, template_text, parameters, category, tags, status } = TEMPLATE_EXAMPLE;
const { number, message, checksum, published_at } = SUMMARY_EXAMPLE;

export const DOCUMENT_EXAMPLE: DocumentResponse = {
  format: DOCUMENT_FORMAT,
  version: DOCUMENT_VERSION,
  templates: [
    {
      ...{ name, description, template_text, parameters, category, tags, status, checksum },
      data_sources: ['Rivers of the world'],
      versions: [{ number, message, checksum, published_at }],
    },
  ],
};

export const PLAN_EXAMPLE: PlanResponse = {
  dry_run: true,
  created: [{ name, status: 'published' }],
  updated: [],
  unchanged: [],
  problems: [],
};

export function toDocument(templates: readonly PortableTemplate[]): DocumentResponse {
  return { format: DOCUMENT_FORMAT, version: DOCUMENT_VERSION, templates: templates.map(toPortable) };
}

export function toPlan(isDryRun: boolean, { steps, problems }: ImportPlan): PlanResponse {
  const of = (kind: ImportStep['kind']) => steps.filter((step) => step.kind === kind).map(toPlanned);
  return { dry_run: isDryRun, created: of('created'), updated: of('updated'), unchanged: of('unchanged'), problems };
}

function toPlanned({ content, present, publishedAs }: ImportStep): PlannedTemplate {
  return { name: content.name, status: publishedAs === null ? (present?.template.status ?? 'draft') : 'published' };
}

function toPortable({ content, status, checksum, versions }: PortableTemplate) {
  return {
    name: content.name,
    description: content.description,
    template_text: content.text,
    parameters: content.parameters,
    category: content.category,
    tags: content.tags,
    data_sources: content.dataSources,
    status,
    checksum,
    versions: versions.map(({ publishedAt, ...version }) => ({ ...version, published_at: publishedAt })),
  };
}
