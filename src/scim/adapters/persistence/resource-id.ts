const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL accepts it as a uuid; any other text is the id of nothing. */
export function isResourceId(id: string): boolean {
  return UUID.test(id);
}
