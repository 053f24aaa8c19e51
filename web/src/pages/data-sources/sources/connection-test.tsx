import { unwrap } from '@headgate/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/layout';
import { Loading, Notice, Problem } from '../../../ui/notice';
import type { Source } from '../engines';
import { TestOutcome } from './test-outcome';
import type { Encryption } from './test-steps';

const texts = catalogue(
  {
    title: 'Connection',
    run: 'Test connection',
    failing: (when: string) => `This data source cannot be read (first noticed ${when}). Test the connection to see why.`,
    lead: 'Tries the connection as it is saved.',
    dirty: 'Save your changes first; the test uses what is saved.',
    running: 'Trying to connect …',
    explore: 'Go on to its schema',
    saved: 'The data source is saved anyway. Correct the fields below, save and test again.',
  },
  {
    title: 'Verbindung',
    run: 'Verbindung testen',
    failing: (when: string) =>
      `Diese Datenquelle lässt sich nicht lesen (zuerst bemerkt ${when}). Testen Sie die Verbindung, um zu sehen, warum.`,
    lead: 'Versucht die Verbindung, wie sie gespeichert ist.',
    dirty: 'Speichern Sie zuerst; der Test verwendet, was gespeichert ist.',
    running: 'Verbindung wird versucht …',
    explore: 'Weiter zum Schema',
    saved: 'Die Datenquelle ist trotzdem gespeichert. Berichtigen Sie die Felder unten, speichern und testen Sie erneut.',
  },
);

/** Tries to connect, and shows how far it came. */
export function ConnectionTest({ source, isDirty }: { readonly source: Source; readonly isDirty: boolean }) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const params = { path: { data_source_id: source.id } };
  const test = useAction(async () => unwrap(await headgate.POST('/api/v1/data-sources/{data_source_id}/test', { params })), {
    changes: ['/api/v1/data-sources'],
  });
  useTestOnArrival(() => test.run(undefined));
  return (
    <Card
      title={t.title}
      actions={
        <Button onClick={() => test.run(undefined)} isBusy={test.isRunning} disabled={isDirty}>
          {t.run}
        </Button>
      }
    >
      <p>{isDirty ? t.dirty : t.lead}</p>
      {source.failing_since !== null && test.result === undefined && !test.isRunning && (
        <Notice tone="warning">{t.failing(relative(source.failing_since))}</Notice>
      )}
      {test.isRunning && <Loading />}
      <Problem error={test.error} />
      {test.result !== undefined && !test.isRunning && (
        <TestOutcome engine={source.engine} encryption={encryptionOf(source)} answer={test.result}>
          {test.result.ok ? (
            <Link to="/data-sources/$source/schema" params={{ source: String(source.id) }}>
              {t.explore}
            </Link>
          ) : (
            t.saved
          )}
        </TestOutcome>
      )}
    </Card>
  );
}

/**
 * The person who has just registered the source asked for the test there. The address forgets it, so that a reload does
 * not ask again.
 */
function useTestOnArrival(run: () => void): void {
  const { test = false } = useSearch({ strict: false });
  const navigate = useNavigate({ from: '/data-sources/$source/settings' });
  const begin = useEffectEvent(() => {
    run();
    void navigate({ search: {}, replace: true });
  });
  useEffect(() => {
    if (test) begin();
  }, [test]);
}

function encryptionOf({ connection }: Source): Encryption {
  if ('file' in connection) return null;
  return connection.ssl.mode === 'disable' ? 'disable' : 'some';
}
