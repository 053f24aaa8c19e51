import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import type { Read } from '../../../session/read';
import { Button } from '../../../ui/button';
import { CheckField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { NotSaved, isConflict } from '../../../ui/conflict';
import { ASK_SETTINGS } from '../paths';
import { texts } from './texts';

type Settings = Read<typeof ASK_SETTINGS>['ask_settings'];

interface Typed {
  readonly showsRows: boolean;
  /** As it was typed. */
  readonly days: string;
  readonly tokens: string;
}

const draftOf = ({ shows_rows, conversation_days, tokens_per_day }: Settings): Typed => ({
  showsRows: shows_rows,
  days: conversation_days === null ? '' : String(conversation_days),
  tokens: tokens_per_day === null ? '' : String(tokens_per_day),
});

const isSame = (one: Typed, other: Typed): boolean =>
  one.showsRows === other.showsRows && one.days.trim() === other.days.trim() && one.tokens.trim() === other.tokens.trim();

const MOST_DAYS = 3650;

/** Empty, or a number in that range. */
const isWhole = (text: string, most: number): boolean =>
  text.trim() === '' || (/^\d{1,10}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most);

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

interface SettingsFormProps {
  readonly organization: number;
  readonly settings: Settings;
}

export function SettingsForm({ organization, settings }: SettingsFormProps) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const saved = draftOf(settings);
  const version = headgate.versionOf(settings);
  const draft = useDraft('settings', saved, { version, isSame });
  const { value: typed, isDirty } = draft;
  const save = useAction(
    async (over: string) =>
      unwrap(
        await headgate.PUT(ASK_SETTINGS, {
          params: { path: { org_id: organization } },
          ifMatch: over,
          body: {
            shows_rows: typed.showsRows,
            conversation_days: numberIn(typed.days),
            tokens_per_day: numberIn(typed.tokens),
          },
        }),
      ),
    { changes: [ASK_SETTINGS], onDone: ({ ask_settings: now }) => draft.begin(draftOf(now), headgate.versionOf(now)) },
  );
  const isRefused = isConflict(save.error);
  const granted = number(settings.most_tokens_per_day);
  const areDaysWhole = isWhole(typed.days, MOST_DAYS);
  const areTokensWhole = isWhole(typed.tokens, settings.most_tokens_per_day);
  const isRight = areDaysWhole && areTokensWhole;
  return (
    <Card title={t.settings}>
      <p>{settings.changed_at === null ? t.never : t.changed(moment(settings.changed_at))}</p>
      <Form label={t.settings} onSubmit={() => isDirty && isRight && save.run(draft.begun.version)}>
        <Stack isNarrow>
          <CheckField label={t.showsRows} checked={typed.showsRows} onChange={({ target }) => draft.patch({ showsRows: target.checked })} />
          <p>{t.explained}</p>
          <Notice tone={typed.showsRows ? 'warning' : 'info'}>{t.explainedOn}</Notice>
          <TextField
            label={t.days}
            hint={t.daysHint}
            inputMode="numeric"
            value={typed.days}
            onChange={({ target }) => draft.patch({ days: target.value })}
            error={areDaysWhole ? save.fieldError('conversation_days') : t.wrongDays}
          />
          <TextField
            label={t.tokens}
            hint={t.tokensHint(granted)}
            inputMode="numeric"
            value={typed.tokens}
            onChange={({ target }) => draft.patch({ tokens: target.value })}
            error={areTokensWhole ? save.fieldError('tokens_per_day') : t.wrongTokens(granted)}
          />
        </Stack>
        <NotSaved save={save} draft={draft} differences={differencesBetween(saved, typed, t)} onKeepMine={() => save.run(version)} />
        {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
        <Row>
          <Button type="submit" look="primary" disabled={!isDirty || isRefused || !isRight} isBusy={save.isRunning}>
            {t.save}
          </Button>
          <Button disabled={!isDirty} onClick={draft.discard}>
            {t.revert}
          </Button>
        </Row>
        <Unsaved of={draft} />
      </Form>
    </Card>
  );
}

function differencesBetween(saved: Typed, draft: Typed, t: (typeof texts)['en']) {
  const said = (text: string): string => (text.trim() === '' ? t.asInstallation : text.trim());
  const word = ({ showsRows }: Typed): string => (showsRows ? t.on : t.off);
  return [
    { what: t.showsRows, theirs: word(saved), mine: word(draft) },
    { what: t.days, theirs: said(saved.days), mine: said(draft.days) },
    { what: t.tokens, theirs: said(saved.tokens), mine: said(draft.tokens) },
  ].filter(({ theirs, mine }) => theirs !== mine);
}
