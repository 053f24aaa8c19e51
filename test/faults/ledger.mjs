const PAGE = 100;

/** How often each name of a workspace is there. */
export async function namesOfAll(url, token) {
  const names = new Map();
  for (let page = 1, isMore = true; isMore; page += 1) {
    const path = `/api/v1/organizations/1/workspaces?page=${page}&limit=${PAGE}`;
    const { data } = await (await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
    for (const { name } of data.workspaces) names.set(name, (names.get(name) ?? 0) + 1);
    isMore = data.pagination.has_next;
  }
  return names;
}
