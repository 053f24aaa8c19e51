import { useParams } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Card, Page } from '../../ui/layout';
import { usePageOf } from '../../session/place';
import { Badge, Notice, Shown } from '../../ui/notice';
import { laneOf, stepsOf } from './lanes';
import { useOrganizationId } from '../../session/organization';
import { WAVE, type Wave } from './reads';
import { StartPreview } from './start-preview';
import { texts } from './wave-texts';
import { WaveMembers } from './wave-members';
import { WaveSteps } from './wave-steps';
import styles from './waves.module.css';

const TONES = {
  draft: 'info',
  scheduled: 'info',
  running: 'info',
  done: 'good',
  paused: 'warning',
  rolled_back: 'bad',
  discarded: 'info',
} as const;

export function WavePage() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const number = Number(useParams({ strict: false }).number);
  const can = usePermissions(organization);
  const page = usePageOf();
  const params = { path: { organization_id: organization, number }, query: { page, limit: 25 } };
  const read = useRead(WAVE, { params });
  const wave = read.data?.wave;
  return (
    <Page title={wave === undefined ? t.waves : t.wave(wave.name)}>
      <Shown of={read}>
        {({ wave: shown, members, pagination }) => (
          <>
            <Card title={t.standing} actions={<Badge tone={TONES[laneOf(shown)]}>{t[laneOf(shown)]}</Badge>}>
              <Figures wave={shown} />
              <Causes wave={shown} />
              {can('sso.enforce') && <WaveSteps wave={shown} />}
            </Card>
            {stepsOf(shown).some((step) => step === 'start' || step === 'resume') && <StartPreview wave={shown} />}
            <Course wave={shown} />
            <WaveMembers members={members} pagination={pagination} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Figures({ wave }: { readonly wave: Wave }) {
  const t = useTexts(texts);
  const { number, percent } = useFormats();
  const { total, linked, verified, required } = wave.members;
  const figures = [
    [t.inAll, total],
    [t.linked, linked],
    [t.verified, verified],
    [t.required, required],
  ] as const;
  return (
    <>
      <dl className={styles['figures']}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {required > 0 && <p>{t.success(percent(wave.success_pct))}</p>}
    </>
  );
}

/** Why it stands still. */
function Causes({ wave }: { readonly wave: Wave }) {
  const t = useTexts(texts);
  const causes: Readonly<Record<string, string>> = {
    BY_HAND: t.byHand,
    IDENTITY_CONFLICT: t.identityConflict,
    TOO_MANY_REFUSALS: t.tooManyRefusals,
    ENFORCEMENT_RELEASED: t.enforcementReleased,
  };
  if (wave.paused_because.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>
        {t.pausedBecause} {wave.paused_because.map((code) => causes[code] ?? code).join(', ')}.
      </p>
    </Notice>
  );
}

function Course({ wave }: { readonly wave: Wave }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const times = [
    [t.createdAt, wave.created_at],
    [t.startsAt, wave.starts_at],
    [t.notifiedAt, wave.notified_at],
    [t.enforcedAt, wave.enforced_at],
    [t.endedAt, wave.ended_at],
  ] as const;
  return (
    <Card title={t.history}>
      <dl className={styles['course']}>
        {times.map(
          ([label, at]) =>
            at !== null && (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{moment(at)}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
