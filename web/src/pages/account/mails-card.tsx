import { unwrap } from '@headgate/client';
import { LANGUAGES, type Language, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { type Read, useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card, Row, Stack } from '../../ui/layout';
import { Loading, Notice, Problem } from '../../ui/notice';
import { texts } from './texts';

type Preferences = Read<'/api/v1/me/preferences'>['preferences'];

const PATH = '/api/v1/me/preferences';

/** How mails speak to the person. */
export function MailsCard() {
  const t = useTexts(texts);
  const read = useRead(PATH, {});
  return (
    <Card title={t.ownMails}>
      <Stack isNarrow>
        <Problem error={read.error} />
        {read.data === undefined ? read.error === null && <Loading /> : <PreferencesForm saved={read.data.preferences} />}
      </Stack>
    </Card>
  );
}

function PreferencesForm({ saved }: { readonly saved: Preferences }) {
  const t = useTexts(texts);
  const draft = useDraft('own-mails', saved);
  const save = useAction(async (body: Preferences) => unwrap(await headgate.PUT(PATH, { body })), {
    changes: [PATH],
    onDone: ({ preferences }) => draft.begin(preferences),
  });
  const { language, time_zone: zone } = draft.value;
  return (
    <Form label={t.ownMails} onSubmit={() => save.run(draft.value)}>
      <SelectField
        label={t.mailLanguage}
        value={language ?? 'en'}
        onChange={({ target }) => draft.change({ ...draft.value, language: target.value as Language })}
      >
        {Object.entries(LANGUAGES).map(([one, name]) => (
          <option key={one} value={one} lang={one}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.timeZone}
        hint={t.timeZoneHint}
        value={zone ?? 'UTC'}
        onChange={({ target }) => draft.change({ ...draft.value, time_zone: target.value })}
      >
        {zonesWith(saved.time_zone).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      <Problem error={save.error} />
      {save.result !== undefined && !draft.isDirty && <Notice tone="good">{t.mailsChanged}</Notice>}
      <Row>
        <Button type="submit" isBusy={save.isRunning}>
          {t.saveMails}
        </Button>
      </Row>
    </Form>
  );
}

/** Browsers leave out UTC, and names that they know by another one. */
function zonesWith(own: string | null): readonly string[] {
  return [...new Set(['UTC', ...(own === null ? [] : [own]), ...Intl.supportedValuesOf('timeZone')])];
}
