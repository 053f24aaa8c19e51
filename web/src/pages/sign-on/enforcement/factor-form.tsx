import { type components, unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { NotSaved, isConflict } from '../../../ui/conflict';
import { CheckField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row, Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { texts } from './factor-texts';
import { PEOPLE_WITHOUT_FACTOR, SIGN_IN_REQUIREMENTS } from './read-enforcement';

type Requirements = components['schemas']['SignInRequirements'];

interface Typed {
  readonly required: boolean;
  /** As the field has it: in the browser's own zone. */
  readonly from: string;
  readonly grace: string;
  readonly hours: string;
  readonly idle: string;
}

/** Minutes are what the field shows. */
function localTimeOf(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const draftOf = ({ second_factor: { required, from, grace_days: grace }, sessions }: Requirements): Typed => ({
  required,
  from: from === null ? '' : localTimeOf(from),
  grace: String(grace),
  hours: sessions.max_hours === null ? '' : String(sessions.max_hours),
  idle: sessions.idle_minutes === null ? '' : String(sessions.idle_minutes),
});

const isSame = (one: Typed, other: Typed): boolean =>
  one.hours.trim() === other.hours.trim() &&
  one.idle.trim() === other.idle.trim() &&
  one.required === other.required &&
  (!one.required || (one.from === other.from && one.grace.trim() === other.grace.trim()));

const isWithin = (text: string, least: number, most: number): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

const timeIn = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export function FactorForm({ requirements }: { readonly requirements: Requirements }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const saved = draftOf(requirements);
  // The field has no seconds: a saved moment that nobody touches is sent as it was.
  const savedFrom = requirements.second_factor.from;
  const version = headgate.versionOf(requirements);
  const draft = useDraft('second-factor', saved, { version, isSame });
  const { value: typed, isDirty } = draft;
  const isGraceRight = !typed.required || isWithin(typed.grace, 0, 90);
  const areHoursRight = typed.hours.trim() === '' || isWithin(typed.hours, 1, 720);
  const isIdleRight = typed.idle.trim() === '' || isWithin(typed.idle, 15, 10_080);
  const isRight = isGraceRight && areHoursRight && isIdleRight;
  const save = useAction(
    async (over: string) =>
      unwrap(
        await headgate.PUT(SIGN_IN_REQUIREMENTS, {
          params: { path: { org_id: requirements.organization_id } },
          ifMatch: over,
          body: {
            second_factor: typed.required
              ? { required: true, from: typed.from === saved.from ? savedFrom : timeIn(typed.from), grace_days: Number(typed.grace) }
              : { required: false },
            sessions: { max_hours: numberIn(typed.hours), idle_minutes: numberIn(typed.idle) },
          },
        }),
      ),
    {
      changes: [SIGN_IN_REQUIREMENTS, PEOPLE_WITHOUT_FACTOR],
      onDone: ({ sign_in_requirements: now }) => draft.begin(draftOf(now), headgate.versionOf(now)),
    },
  );
  const isRefused = isConflict(save.error);
  const said = (text: string): string => (text.trim() === '' ? t.asInstallation : text.trim());
  const word = ({ required, from, grace }: Typed): string =>
    required ? [from === '' ? t.atOnce : moment(new Date(from).toISOString()), grace].join(' · ') : t.off;
  return (
    <Form label={t.title} onSubmit={() => isDirty && isRight && save.run(draft.begun.version)}>
      <Stack isNarrow>
        <CheckField label={t.required} checked={typed.required} onChange={({ target }) => draft.patch({ required: target.checked })} />
        {typed.required && (
          <>
            <TextField
              label={t.from}
              hint={t.fromHint}
              type="datetime-local"
              value={typed.from}
              error={save.fieldError('second_factor.from')}
              onChange={({ target }) => draft.patch({ from: target.value })}
            />
            <TextField
              label={t.grace}
              hint={t.graceHint}
              inputMode="numeric"
              value={typed.grace}
              error={isGraceRight ? save.fieldError('second_factor.grace_days') : t.wrongGrace}
              onChange={({ target }) => draft.patch({ grace: target.value })}
            />
          </>
        )}
        <TextField
          label={t.hours}
          hint={t.hoursHint}
          inputMode="numeric"
          value={typed.hours}
          error={areHoursRight ? save.fieldError('sessions.max_hours') : t.wrongHours}
          onChange={({ target }) => draft.patch({ hours: target.value })}
        />
        <TextField
          label={t.idle}
          hint={t.idleHint}
          inputMode="numeric"
          value={typed.idle}
          error={isIdleRight ? save.fieldError('sessions.idle_minutes') : t.wrongIdle}
          onChange={({ target }) => draft.patch({ idle: target.value })}
        />
      </Stack>
      <NotSaved
        save={save}
        draft={draft}
        differences={[
          { what: t.required, theirs: word(saved), mine: word(typed) },
          { what: t.hours, theirs: said(saved.hours), mine: said(typed.hours) },
          { what: t.idle, theirs: said(saved.idle), mine: said(typed.idle) },
        ].filter(({ theirs, mine }) => theirs !== mine)}
        onKeepMine={() => save.run(version)}
      />
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
  );
}
