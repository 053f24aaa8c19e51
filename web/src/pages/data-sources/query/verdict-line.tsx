import type { HeadgateError } from '@headgate/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { catalogue, useTexts } from '../../../i18n/texts';
import styles from './query.module.css';
import type { Verdict } from './verdict';
import { Violations } from './violations';

const texts = catalogue(
  {
    empty: 'Type a statement that only reads. Ctrl+Enter or ⌘+Enter runs it.',
    checking: 'Checking the statement …',
    allowed: 'The statement is allowed.',
    unprepared: 'Checked by Headgate’s grammar, which allows it.',
    refused: 'The statement is not allowed:',
  },
  {
    empty: 'Geben Sie eine lesende Anweisung ein. Strg+Enter oder ⌘+Enter führt sie aus.',
    checking: 'Die Anweisung wird geprüft …',
    allowed: 'Die Anweisung ist erlaubt.',
    unprepared: 'Von Headgates Grammatik geprüft und erlaubt.',
    refused: 'Die Anweisung ist nicht erlaubt:',
  },
);

interface VerdictLineProps {
  readonly sql: string;
  readonly verdict: UseQueryResult<Verdict, HeadgateError>;
  readonly onPlace: (position: number) => void;
}

/** The verdict of the guard in words, for people who do not see the marks in the text. */
export function VerdictLine({ sql, verdict, onPlace }: VerdictLineProps) {
  const t = useTexts(texts);
  return (
    <div className={styles['verdict']} aria-live="polite" data-testid="verdict">
      {sql.trim() === '' ? (
        t.empty
      ) : verdict.error !== null ? (
        verdict.error.message
      ) : verdict.data === undefined ? (
        t.checking
      ) : verdict.data.unprepared !== null ? (
        `${t.unprepared} ${verdict.data.unprepared}`
      ) : verdict.data.valid ? (
        <span className={styles['allowed']}>✓ {t.allowed}</span>
      ) : (
        <>
          <span className={styles['refused']}>{t.refused}</span>
          <Violations sql={sql} violations={verdict.data.violations} onPlace={onPlace} />
        </>
      )}
    </div>
  );
}
