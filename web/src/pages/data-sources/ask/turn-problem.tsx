import { HeadgateError, isError } from '@headgate/client';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Notice, Problem } from '../../../ui/notice';
import type { Source } from '../engines';
import { KeptBack } from '../query/kept-back';
import { RunProblem } from '../query/run-problem';
import styles from './ask.module.css';

const texts = catalogue(
  {
    quota: 'The tokens for today are used up',
    again: (when: string) => `You can ask again at ${when}. You can still run your own statements on the query page.`,
    soon: 'You can ask again after midnight UTC. You can still run your own statements on the query page.',
    model: 'The model says:',
    schema: 'Go to the schema',
  },
  {
    quota: 'Die Token für heute sind verbraucht',
    again: (when: string) => `Ab ${when} können Sie wieder fragen. Eigene Anweisungen laufen trotzdem, auf der Abfrageseite.`,
    soon: 'Nach Mitternacht (UTC) können Sie wieder fragen. Eigene Anweisungen laufen trotzdem, auf der Abfrageseite.',
    model: 'Das Modell sagt:',
    schema: 'Zum Schema',
  },
);

const momentIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

interface TurnProblemProps {
  readonly error: Error | null;
  readonly source: Source;
}

/** Why a question has no answer, and what helps. */
export function TurnProblem({ error, source }: TurnProblemProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  if (!(error instanceof HeadgateError)) return <Problem error={error} />;
  if (error.code === 'DAILY_QUOTA_EXCEEDED') {
    const { retryAfter } = error;
    const again = retryAfter === undefined ? null : momentIn(retryAfter);
    return (
      <>
        <Problem error={error} />
        <Notice>
          <strong>{t.quota}</strong>
          <p>{again === null ? t.soon : t.again(moment(again))}</p>
        </Notice>
      </>
    );
  }
  if (isError(error, 'MODEL_FAILED') && error.fault === 'refused')
    return (
      <Notice tone="warning">
        <p>{error.message}</p>
        {error.reason !== undefined && (
          <p className={styles['words']}>
            <span className={styles['soft']}>{t.model}</span> {error.reason}
          </p>
        )}
        <KeptBack policies={error.policies ?? []} isPossible isGuess />
      </Notice>
    );
  return (
    <>
      <RunProblem error={error} sql="" onPlace={() => undefined} />
      {error.code === 'SCHEMA_NOT_DISCOVERED' && (
        <p>
          <Link to="/data-sources/$source/schema" params={{ source: String(source.id) }}>
            {t.schema}
          </Link>
        </p>
      )}
    </>
  );
}
