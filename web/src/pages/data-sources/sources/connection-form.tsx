import { unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Secret } from '../../../session/secret';
import { Button } from '../../../ui/button';
import { Conflict, isConflict } from '../../../ui/conflict';
import { Form } from '../../../ui/form';
import { Help } from '../../../ui/help';
import { Card, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { type Source, isFile } from '../engines';
import { SaveRow, Unsaved } from '../../../ui/unsaved';
import { OF_SCHEMA } from '../schema/relation';
import { changeOf, draftOf, forgetsSchema, isSameConnection } from './connection';
import { ConnectionFields } from './connection-fields';
import { useDifferences } from './differences';

const texts = catalogue(
  {
    title: 'Name and connection',
    save: 'Save changes',
    revert: 'Discard changes',
    forgets: 'This is another database. If you save it, the discovered schema is deleted.',
  },
  {
    title: 'Name und Verbindung',
    save: 'Änderungen speichern',
    revert: 'Änderungen verwerfen',
    forgets: 'Das ist eine andere Datenbank: Mit dem Speichern wird vergessen, was über ihr Schema erfasst war.',
  },
);

interface ConnectionFormProps {
  readonly source: Source;
  readonly onDirty: (isDirty: boolean) => void;
}

export function ConnectionForm({ source, onDirty }: ConnectionFormProps) {
  const t = useTexts(texts);
  const { engine } = source;
  const version = headgate.versionOf(source);
  const kept = useDraft('connection', draftOf(source), { version, isSame: isSameConnection(engine) });
  const [password, setPassword] = useState(Secret.NONE);
  const draft = { ...kept.value, password };
  const start = (): void => {
    kept.discard();
    setPassword(Secret.NONE);
  };
  const save = useAction(
    async (over: typeof kept.begun) =>
      unwrap(
        await headgate.PATCH('/api/v1/data-sources/{data_source_id}', {
          params: { path: { data_source_id: source.id } },
          body: changeOf(engine, over.value, draft),
          ifMatch: over.version,
        }),
      ).data_source,
    // Another database has another schema.
    {
      changes: ['/api/v1/data-sources', '/api/v1/data-sources/{data_source_id}', ...OF_SCHEMA],
      onDone: (saved) => {
        kept.begin(draftOf(saved), headgate.versionOf(saved));
        setPassword(Secret.NONE);
      },
    },
  );
  const isDirty = kept.isDirty || !password.isEmpty;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  const isRefused = isConflict(save.error);
  const differences = useDifferences(draft);
  return (
    <Card title={t.title} actions={<Help at="data#where-a-data-source-may-be" about={t.title} />}>
      <Unsaved of={kept} lacksSecrets={!isFile(engine)} isDirty={isDirty} />
      <Form onSubmit={() => save.run(kept.begun)}>
        <Stack isNarrow>
          <ConnectionFields
            organization={source.organization_id}
            engine={engine}
            draft={draft}
            onChange={({ password: secret, ...typed }) => {
              setPassword(secret);
              kept.change(typed);
            }}
            hasPassword={source.has_password}
            fieldError={save.fieldError}
          />
        </Stack>
        {forgetsSchema(engine, kept.begun.value, draft) && <Notice tone="warning">{t.forgets}</Notice>}
        {isRefused && version !== kept.begun.version ? (
          <Conflict
            differences={differences(source)}
            onTakeTheirs={() => {
              start();
              save.reset();
            }}
            onKeepMine={() => {
              kept.overwrite();
              save.run({ value: draftOf(source), version });
            }}
            isBusy={save.isRunning}
          />
        ) : (
          <Problem error={save.error} />
        )}
        <SaveRow>
          <Button type="submit" look="primary" disabled={!isDirty} isBusy={save.isRunning}>
            {t.save}
          </Button>
          {isDirty && (
            <Button
              onClick={() => {
                start();
                save.reset();
              }}
            >
              {t.revert}
            </Button>
          )}
        </SaveRow>
      </Form>
    </Card>
  );
}
