import { unwrap } from '@headgate/client';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { type Read, useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Conflict } from '../../../ui/conflict';
import { TextArea } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row } from '../../../ui/layout';
import { Notice, Problem, Shown } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { MEMBER } from '../paths';

const ATTRIBUTES = `${MEMBER}/attributes` as const;

const texts = catalogue(
  {
    title: 'Attributes',
    lead: 'What access policies know about this member.',
    field: 'One name per line, with its values',
    hint: 'For example: regions: EU, US',
    none: 'No attributes',
    save: 'Save attributes',
    saved: 'The attributes are saved.',
  },
  {
    title: 'Attribute',
    lead: 'Was Zugriffsregeln über dieses Mitglied wissen dürfen.',
    field: 'Ein Name je Zeile, mit seinen Werten',
    hint: 'Zum Beispiel: regions: EU, US',
    none: 'Keine Attribute',
    save: 'Attribute speichern',
    saved: 'Die Attribute sind gespeichert.',
  },
);

interface AttributesCardProps {
  readonly organization: number;
  readonly user: number;
  readonly mayChange: boolean;
}

/** What administrators say of a member, for access policies. */
export function AttributesCard({ organization, user, mayChange }: AttributesCardProps) {
  const t = useTexts(texts);
  const read = useRead(ATTRIBUTES, { params: { path: { org_id: organization, user_id: user } } });
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <Shown of={read}>
        {(data) =>
          mayChange ? (
            <AttributesForm key={user} organization={organization} user={user} data={data} />
          ) : (
            <p>{written(data.attributes) || t.none}</p>
          )
        }
      </Shown>
    </Card>
  );
}

interface AttributesFormProps extends Omit<AttributesCardProps, 'mayChange'> {
  readonly data: Read<typeof ATTRIBUTES>;
}

function AttributesForm({ organization, user, data }: AttributesFormProps) {
  const t = useTexts(texts);
  const saved = written(data.attributes);
  const draft = useDraft('attributes', saved, { isSame });
  const { value: text, isDirty } = draft;
  const given = attributesIn(text);
  const canSave = isDirty && !draft.isOutdated;
  const save = useAction(
    async (attributes: Record<string, string[]>) => {
      const params = { path: { org_id: organization, user_id: user } };
      return unwrap(await headgate.PUT(ATTRIBUTES, { params, body: { attributes }, ifMatch: data }));
    },
    { changes: [ATTRIBUTES], onDone: () => draft.begin() },
  );
  return (
    <Form label={t.title} onSubmit={() => canSave && save.run(given)}>
      <TextArea
        label={t.field}
        hint={t.hint}
        rows={4}
        value={text}
        onChange={({ target }) => draft.change(target.value)}
        error={save.fieldError('attributes')}
      />
      <Restored of={draft} />
      {draft.isOutdated && (
        <Conflict
          differences={[{ what: t.field, theirs: saved, mine: text }]}
          isBusy={save.isRunning}
          onTakeTheirs={draft.discard}
          onKeepMine={() => {
            draft.overwrite();
            save.run(given);
          }}
        />
      )}
      <Problem error={save.error} />
      {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button type="submit" disabled={!canSave} isBusy={save.isRunning}>
          {t.save}
        </Button>
      </Row>
    </Form>
  );
}

const isSame = (one: string, other: string): boolean => written(attributesIn(one)) === written(attributesIn(other));

function written(attributes: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(attributes)
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join('\n');
}

function attributesIn(text: string): Record<string, string[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':');
      const values = rest.join(':').split(',');
      return [name.trim(), values.map((value) => value.trim()).filter((value) => value !== '')];
    }),
  );
}
