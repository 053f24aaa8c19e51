import { client } from './client.gen.js';
import * as api from './index.js';

/** Logs in, lists, creates, is refused and pages through. @returns what was seen */
export async function tour(baseUrl: string, username: string, password: string): Promise<object> {
  client.setConfig({ baseUrl });
  const { data: tokens } = await api.login({ body: { username, password } });
  client.setConfig({ auth: tokens?.access_token ?? '' });
  const path = { org_id: 1 };
  const listed = await api.listWorkspaces({ path });
  const [first] = listed.data?.data.workspaces ?? [];
  const created = await api.createWorkspace({ path, body: { name: 'By hey-api' } });
  const { error, response } = await api.createWorkspace({ path, body: { name: '' } });
  const refused = error?.code === 'VALIDATION_FAILED' ? error.details?.map(({ field }) => field) : error?.code;
  let rivers = 0;
  let total = 0;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data } = await api.listRivers({ query: { page, limit: 100 }, throwOnError: true });
    rivers += data.rivers.length;
    ({ pages, total } = data.pagination);
  }
  return {
    first: first?.name,
    created: created.data?.data.workspace.name,
    refused,
    status: response?.status,
    missed: total - rivers,
    isPaged: total > 100,
  };
}
