import { useRead } from './read';

interface If {
  readonly enabled: boolean;
}

/*
 * By lists, which leave out what a policy hides. A page that only names a thing must not read it by its id: that would be refused,
 * and the audit trail would say that the person tried to open it.
 */

export function useSeenWorkspace(organization: number, id: number, { enabled }: If) {
  const init = { params: { path: { org_id: organization }, query: { ids: String(id) } } };
  return useRead('/api/v1/organizations/{org_id}/workspaces', init, { enabled }).data?.workspaces[0];
}

export function useSeenSource(id: number, { enabled }: If) {
  return useRead('/api/v1/data-sources', { params: { query: { ids: String(id) } } }, { enabled }).data?.data_sources[0];
}

export function useSeenTemplate(id: number, { enabled }: If) {
  return useRead('/api/v1/prompt-templates', { params: { query: { ids: String(id) } } }, { enabled }).data?.prompt_templates[0];
}
