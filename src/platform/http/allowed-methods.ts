import type { Request } from 'express';

/** What Express keeps of a route; an address that is no route has none. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * What the address of a request takes that no route has taken; empty where there is nothing at the address. Without
 * credentials too: the API document says the same to everyone.
 */
export function allowedMethods(request: Request): readonly string[] {
  if (request.route !== undefined) return [];
  const { stack } = (request.app as unknown as { readonly router: { readonly stack: readonly Layer[] } }).router;
  const taken = stack
    .filter((layer) => layer.route !== undefined && layer.match(request.path))
    .flatMap(({ route }) => Object.keys(route?.methods ?? {}).map((method) => method.toUpperCase()));
  if (taken.length === 0) return [];
  return [...new Set([...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
}
