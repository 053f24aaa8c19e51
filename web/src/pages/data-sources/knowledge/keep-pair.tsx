import { isError, unwrap } from '@headgate/client';
import { Link } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { CHANGED } from './kinds';

const texts = catalogue(
  {
    keep: 'Keep as a verified pair',
    of: (question: string) => `Keep as a verified pair: ${question}`,
    kept: 'Kept as an example for similar questions.',
    open: 'Open the pair',
    shown: 'Keep the statement that is shown',
  },
  {
    keep: 'Als geprüftes Paar behalten',
    of: (question: string) => `Als geprüftes Paar behalten: ${question}`,
    kept: 'Behalten: Spätere Fragen dieser Art haben es zum Beispiel.',
    open: 'Paar öffnen',
    shown: 'Die gezeigte Abfrage behalten',
  },
);

interface KeepPairProps {
  readonly source: number;
  readonly execution: number;
  readonly question: string;
  /** The statement that the page shows. */
  readonly statement: string;
}

/** A person vouches for the statement of a question, corrected by feedback where it was. */
export function KeepPair({ source, execution, question, statement }: KeepPairProps) {
  const t = useTexts(texts);
  const keep = useAction(
    async (sql: string | null) =>
      unwrap(
        await headgate.POST('/api/v1/query-executions/{execution_id}/verified-pair', {
          params: { path: { execution_id: execution } },
          body: { sql },
        }),
      ),
    { changes: CHANGED.pairs },
  );
  if (keep.result !== undefined)
    return (
      <Notice tone="good">
        <p>
          {t.kept} {keep.result.unprepared}
        </p>
        <p>
          <Link to="/data-sources/$source/knowledge" params={{ source: String(source) }} search={{ entry: keep.result.verified_pair_id }}>
            {t.open}
          </Link>
        </p>
      </Notice>
    );
  // Another person has corrected the statement: this person decides which one they vouch for.
  const isCorrected = isError(keep.error, 'CONFLICT');
  return (
    <>
      <Row>
        <Button aria-label={t.of(question)} isBusy={keep.isRunning} onClick={() => keep.run(null)}>
          {t.keep}
        </Button>
        {isCorrected && (
          <Button isBusy={keep.isRunning} onClick={() => keep.run(statement)}>
            {t.shown}
          </Button>
        )}
      </Row>
      <Problem error={keep.error} />
    </>
  );
}
