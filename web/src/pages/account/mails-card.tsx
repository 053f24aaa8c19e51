import { unwrap } from '@headgate/client';
import { LANGUAGES, type Language, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { type Read, useRead } from '../../session/read';
import { SelectField } from '../../ui/field';
import { Card, Stack } from '../../ui/layout';
import { Loading, Notice, Problem } from '../../ui/notice';
import { texts } from './texts';

type Preferences = Read<'/api/v1/me/preferences'>['preferences'];

const PATH = '/api/v1/me/preferences';

/** How mails speak to the person. */
export function MailsCard() {
  const t = useTexts(texts);
  const read = useRead(PATH, {});
  const change = useAction(async (body: Preferences) => unwrap(await headgate.PUT(PATH, { body })), { changes: [PATH] });
  const chosen = read.data?.preferences;
  return (
    <Card title={t.ownMails}>
      <Stack isNarrow>
        <Problem error={read.error} />
        {chosen === undefined ? (
          read.error === null && <Loading />
        ) : (
          <>
            <SelectField
              label={t.mailLanguage}
              value={chosen.language ?? 'en'}
              disabled={change.isRunning}
              onChange={({ target }) => change.run({ ...chosen, language: target.value as Language })}
            >
              {Object.entries(LANGUAGES).map(([language, name]) => (
                <option key={language} value={language} lang={language}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t.timeZone}
              hint={t.timeZoneHint}
              value={chosen.time_zone ?? 'UTC'}
              disabled={change.isRunning}
              onChange={({ target }) => change.run({ ...chosen, time_zone: target.value })}
            >
              {zonesWith(chosen.time_zone).map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </SelectField>
          </>
        )}
        <Problem error={change.error} />
        {change.result !== undefined && <Notice tone="good">{t.mailsChanged}</Notice>}
      </Stack>
    </Card>
  );
}

/** Browsers leave out UTC, and names that they know by another one. */
function zonesWith(own: string | null): readonly string[] {
  return [...new Set(['UTC', ...(own === null ? [] : [own]), ...Intl.supportedValuesOf('timeZone')])];
}
