import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import type { ImportPlan as Plan, ImportStep } from '../../domain/import-plan.js';
import { DOCUMENT_FORMAT, DOCUMENT_VERSION, type ExportedTemplate } from '../../domain/template-document.js';
import { PORTABLE_CONTENT, portableContent, status } from './template-response.js';
import { PUBLICATION, publication } from './version-response.js';

const PortableTemplate = z.object({
  ...portableContent,
  data_sources: listOf(z.string()).meta({ description: 'Their names.' }),
  status,
  checksum: z.string().meta({ description: 'SHA-256 of the content; an import compares it.' }),
  versions: listOf(z.object(publication)).meta({ description: 'The newest first.' }),
});

export const TemplateDocument = component(
  'TemplateDocument',
  z.object({
    format: z.literal(DOCUMENT_FORMAT),
    version: z.literal(DOCUMENT_VERSION),
    templates: listOf(PortableTemplate),
  }),
  {
    format: DOCUMENT_FORMAT,
    version: DOCUMENT_VERSION,
    templates: [
      {
        ...PORTABLE_CONTENT,
        data_sources: ['Rivers of the world'],
        status: 'published',
        checksum: PUBLICATION.checksum,
        versions: [PUBLICATION],
      },
    ],
  },
);

const PlannedTemplate = z.object({ name: z.string(), status: status.meta({ description: 'After the import.' }) });

export const ImportPlan = component(
  'ImportPlan',
  z.object({
    dry_run: z.boolean(),
    created: listOf(PlannedTemplate),
    updated: listOf(PlannedTemplate),
    unchanged: listOf(PlannedTemplate),
    problems: listOf(z.object({ field: z.string(), message: z.string() })).meta({
      description: 'The problems for which the import would be answered 400.',
    }),
  }),
  {
    dry_run: true,
    created: [{ name: PORTABLE_CONTENT.name, status: 'published' }],
    updated: [],
    unchanged: [],
    problems: [],
  },
);

export function toDocument(templates: readonly ExportedTemplate[]): z.infer<typeof TemplateDocument> {
  return { format: DOCUMENT_FORMAT, version: DOCUMENT_VERSION, templates: templates.map(toPortable) };
}

export function toPlan(isDryRun: boolean, { steps, problems }: Plan): z.infer<typeof ImportPlan> {
  const of = (kind: ImportStep['kind']) => steps.filter((step) => step.kind === kind).map(toPlanned);
  return {
    dry_run: isDryRun,
    created: of('created'),
    updated: of('updated'),
    unchanged: of('unchanged'),
    problems: problems.map((problem) => ({ ...problem, message: forReader(problem.message) })),
  };
}

function toPlanned({ content: { name }, present, publishedAs }: ImportStep): z.infer<typeof PlannedTemplate> {
  return { name, status: publishedAs === null ? (present?.template.status ?? 'draft') : 'published' };
}

function toPortable({ content: given, status: reached, checksum, versions }: ExportedTemplate) {
  return {
    name: given.name,
    description: given.description,
    template_text: given.text,
    parameters: given.parameters,
    category: given.category,
    tags: given.tags,
    data_sources: given.dataSources,
    status: reached,
    checksum,
    versions: versions.map(({ publishedAt, ...version }) => ({ ...version, published_at: publishedAt })),
  };
}
