import { unwrap } from '@headgate/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/layout';
import { Badge, Loading, Notice, Problem } from '../../../ui/notice';
import { ENGINES, type Source } from '../engines';
import styles from './connection-test.module.css';
import { type Step, type TestAnswer, stepsOf } from './test-steps';

const texts = catalogue(
  {
    title: 'Connection',
    run: 'Test connection',
    lead: 'Tries the connection as it is saved.',
    dirty: 'Save your changes first; the test uses what is saved.',
    running: 'Trying to connect …',
    ok: (kind: string, version: string, milliseconds: string) =>
      `Connected to ${kind}, version ${version}, in ${milliseconds} ms.`,
    explore: 'Go on to its schema',
    saved: 'The data source is saved all the same. Correct the fields below, save and test again.',
    passed: 'done',
    failed: 'failed',
    not_tried: 'not tried',
    engine: 'Load the driver of the engine',
    address: 'Address is one that this installation connects to',
    reach: 'Reach the server and the database',
    tls: 'Agree on encryption',
    login: 'Sign in',
    open: 'Open the file',
    read: 'Read from it',
  },
  {
    title: 'Verbindung',
    run: 'Verbindung testen',
    lead: 'Versucht die Verbindung, wie sie gespeichert ist.',
    dirty: 'Speichern Sie zuerst; der Test verwendet, was gespeichert ist.',
    running: 'Verbindung wird versucht …',
    ok: (kind: string, version: string, milliseconds: string) =>
      `Verbunden mit ${kind}, Version ${version}, in ${milliseconds} ms.`,
    explore: 'Weiter zum Schema',
    saved:
      'Die Datenquelle ist trotzdem gespeichert. Berichtigen Sie die Felder unten, speichern und testen Sie erneut.',
    passed: 'erledigt',
    failed: 'fehlgeschlagen',
    not_tried: 'nicht versucht',
    engine: 'Treiber der Datenbank laden',
    address: 'Adresse ist für diese Installation erlaubt',
    reach: 'Server und Datenbank erreichen',
    tls: 'Verschlüsselung vereinbaren',
    login: 'Anmelden',
    open: 'Datei öffnen',
    read: 'Lesen',
  },
);

/** Tries to connect, and tells how far it came. */
export function ConnectionTest({ source, isDirty }: { readonly source: Source; readonly isDirty: boolean }) {
  const t = useTexts(texts);
  const test = useAction(async () =>
    unwrap(
      await headgate.POST('/api/v1/data-sources/{data_source_id}/test', {
        params: { path: { data_source_id: source.id } },
      }),
    ),
  );
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
      {test.isRunning && <Loading />}
      <Problem error={test.error} />
      {test.result !== undefined && !test.isRunning && <Outcome source={source} answer={test.result} />}
    </Card>
  );
}

/** Whoever has just registered the source asked for the test there. The address forgets it, so that a reload does not ask again. */
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

function Outcome({ source, answer }: { readonly source: Source; readonly answer: TestAnswer }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <>
      <ol className={styles['steps']}>
        {stepsOf(source, answer).map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
      {answer.ok ? (
        <Notice tone="good">
          <p>{t.ok(ENGINES[source.engine], answer.server_version, number(answer.latency_ms))}</p>
          <Link to="/data-sources/$source/schema" params={{ source: String(source.id) }}>
            {t.explore}
          </Link>
        </Notice>
      ) : (
        <Notice tone="bad">
          <p>{answer.error.message}</p>
          <p>{t.saved}</p>
        </Notice>
      )}
    </>
  );
}

const TONES = { passed: 'good', failed: 'bad', not_tried: 'info' } as const;

function StepLine({ step }: { readonly step: Step }) {
  const t = useTexts(texts);
  return (
    <li>
      <span>{t[step.name]}</span>
      <Badge tone={TONES[step.state]}>{t[step.state]}</Badge>
    </li>
  );
}
