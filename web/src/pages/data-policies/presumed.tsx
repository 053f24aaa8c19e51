import { unwrap } from '@headgate/client';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/notice';
import { CHANGED, type DataPolicy } from './data-policy-api';
import { texts } from './texts';

interface PresumedProps {
  readonly of: DataPolicy['hidden_until_reviewed'];
  readonly mayGrant: boolean;
}

/** Tables that may be missing ones under a new name: they are hidden until a person has reviewed them. */
export function Presumed({ of, mayGrant }: PresumedProps) {
  const t = useTexts(texts);
  const review = useAction(
    async ({ data_source_id: source, ...table }: DataPolicy['hidden_until_reviewed'][number]) =>
      unwrap(
        await headgate.POST('/api/v1/data-sources/{data_source_id}/tags/review', {
          params: { path: { data_source_id: source } },
          // Without its columns, because that would declare that new ones may be shown.
          body: { ...table, columns: [] },
        }),
      ),
    { changes: CHANGED },
  );
  return (
    <>
      <p>{t.presumed}</p>
      <ul>
        {of.map(({ data_source_id: source, schema, relation }) => (
          <li key={JSON.stringify([source, schema, relation])}>
            <Link to="/data-sources/$source/schema" params={{ source: String(source) }} search={{ schema, table: relation }}>
              {schema}.{relation}
            </Link>{' '}
            {mayGrant && (
              <Button isBusy={review.isRunning} onClick={() => review.run({ data_source_id: source, schema, relation })}>
                {t.reviewed(relation)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem error={review.error} />
    </>
  );
}
