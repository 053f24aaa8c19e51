import { unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Conflict, isConflict } from '../../../ui/conflict';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import type { Source } from '../engines';
import { Unsaved } from '../../../ui/unsaved';
import { OF_SCHEMA } from '../schema/relation';
import { changeOf, draftOf, forgetsSchema, isChanged } from './connection';
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
  /** The values that the fields started from: what others save does not change what is being edited. */
  const [base, setBase] = useState(source);
  const [draft, setDraft] = useState(() => draftOf(source));
  const start = (from: Source): void => {
    setBase(from);
    setDraft(draftOf(from));
  };
  const save = useAction(
    async (read: Source) =>
      unwrap(
        await headgate.PATCH('/api/v1/data-sources/{data_source_id}', {
          params: { path: { data_source_id: read.id } },
          body: changeOf(read, draft),
          ifMatch: read,
        }),
      ).data_source,
    // Another database has another schema.
    { changes: ['/api/v1/data-sources', '/api/v1/data-sources/{data_source_id}', ...OF_SCHEMA], onDone: start },
  );
  const isDirty = isChanged(base, draft);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  const isRefused = isConflict(save.error);
  const differences = useDifferences(draft);
  return (
    <Card title={t.title}>
      <Unsaved isDirty={isDirty} />
      <Form onSubmit={() => save.run(base)}>
        <Stack isNarrow>
          <ConnectionFields
            organization={base.organization_id}
            engine={base.engine}
            draft={draft}
            onChange={setDraft}
            hasPassword={base.has_password}
            fieldError={save.fieldError}
          />
        </Stack>
        {forgetsSchema(base, draft) && <Notice tone="warning">{t.forgets}</Notice>}
        {isRefused && source !== base ? (
          <Conflict
            differences={differences(source)}
            onTakeTheirs={() => {
              start(source);
              save.reset();
            }}
            onKeepMine={() => {
              setBase(source);
              save.run(source);
            }}
            isBusy={save.isRunning}
          />
        ) : (
          <Problem error={save.error} />
        )}
        <Row>
          <Button type="submit" look="primary" disabled={!isDirty} isBusy={save.isRunning}>
            {t.save}
          </Button>
          {isDirty && (
            <Button
              onClick={() => {
                start(source);
                save.reset();
              }}
            >
              {t.revert}
            </Button>
          )}
        </Row>
      </Form>
    </Card>
  );
}
