import { InvalidFilter, InvalidPath } from '../scim.errors.js';
import type { PatchPath } from './filter.js';
import { FilterText, readAttributePath } from './filter-text.js';
import { readValueFilter } from './parse-filter.js';

/**
 * The path of a PATCH operation (RFC 7644 section 3.5.2, figure 7).
 * @throws InvalidPath
 * @throws InvalidFilter for what is wrong between the brackets (RFC 7644 table 9)
 */
export function parsePath(text: string): PatchPath {
  const bracket = text.indexOf('[');
  const path = readAttributePath((bracket === -1 ? text : text.slice(0, bracket)).trim());
  if (path === null) throw new InvalidPath('The path does not name an attribute.');
  if (bracket === -1) return { path, values: null };
  if (path.subAttribute !== null) throw new InvalidPath('A sub-attribute has no values to choose from.');
  if (!text.includes(']', bracket)) throw new InvalidPath('The path has a bracket that is not closed.');
  const source = textFrom(text.slice(bracket).trimEnd());
  const values = readValueFilter(source);
  const subAttribute = source.skip('.') ? nameIn(source) : null;
  if (!source.isAtEnd) throw new InvalidPath('Something follows the end of the path.');
  return { path: { ...path, subAttribute }, values };
}

function textFrom(text: string): FilterText {
  try {
    return new FilterText(text);
  } catch (error) {
    throw error instanceof InvalidFilter ? new InvalidPath('The path is too long.') : error;
  }
}

function nameIn(source: FilterText): string {
  try {
    const { schema, attribute, subAttribute } = source.path();
    if (schema === null && subAttribute === null) return attribute;
  } catch (error) {
    if (!(error instanceof InvalidFilter)) throw error;
  }
  throw new InvalidPath('The path needs a sub-attribute after "].".');
}
