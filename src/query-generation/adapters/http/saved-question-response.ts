import { forReader } from '../../../platform/http/request-context.js';
import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import { MARKS } from '../../domain/chart.js';
import type { SavedQuestion as Question } from '../../domain/saved-question.js';
import type { Fixed } from '../../../shared/sentence.js';

const SavedChart = component(
  'SavedChart',
  z.object({
    shape: z.enum(MARKS),
    along: z.string().meta({ description: 'The column along the axis, or that names the slices.' }),
    measures: listOf(z.string()),
    split: z.string().nullable().meta({ description: 'The column for each of whose values the measure is drawn once.' }),
  }),
  { shape: 'bar', along: 'name', measures: ['length_km'], split: null },
  'Columns are named as the statement names them.',
);

const about = {
  id,
  organization_id: id,
  workspace_id: id.nullable().meta({ description: 'The workspace that holds its data source; `null`: the organization itself.' }),
  data_source_id: id,
  data_source_name: z.string(),
  title: z.string(),
  description: z.string(),
  question: z.string().nullable().meta({ description: 'The words from which the statement was made.' }),
  version: z.int().min(1),
  created_by_user_id: id,
  changed_by_user_id: id,
  created_at: moment,
  changed_at: moment,
};

/** For the examples. */
export const LISTED = {
  id: 5,
  organization_id: 1,
  workspace_id: null,
  data_source_id: 1,
  data_source_name: 'River atlas',
  title: 'Longest rivers of Europe',
  description: 'For the yearly report.',
  question: 'Which are the longest rivers of Europe?',
  version: 1,
  created_by_user_id: 2,
  changed_by_user_id: 2,
  created_at: '2026-11-21T09:30:00.000Z',
  changed_at: '2026-11-21T09:30:00.000Z',
};

export const ListedQuestion = component('ListedQuestion', z.object(about), LISTED);

export const SavedQuestion = component(
  'SavedQuestion',
  z.object({
    ...about,
    sql: z.string().nullable().meta({ description: '`null` only where it is withheld from you.' }),
    chart: SavedChart.nullable().meta({ description: '`null`: a table alone.' }),
    withheld: z.string().nullable().meta({
      description: 'Why statement and chart are left out: data policies hide names or values in them from you. You may still run it.',
    }),
  }),
  {
    ...LISTED,
    sql: "SELECT name, length_km FROM hydrology.rivers WHERE continent = 'Europe' ORDER BY length_km DESC LIMIT 10",
    chart: { shape: 'bar', along: 'name', measures: ['length_km'], split: null },
    withheld: null,
  },
);

interface Entered {
  readonly question: Question;
  readonly source: Pick<DataSource, 'name' | 'workspaceId'>;
}

export function toListedQuestion({ question, source }: Entered): z.infer<typeof ListedQuestion> {
  return {
    id: question.id,
    organization_id: question.organizationId,
    workspace_id: source.workspaceId,
    data_source_id: question.dataSourceId,
    data_source_name: source.name,
    title: question.title,
    description: question.description,
    question: question.question,
    version: question.version,
    created_by_user_id: question.createdBy,
    changed_by_user_id: question.changedBy,
    created_at: question.createdAt.toISOString(),
    changed_at: question.changedAt.toISOString(),
  };
}

export function toSavedQuestion(entered: Entered & { readonly withheld?: Fixed | null }): z.infer<typeof SavedQuestion> {
  const { sql, chart } = entered.question;
  const withheld = entered.withheld ?? null;
  const shown = chart && { ...chart, measures: [...chart.measures] };
  return {
    ...toListedQuestion(entered),
    sql: withheld === null ? sql : null,
    chart: withheld === null ? shown : null,
    withheld: withheld && forReader(withheld),
  };
}
