import { catalogue, useTexts } from '../../../i18n/texts';
import type { Difference } from '../../../ui/conflict';
import type { Source } from '../engines';
import { type Typed, draftOf } from './connection';
import { texts as fields } from './fields-texts';

const texts = catalogue({ nothing: 'empty' }, { nothing: 'leer' });

const COMPARED = ['name', 'host', 'port', 'database', 'username', 'mode', 'ca', 'file'] as const;
const LABELS = { username: 'user', mode: 'ssl' } as const;

/** What is in the fields, beside what others have saved. */
export function useDifferences(draft: Typed): (stored: Source) => readonly Difference[] {
  const t = useTexts(texts);
  const f = useTexts(fields);
  return (stored) => {
    const now = draftOf(stored);
    return COMPARED.filter((name) => now[name] !== draft[name]).map((name) => ({
      what: f[name in LABELS ? LABELS[name as keyof typeof LABELS] : (name as 'host')],
      theirs: now[name] || t.nothing,
      mine: draft[name] || t.nothing,
    }));
  };
}
