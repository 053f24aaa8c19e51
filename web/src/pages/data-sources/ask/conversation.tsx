import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { LinkButton } from '../../../ui/button';
import { Loading, Notice, Problem } from '../../../ui/notice';
import type { Source } from '../engines';
import styles from './ask.module.css';
import { Beginning } from './beginning';
import { EarlierTurns } from './earlier-turns';
import { QuestionBox } from './question-box';
import { TurnView } from './turn-view';
import { type Asking, CONVERSATION } from './use-asking';

const texts = catalogue(
  {
    anew: 'New conversation',
    answers: 'Answers',
    other: 'This conversation is about another data source.',
    open: 'Open it there',
    gone: 'The data source of this conversation was deleted. You can read it but not continue it.',
  },
  {
    anew: 'Neues Gespräch',
    answers: 'Antworten',
    other: 'Dieses Gespräch handelt von einer anderen Datenquelle.',
    open: 'Dort öffnen',
    gone: 'Dieses Gespräch handelt von einer Datenquelle, die gelöscht wurde. Es lässt sich lesen, aber nicht fortsetzen.',
  },
);

interface ConversationProps {
  readonly source: Source;
  readonly asking: Asking;
  /** Which one the address names. */
  readonly asked: number | null;
  readonly may: (permission: string) => boolean;
}

/** Questions and answers in their order, and the place for the next. */
export function Conversation({ source, asking, asked, may }: ConversationProps) {
  const t = useTexts(texts);
  const { live, isRunning, ask, stop } = asking;
  // Until the address names the conversation that has just begun, it is the one of the page all the same.
  const current = asked ?? live.conversation;
  const isHere = current === live.conversation;
  const turns = isHere ? live.turns : [];
  const isWhole = isHere && live.isNew;
  const read = useRead(CONVERSATION, { params: { path: { conversation_id: current ?? 0 } } }, { enabled: current !== null && !isWhole });
  const kept = !isWhole && read.data?.conversation.id === current ? read.data?.conversation : undefined;
  const executions = new Set(turns.map(({ executionId }) => executionId));
  const earlier = kept?.turns.filter(({ execution_id: id }) => id === null || !executions.has(id)) ?? [];
  const isOther = kept !== undefined && kept.data_source_id !== source.id;
  const next = (question: string): void => ask(question, current);
  const isEmpty = turns.length === 0 && current === null;
  const choose = isRunning || isOther ? null : next;
  if (current !== null && !isWhole && kept === undefined && turns.length === 0)
    return read.error === null ? <Loading /> : <Missing error={read.error} />;
  return (
    <>
      {isEmpty && <Beginning source={source} mayDiscover={may('data_source.discover')} onAsk={next} />}
      <EarlierTurns source={source.id} turns={earlier} onChoose={turns.length === 0 ? choose : null} />
      <section className={styles['answers']} aria-label={t.answers} aria-live="polite" aria-relevant="additions text">
        {turns.map((turn, index) => (
          <TurnView key={turn.key} source={source} turn={turn} onChoose={index === turns.length - 1 ? choose : null} />
        ))}
      </section>
      {isOther ? (
        <OtherSource source={kept.data_source_id} conversation={kept.id} />
      ) : (
        <div className={styles['next']}>
          <QuestionBox isFurther={!isEmpty} isRunning={isRunning} onAsk={next} onStop={stop} />
        </div>
      )}
    </>
  );
}

function Missing({ error }: { readonly error: Error }) {
  const t = useTexts(texts);
  return (
    <>
      <Problem error={error} />
      <div>
        <LinkButton to="." search={{}}>
          {t.anew}
        </LinkButton>
      </div>
    </>
  );
}

function OtherSource({ source, conversation }: { readonly source: number | null; readonly conversation: number }) {
  const t = useTexts(texts);
  if (source === null) return <Notice>{t.gone}</Notice>;
  return (
    <Notice>
      <p>{t.other}</p>
      <div>
        <LinkButton to="/data-sources/$source/ask" params={{ source: String(source) }} search={{ conversation }}>
          {t.open}
        </LinkButton>
      </div>
    </Notice>
  );
}
