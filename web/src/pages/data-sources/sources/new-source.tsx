import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Me, placesOf, useMe } from '../../../session/me';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { Card, Page, Row, Stack } from '../../../ui/layout';
import { Forbidden, Loading, Notice, Problem } from '../../../ui/notice';
import { SameData } from '../same-data';
import { ENGINES, type Engine, isFile } from '../engines';
import { Unsaved } from '../../../ui/unsaved';
import { NewPlaceFields, useNewPlace } from '../../../ui/workspace';
import { type Draft, connectionOf, emptyDraft } from './connection';
import { ConnectionFields } from './connection-fields';
import { KindChoice } from './kind-choice';
import { TestOutcome } from './test-outcome';
import type { Encryption } from './test-steps';

const texts = catalogue(
  {
    title: 'New data source',
    lead: 'Headgate connects with these values, and only reads.',
    next: 'Continue',
    back: 'Back',
    connection: (kind: string) => `Connection to ${kind}`,
    save: 'Save and test connection',
    saving: 'It is saved first, then tested. You see each step.',
    test: 'Test without saving',
    works: 'Nothing is saved yet.',
    correct: 'Nothing is saved yet. Correct the fields and test again.',
    cancel: 'Cancel',
    sameData: 'It is saved without data policies. These data sources protect the same data by policies or labels, which do not apply here:',
    goOn: 'Go on to its settings',
  },
  {
    title: 'Neue Datenquelle',
    lead: 'Mit diesen Angaben verbindet sich Headgate; es liest nur.',
    next: 'Weiter',
    back: 'Zurück',
    connection: (kind: string) => `Verbindung zu ${kind}`,
    save: 'Speichern und Verbindung testen',
    saving: 'Zuerst wird gespeichert, dann die Verbindung versucht. Sie sehen jeden Schritt.',
    test: 'Testen, ohne zu speichern',
    works: 'Noch ist nichts gespeichert.',
    correct: 'Noch ist nichts gespeichert. Berichtigen Sie die Felder und testen Sie erneut.',
    cancel: 'Abbrechen',
    sameData:
      'Sie ist gespeichert und hat keine eigenen Datenregeln. Diese Datenquellen schützen dieselben Daten durch Regeln oder Labels, die hier nicht gelten:',
    goOn: 'Weiter zu ihren Einstellungen',
  },
);

export function NewSource() {
  const t = useTexts(texts);
  const me = useMe();
  const homes = me && placesOf(me, 'data_source.write');
  return (
    <Page title={t.title} lead={t.lead} actions={<Link to="/data-sources">{t.cancel}</Link>}>
      {homes === undefined && <Loading />}
      {homes?.length === 0 && <Forbidden />}
      {homes?.[0] !== undefined && <Steps homes={homes} />}
    </Page>
  );
}

function Steps({ homes }: { readonly homes: Me['organizations'] }) {
  const t = useTexts(texts);
  const at = useNewPlace(homes, 'data_source.write', useSearch({ from: '/signed-in/data-sources/new' }));
  const [engine, setEngine] = useState<Engine>('postgresql');
  const [draft, setDraft] = useState<Draft | null>(null);
  if (draft !== null) {
    const back = (): void => setDraft(null);
    return <Connection {...{ ...at.place, engine, draft, onChange: setDraft, onBack: back }} />;
  }
  return (
    <Form onSubmit={() => setDraft(emptyDraft(engine))}>
      <KindChoice engine={engine} onChange={setEngine} />
      <Stack isNarrow>
        <NewPlaceFields {...at} />
      </Stack>
      <Row>
        <Button type="submit" look="primary">
          {t.next}
        </Button>
      </Row>
    </Form>
  );
}

interface ConnectionProps {
  readonly organization: number;
  /** `null` for the organization itself. */
  readonly workspace: number | null;
  readonly engine: Engine;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onBack: () => void;
}

function Connection({ organization, workspace, engine, draft, onChange, onBack }: ConnectionProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const goOn = (id: number): void =>
    void navigate({
      to: '/data-sources/$source/settings',
      params: { source: String(id) },
      search: { test: true },
      ignoreBlocker: true,
    });
  const create = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/data-sources', {
          body: {
            organization_id: organization,
            workspace_id: workspace,
            name: draft.name,
            engine,
            connection: connectionOf(engine, draft),
          },
        }),
      ),
    {
      changes: ['/api/v1/data-sources'],
      // People read what else protects the same data before they continue.
      onDone: ({ data_source, same_data }) => (same_data.length === 0 ? goOn(data_source.id) : undefined),
    },
  );
  const test = useAction(async () =>
    unwrap(
      await headgate.POST('/api/v1/data-sources/test', {
        body: { organization_id: organization, engine, connection: connectionOf(engine, draft) },
      }),
    ),
  );
  const change = (next: Draft): void => {
    test.reset();
    onChange(next);
  };
  const made = create.result;
  if (made !== undefined && made.same_data.length > 0) {
    return (
      <Card title={made.data_source.name}>
        <Notice tone="warning">
          <p>{t.sameData}</p>
          <SameData sources={made.same_data} />
        </Notice>
        <Row>
          <Button look="primary" onClick={() => goOn(made.data_source.id)}>
            {t.goOn}
          </Button>
        </Row>
      </Card>
    );
  }
  const isDirty = JSON.stringify(draft) !== JSON.stringify(emptyDraft(engine));
  return (
    <Card title={t.connection(ENGINES[engine])}>
      <Unsaved isDirty={isDirty} />
      <Form onSubmit={() => create.run(undefined)}>
        <Stack isNarrow>
          <ConnectionFields
            organization={organization}
            engine={engine}
            draft={draft}
            onChange={change}
            isNew
            hasPassword={false}
            fieldError={(field) => create.fieldError(field) ?? test.fieldError(field)}
          />
        </Stack>
        <Problem error={create.error ?? test.error} />
        {test.isRunning && <Loading />}
        {test.result !== undefined && !test.isRunning && (
          <TestOutcome engine={engine} encryption={encryptionOf(engine, draft)} answer={test.result}>
            {test.result.ok ? t.works : t.correct}
          </TestOutcome>
        )}
        <p>{t.saving}</p>
        <Row>
          <Button type="submit" look="primary" isBusy={create.isRunning}>
            {t.save}
          </Button>
          <Button isBusy={test.isRunning} onClick={() => test.run(undefined)}>
            {t.test}
          </Button>
          <Button onClick={onBack}>{t.back}</Button>
        </Row>
      </Form>
    </Card>
  );
}

function encryptionOf(engine: Engine, { mode }: Draft): Encryption {
  if (isFile(engine)) return null;
  return mode === 'disable' ? 'disable' : 'some';
}
