/** The page for an address that is only the beginning of others. */
export const PREFIXES: Readonly<Record<string, string>> = {
  '/admin': '/admin/accounts',
  '/data-sources/$source': '/data-sources/$source/schema',
  '/organizations': '/',
  '/organizations/$organization/migration/waves': '/organizations/$organization/migration',
};

/** The page for an address without one, in the same place. */
export function pageFor(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  for (const [prefix, page] of Object.entries(PREFIXES)) {
    const names = prefix.slice(1).split('/');
    const isMatch = names.length === parts.length && names.every((name, place) => name.startsWith('$') || name === parts[place]);
    if (isMatch) return page.replaceAll(/\$\w+/g, (name) => parts[names.indexOf(name)] ?? '');
  }
  return undefined;
}
