import type { Filter } from './filter.js';

/** The ids that a filter on members spells out, `value eq "…"` joined by "or", as clients send it; `null` for any other filter. */
export function idsNamedBy(filter: Filter): string[] | null {
  if (filter.kind === 'or') {
    const [left, right] = [idsNamedBy(filter.left), idsNamedBy(filter.right)];
    return left === null || right === null ? null : [...left, ...right];
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return null;
  const { schema, attribute, subAttribute } = filter.path;
  const isValue = schema === null && subAttribute === null && attribute.toLowerCase() === 'value';
  return isValue ? [filter.value] : null;
}
