import type { Read } from '../../session/read';

export const LIST = '/api/v1/prompt-templates';
export const ONE = '/api/v1/prompt-templates/{template_id}';
export const VERSIONS = '/api/v1/prompt-templates/{template_id}/versions';
export const DIFF = '/api/v1/prompt-templates/{template_id}/versions/diff';
export const EXECUTIONS = '/api/v1/prompt-templates/{template_id}/executions';
export const RENDER_TEXT = '/api/v1/prompt-templates/render';

/** Reads the data sources that a person may ask. */
export const SOURCES = ['/api/v1/data-sources', { params: { query: { limit: 100 } } }] as const;

/** What is stale after a change of a template. */
export const CHANGED = [LIST, ONE, VERSIONS, DIFF];

export type Template = Read<typeof ONE>;
export type Parameter = Template['parameters'][number];
export type ParameterType = Parameter['type'];

export const TONES = { draft: 'warning', published: 'good', archived: 'info' } as const;
