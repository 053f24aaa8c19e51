import type { QualifiedName } from '../../../shared/qualified-name.js';
import { UNKNOWN_SOURCE } from '../known-source.js';
import { QueryReader } from './query-reader.js';
import { Refusal } from './token.js';
import { TokenStream } from './token-stream.js';

/** Servers write each relation and each stored function in full. A text that was cut may lack some: `null`. */
export function mysqlSources(definition: string): readonly QualifiedName[] | null {
  if (definition.endsWith('...')) return null;
  try {
    const stream = new TokenStream(definition);
    new QueryReader(stream, UNKNOWN_SOURCE).query([]);
    if (!stream.isEnd() || stream.violations.length > 0) return null;
    const sources = stream.relations.flatMap(({ schema, name }) => (schema === null ? [] : [{ schema, name }]));
    return sources.length === stream.relations.length ? sources : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
