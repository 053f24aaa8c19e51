import * as api from './index.js';

/** Logs in, lists, creates, is refused and pages through. @returns what was seen */
export async function tour(baseUrl: string, username: string, password: string): Promise<object> {
  api.defaults.baseUrl = baseUrl;
  const login = await api.login({ username, password });
  if (login.status !== 200) throw new Error(`The login answered ${login.status}.`);
  api.defaults.headers = { Authorization: `Bearer ${login.data.access_token}` };
  const listed = await api.listWorkspaces(1);
  const first = listed.status === 200 ? listed.data.data.workspaces[0]?.name : undefined;
  const made = await api.createWorkspace(1, { name: 'By oazapfts' });
  const created = made.status === 201 ? made.data.data.workspace.name : undefined;
  const { status, data: error } = await api.createWorkspace(1, { name: '' });
  const refused = status === 400 ? error.details?.map(({ field }) => field) : status;
  let rivers = 0;
  let total = 0;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await api.listRivers({ page, limit: 100 });
    if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`);
    rivers += answer.data.rivers.length;
    ({ pages, total } = answer.data.pagination);
  }
  return { first, created, refused, status, missed: total - rivers, isPaged: total > 100 };
}
