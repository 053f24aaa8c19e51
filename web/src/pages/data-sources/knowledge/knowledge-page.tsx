import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { View, Views } from '../../../ui/views';
import type { Source } from '../engines';
import { SourceFrame } from '../source-frame';
import { Entries } from './entries';
import { EditedEntry, NewEntry } from './entry-card';
import type { Kind } from './kinds';
import { texts } from './texts';

export function KnowledgePage() {
  return <SourceFrame part="knowledge">{(source, may) => <Knowledge key={source.id} source={source} may={may} />}</SourceFrame>;
}

interface KnowledgeProps {
  readonly source: Source;
  readonly may: (permission: string) => boolean;
}

/** Pairs and words of one data source: a list, or one of them. */
function Knowledge({ source, may }: KnowledgeProps) {
  const t = useTexts(texts);
  const { view, entry, isNew } = useSearch({ from: '/signed-in/data-sources/$source/knowledge' });
  const kind: Kind = view === 'glossary' ? 'terms' : 'pairs';
  const link = { to: '/data-sources/$source/knowledge', params: { source: String(source.id) } } as const;
  const mayWrite = may('query.verify');
  return (
    <>
      <Views label={t.views}>
        <View {...link} search={{}} isShown={kind === 'pairs'}>
          {t.pairs}
        </View>
        <View {...link} search={{ view: 'glossary' }} isShown={kind === 'terms'}>
          {t.terms}
        </View>
      </Views>
      {isNew === true && mayWrite ? (
        <NewEntry key={kind} kind={kind} source={source.id} />
      ) : entry !== undefined ? (
        <EditedEntry key={`${kind} ${entry}`} kind={kind} source={source.id} id={entry} mayWrite={mayWrite} />
      ) : (
        <Entries key={kind} kind={kind} source={source.id} mayWrite={mayWrite} />
      )}
    </>
  );
}
