import { useFormats } from '../../../i18n/formats';
import { plural } from '../../../i18n/plural';
import { catalogue, useTexts } from '../../../i18n/texts';
import type { Read } from '../../../session/read';
import styles from './ask.module.css';
import { Clarified } from './clarified';
import { Statement } from './statement-view';
import type { CONVERSATION } from './use-asking';

const texts = catalogue(
  {
    rows: (count: string) => `It brought ${count} ${plural('en', count, { one: 'row', other: 'rows' })}.`,
    more: (count: string) => `It brought ${count} ${plural('en', count, { one: 'row', other: 'rows' })}; there were more.`,
    columns: (names: string) => `Columns: ${names}.`,
    notKept: 'Rows are not kept. Run the statement again to see them.',
    ended: 'Ended with',
    open: 'There is no answer yet. Open the conversation again in a minute.',
  },
  {
    rows: (count: string) => `Sie brachte ${count} ${plural('de', count, { one: 'Zeile', other: 'Zeilen' })}.`,
    more: (count: string) => `Sie brachte ${count} ${plural('de', count, { one: 'Zeile', other: 'Zeilen' })}, und es gab mehr.`,
    columns: (names: string) => `Spalten: ${names}.`,
    notKept: 'Zeilen werden nicht aufbewahrt. Führen Sie die Anweisung erneut aus, um sie zu sehen.',
    ended: 'Endete mit',
    open: 'Es gibt noch keine Antwort. Öffnen Sie das Gespräch in einer Minute noch einmal.',
  },
);

type EarlierTurn = Read<typeof CONVERSATION>['conversation']['turns'][number];

interface EarlierTurnsProps {
  readonly source: number;
  readonly turns: readonly EarlierTurn[];
  /** If the last of them is the last of all. */
  readonly onChoose: ((question: string) => void) | null;
}

/** What was asked before this page was opened: questions, statements, and what the rows looked like. */
export function EarlierTurns({ source, turns, onChoose }: EarlierTurnsProps) {
  const t = useTexts(texts);
  const { instant, number } = useFormats();
  return turns.map((turn, index) => (
    <article key={turn.position} className={styles['turn']} data-testid="earlier">
      <h2>{turn.question}</h2>
      <p className={styles['soft']}>{instant(turn.asked_at)}</p>
      {turn.clarification !== null && <Clarified of={turn.clarification} onChoose={index === turns.length - 1 ? onChoose : null} />}
      {turn.sql === null && turn.clarification === null && turn.error_code === null && turn.withheld === null && (
        <p className={styles['soft']}>{t.open}</p>
      )}
      {turn.error_code !== null && (
        <p>
          {t.ended} <code>{turn.error_code}</code>
        </p>
      )}
      {turn.withheld !== null && <p>{turn.withheld}</p>}
      {turn.sql !== null && (
        <Statement source={source} question={turn.question} sql={turn.sql}>
          {turn.row_count !== null && (
            <p className={styles['soft']}>
              <span>{(turn.truncated === true ? t.more : t.rows)(number(turn.row_count))}</span>{' '}
              {turn.columns.length > 0 && <span>{t.columns(turn.columns.map(({ name }) => name).join(', '))}</span>}{' '}
              <span>{t.notKept}</span>
            </p>
          )}
        </Statement>
      )}
    </article>
  ));
}
