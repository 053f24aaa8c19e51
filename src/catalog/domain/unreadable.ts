import type { Engine } from '../../engines/catalog-reader/engine.js';
import { type Relation, isView } from '../../engines/catalog-reader/relation.js';
import type { Fixed } from '../../shared/sentence.js';

/** Why nobody can read it here, as far as its catalog tells; `null` if it can be read. */
export function whyUnreadable({ readable, kind, columns }: Pick<Relation, 'readable' | 'kind' | 'columns'>, engine: Engine): Fixed | null {
  if (readable) return null;
  // In a file there are no rights.
  if (engine === 'sqlite' || engine === 'duckdb')
    return isView(kind)
      ? 'It is a view of something that is gone, or it needs a function of its application. Repair it, then discover the schema again.'
      : 'The module or tokenizer of this virtual table is missing here, as FTS3 and FTS4 are. Read other tables.';
  // These servers tell no columns of a broken view, nor of one that the role may not read.
  if (engine === 'mysql' && isView(kind) && columns.length === 0)
    return 'It is a view of something that is gone, or the database user may not read it. Repair it or grant SELECT, then discover the schema again.';
  return 'The database user may not read it. Grant SELECT, then discover the schema again.';
}
