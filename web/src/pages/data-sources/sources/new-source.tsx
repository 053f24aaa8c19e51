import { useNavigate, useSearch } from '@tanstack/react-router';
import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Draft as Kept, isSameJson, useDraft } from '../../../session/draft';
import { type Me, placesOf, useMe } from '../../../session/me';
import { Secret } from '../../../session/secret';
import { Button, LinkButton } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { Help } from '../../../ui/help';
import { Card, Page, Row, Stack } from '../../../ui/layout';
import { Forbidden, Loading, Notice, Problem } from '../../../ui/notice';
import { SameData } from '../same-data';
import { ENGINES, type Engine, isFile } from '../engines';
import { Unsaved } from '../../../ui/unsaved';
import { type Held, NewPlaceFields, placeAsked, useNewPlace } from '../../../ui/workspace';
import { type Draft, type Typed, connectionOf, emptyDraft } from './connection';
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
    <Page title={t.title} lead={t.lead} actions={<LinkButton to="/data-sources">{t.cancel}</LinkButton>}>
      {homes === undefined && <Loading />}
      {homes?.length === 0 && <Forbidden />}
      {homes?.[0] !== undefined && <Steps homes={homes} />}
    </Page>
  );
}

interface Begun {
  readonly engine: Engine;
  readonly place: Held;
  /** `null` until the kind is chosen. */
  readonly typed: Typed | null;
}

/** A choice is made again in a moment. */
const isSameSource = (one: Begun, other: Begun): boolean => isSameJson(contentOf(one), contentOf(other));

const contentOf = ({ engine, typed }: Begun) => (isSameJson(typed, emptyDraft(engine)) ? null : typed);

function Steps({ homes }: { readonly homes: Me['organizations'] }) {
  const t = useTexts(texts);
  const asked = placeAsked(homes, useSearch({ from: '/signed-in/data-sources/new' }));
  const kept = useDraft<Begun>('source', { engine: 'postgresql', place: asked, typed: null }, { isSame: isSameSource });
  const { engine, place, typed } = kept.value;
  const at = useNewPlace(homes, 'data_source.write', place, (next) => kept.patch({ place: next }));
  if (typed !== null) return <Connection {...at.place} engine={engine} typed={typed} kept={kept} />;
  return (
    <Form onSubmit={() => kept.patch({ typed: emptyDraft(engine) })}>
      <KindChoice engine={engine} onChange={(chosen) => kept.patch({ engine: chosen })} />
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
  readonly typed: Typed;
  readonly kept: Kept<Begun>;
}

function Connection({ organization, workspace, engine, typed, kept }: ConnectionProps) {
  const t = useTexts(texts);
  const [password, setPassword] = useState(Secret.NONE);
  const draft = { ...typed, password };
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
      onDone: ({ data_source, same_data }) => {
        kept.begin();
        // People read what else protects the same data before they continue.
        if (same_data.length === 0) goOn(data_source.id);
      },
    },
  );
  const test = useAction(async () =>
    unwrap(
      await headgate.POST('/api/v1/data-sources/test', {
        body: { organization_id: organization, engine, connection: connectionOf(engine, draft) },
      }),
    ),
  );
  const change = ({ password: secret, ...next }: Draft): void => {
    test.reset();
    setPassword(secret);
    kept.patch({ typed: next });
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
  return (
    <Card
      title={t.connection(ENGINES[engine])}
      actions={<Help at="data#where-a-data-source-may-be" about={t.connection(ENGINES[engine])} />}
    >
      <Unsaved of={kept} lacksSecrets={!isFile(engine)} isDirty={kept.isDirty || (!password.isEmpty && made === undefined)} />
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
          <Button onClick={() => kept.patch({ typed: null })}>{t.back}</Button>
        </Row>
      </Form>
    </Card>
  );
}

function encryptionOf(engine: Engine, { mode }: Draft): Encryption {
  if (isFile(engine)) return null;
  return mode === 'disable' ? 'disable' : 'some';
}
