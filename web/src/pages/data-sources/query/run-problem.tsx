import { isError } from '@headgate/client';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Help } from '../../../ui/help';
import { Notice, Problem } from '../../../ui/notice';
import { KeptBack, policiesIn } from './kept-back';
import styles from './query.module.css';
import { Violations } from './violations';

const texts = catalogue(
  { rejected: 'The statement was not run, because it is not allowed:', says: 'The data source says:', guard: 'what is allowed' },
  {
    rejected: 'Die Anweisung wurde nicht ausgeführt, denn sie ist nicht erlaubt:',
    says: 'Die Datenquelle meldet:',
    guard: 'was erlaubt ist',
  },
);

interface RunProblemProps {
  readonly error: Error | null;
  readonly sql: string;
  /** Left out if there is no editor to lead to. */
  readonly onPlace?: (position: number) => void;
  /** Left out on the pages of a data source. */
  readonly source?: number;
}

/**
 * Why a statement brought no rows: the guard's reasons with their places, the data source's own words, or another
 * reason.
 */
export function RunProblem({ error, sql, onPlace, source }: RunProblemProps) {
  const t = useTexts(texts);
  if (isError(error, 'QUERY_REJECTED')) {
    return (
      <Notice tone={policiesIn(error.violations).length > 0 ? 'warning' : 'bad'}>
        <p>
          {t.rejected} <Help at="data#the-guard" about={t.guard} />
        </p>
        <Violations sql={sql} violations={error.violations} source={source} {...(onPlace && { onPlace })} />
      </Notice>
    );
  }
  if (isError(error, 'QUERY_FAILED') && error.policies !== undefined)
    return (
      // What a policy keeps back is no fault.
      <Notice tone="warning">
        <KeptBack policies={error.policies} isPossible source={source} />
        {sql !== '' && <p>{t.says}</p>}
        <p>{error.reason}</p>
      </Notice>
    );
  return (
    <>
      <Problem error={error} />
      {isError(error, 'QUERY_FAILED') && (
        <div>
          {/* Of a statement that is withheld, these are not the words of the source. */}
          {sql !== '' && <p>{t.says}</p>}
          <pre className={styles['statement']}>{error.reason}</pre>
          <KeptBack policies={[]} isPossible={source !== undefined} source={source} />
        </div>
      )}
    </>
  );
}
