import type { Request } from 'express';

/** What Express keeps of a route; an address without a route has none. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * The methods that the address of an unmatched request takes; empty if there is nothing at the address. Strangers learn them too, because
 * the API document says the same to everyone.
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
