/** What Express keeps of a handler; only those of routes have a route. */
interface Layer {
  readonly route?: { readonly path: unknown };
  match(path: string): unknown;
}

/**
 * Express tries the regular expressions of all routes in turn, 300 for the last one. Most differ from an address in their first letters,
 * and those are compared here before the expression is.
 */
export function compareBeginnings(app: object): void {
  const { router } = app as { readonly router: { readonly stack: readonly Layer[] } };
  for (const layer of router.stack) {
    if (typeof layer.route?.path !== 'string') continue;
    const beginning = beginningOf(layer.route.path);
    const match = layer.match.bind(layer);
    layer.match = (path) => path.startsWith(beginning) && match(path);
  }
}

/** Up to the first character that stands for others than itself; Express ignores a slash at the end. */
function beginningOf(path: string): string {
  const [literal = ''] = path.split(/[^\w/.-]/, 1);
  return literal.replace(/\/$/, '');
}
