import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import type { Read } from '../../../session/read';
import { Button } from '../../../ui/button';
import { CheckField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { Conflict, isConflict } from '../../../ui/conflict';
import { ASK_SETTINGS } from '../paths';
import { texts } from './texts';

type Settings = Read<typeof ASK_SETTINGS>['ask_settings'];

interface Draft {
  readonly showsRows: boolean;
  /** As it was typed. */
  readonly days: string;
  readonly tokens: string;
}

const draftOf = ({ shows_rows, conversation_days, tokens_per_day }: Settings): Draft => ({
  showsRows: shows_rows,
  days: conversation_days === null ? '' : String(conversation_days),
  tokens: tokens_per_day === null ? '' : String(tokens_per_day),
});

const isSame = (one: Draft, other: Draft): boolean =>
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
  // What was read when the draft began: its version is sent with the change.
  const [begun, setBegun] = useState(settings);
  const [draft, setDraft] = useState(saved);
  const isDirty = !isSame(draft, draftOf(begun));
  const beginAnew = (): void => {
    setBegun(settings);
    setDraft(saved);
  };
  if (!isDirty && begun !== settings) beginAnew();
  const save = useAction(
    async (over: Settings) =>
      unwrap(
        await headgate.PUT(ASK_SETTINGS, {
          params: { path: { org_id: organization }, header: { 'If-Match': headgate.versionOf(over) } },
          body: {
            shows_rows: draft.showsRows,
            conversation_days: numberIn(draft.days),
            tokens_per_day: numberIn(draft.tokens),
          },
        }),
      ),
    { changes: [ASK_SETTINGS], onDone: ({ ask_settings }) => setBegun(ask_settings) },
  );
  const isRefused = isConflict(save.error);
  const granted = number(settings.most_tokens_per_day);
  const areDaysWhole = isWhole(draft.days, MOST_DAYS);
  const areTokensWhole = isWhole(draft.tokens, settings.most_tokens_per_day);
  const isRight = areDaysWhole && areTokensWhole;
  return (
    <Card title={t.settings}>
      <p>{settings.changed_at === null ? t.never : t.changed(moment(settings.changed_at))}</p>
      <Form label={t.settings} onSubmit={() => isDirty && isRight && save.run(begun)}>
        <Stack isNarrow>
          <CheckField
            label={t.showsRows}
            checked={draft.showsRows}
            onChange={({ target }) => setDraft({ ...draft, showsRows: target.checked })}
          />
          <p>{t.explained}</p>
          <Notice tone={draft.showsRows ? 'warning' : 'info'}>{t.explainedOn}</Notice>
          <TextField
            label={t.days}
            hint={t.daysHint}
            inputMode="numeric"
            value={draft.days}
            onChange={({ target }) => setDraft({ ...draft, days: target.value })}
            error={areDaysWhole ? save.fieldError('conversation_days') : t.wrongDays}
          />
          <TextField
            label={t.tokens}
            hint={t.tokensHint(granted)}
            inputMode="numeric"
            value={draft.tokens}
            onChange={({ target }) => setDraft({ ...draft, tokens: target.value })}
            error={areTokensWhole ? save.fieldError('tokens_per_day') : t.wrongTokens(granted)}
          />
        </Stack>
        {isRefused ? (
          <Conflict
            differences={differencesBetween(saved, draft, t)}
            isBusy={save.isRunning}
            onKeepMine={() => save.run(settings)}
            onTakeTheirs={() => {
              beginAnew();
              save.reset();
            }}
          />
        ) : (
          <Problem error={save.error} />
        )}
        {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
        <Row>
          <Button type="submit" look="primary" disabled={!isDirty || isRefused || !isRight} isBusy={save.isRunning}>
            {t.save}
          </Button>
          <Button disabled={!isDirty} onClick={beginAnew}>
            {t.revert}
          </Button>
        </Row>
        <Unsaved isDirty={isDirty} />
      </Form>
    </Card>
  );
}

function differencesBetween(saved: Draft, draft: Draft, t: (typeof texts)['en']) {
  const said = (text: string): string => (text.trim() === '' ? t.asInstallation : text.trim());
  const word = ({ showsRows }: Draft): string => (showsRows ? t.on : t.off);
  return [
    { what: t.showsRows, theirs: word(saved), mine: word(draft) },
    { what: t.days, theirs: said(saved.days), mine: said(draft.days) },
    { what: t.tokens, theirs: said(saved.tokens), mine: said(draft.tokens) },
  ].filter(({ theirs, mine }) => theirs !== mine);
}
