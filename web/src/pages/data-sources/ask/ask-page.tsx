import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { later } from '../../../ui/later';
import { View, Views } from '../../../ui/views';
import type { Source } from '../engines';
import { SourceFrame } from '../source-frame';
import styles from './ask.module.css';
import { Conversation } from './conversation';
import { useAsking } from './use-asking';

const Conversations = later(() => import('./conversations').then(({ Conversations: loaded }) => loaded));

const texts = catalogue(
  {
    views: 'Asking and what was asked before',
    ask: 'Question',
    conversations: 'Conversations',
    anew: 'New conversation',
  },
  { views: 'Fragen und frühere Fragen', ask: 'Frage', conversations: 'Gespräche', anew: 'Neues Gespräch' },
);

export function AskPage() {
  return <SourceFrame part="ask">{(source, may) => <Asking key={source.id} source={source} may={may} />}</SourceFrame>;
}

interface AskingProps {
  readonly source: Source;
  readonly may: (permission: string) => boolean;
}

function Asking({ source, may }: AskingProps) {
  const t = useTexts(texts);
  const { view, conversation } = useSearch({ from: '/signed-in/data-sources/$source/ask' });
  const navigate = useNavigate({ from: '/data-sources/$source/ask' });
  // An answer keeps coming while its person looks at other conversations.
  const asking = useAsking(source.id);
  const begun = asking.live.conversation;
  useEffect(() => {
    if (begun !== null) void navigate({ search: { conversation: begun }, replace: true });
  }, [begun, navigate]);
  const here = conversation ?? begun ?? undefined;
  const link = { to: '/data-sources/$source/ask', params: { source: String(source.id) } } as const;
  return (
    <>
      <div className={styles['head']}>
        <Views label={t.views}>
          <View {...link} search={here === undefined ? {} : { conversation: here }} isShown={view === undefined}>
            {t.ask}
          </View>
          <View
            {...link}
            search={{ view: 'conversations', ...(here !== undefined && { conversation: here }) }}
            isShown={view === 'conversations'}
          >
            {t.conversations}
          </View>
        </Views>
        {(here !== undefined || asking.live.turns.length > 0) && (
          <Button
            onClick={() => {
              asking.leave();
              void navigate({ search: {} });
            }}
          >
            {t.anew}
          </Button>
        )}
      </div>
      {view === 'conversations' ? (
        <Conversations source={source} onDeleted={asking.leave} />
      ) : (
        <Conversation source={source} asking={asking} asked={conversation ?? null} may={may} />
      )}
    </>
  );
}
