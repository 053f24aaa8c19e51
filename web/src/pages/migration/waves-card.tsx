import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { usePageOf } from '../../session/place';
import { Button } from '../../ui/button';
import { Card } from '../../ui/layout';
import { Shown } from '../../ui/notice';
import { Pager } from '../../ui/table';
import { LANES, type Lane, laneOf } from './lanes';
import { NewWave } from './new-wave';
import { useOrganizationId } from '../../session/organization';
import { WAVES, type Wave } from './reads';
import { texts } from './wave-texts';
import styles from './waves.module.css';

const MOST_WAVES = 100;

/** All waves, each in the lane of its state. */
export function WavesCard() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const can = usePermissions(organization);
  const page = usePageOf('waves');
  const [isMaking, setMaking] = useState(false);
  const query = { page, limit: MOST_WAVES };
  const waves = useRead(WAVES, { params: { path: { organization_id: organization }, query } });
  return (
    <Card
      title={t.waves}
      {...(can('sso.enforce') && {
        actions: (
          <Button look="primary" onClick={() => setMaking(true)}>
            {t.newWave}
          </Button>
        ),
      })}
    >
      <p className={styles['soft']}>{t.lead}</p>
      <Shown of={waves}>
        {({ waves: all, pagination }) =>
          all.length === 0 ? (
            <p>
              <strong>{t.none}.</strong> {t.noneText}
            </p>
          ) : (
            <>
              <Lanes waves={all} />
              <Pager pagination={pagination} list="waves" />
            </>
          )
        }
      </Shown>
      <NewWave isOpen={isMaking} onClose={() => setMaking(false)} userIds={null} />
    </Card>
  );
}

function Lanes({ waves }: { readonly waves: readonly Wave[] }) {
  const t = useTexts(texts);
  return (
    <div className={styles['lanes']}>
      {LANES.map((lane) => {
        const inside = waves.filter((wave) => laneOf(wave) === lane);
        // Few waves are, so their column is there only then.
        if (lane === 'discarded' && inside.length === 0) return null;
        return (
          <section key={lane} className={styles['lane']} data-lane={lane} aria-label={t[lane]}>
            <h3>{t[lane]}</h3>
            {inside.length === 0 && <p className={styles['soft']}>{t.empty}</p>}
            {inside.map((wave) => (
              <WaveTile key={wave.number} wave={wave} lane={lane} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function WaveTile({ wave, lane }: { readonly wave: Wave; readonly lane: Lane }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { members } = wave;
  const isBound = lane === 'running' || lane === 'done';
  const params = { organization: String(useOrganizationId()), number: String(wave.number) };
  return (
    <Link to="/organizations/$organization/migration/waves/$number" params={params} className={styles['tile']}>
      <strong>{wave.name}</strong>
      <span>{t.people(members.total, number(members.total))}</span>
      {isBound && (
        <>
          <progress className={styles['progress']} max={100} value={wave.success_pct} aria-hidden="true" />
          <span className={styles['soft']}>{t.through(number(members.verified), number(members.total))}</span>
        </>
      )}
      <span className={styles['soft']}>
        <WaveDate wave={wave} lane={lane} />
      </span>
    </Link>
  );
}

/** The date that matters in its state. */
function WaveDate({ wave, lane }: { readonly wave: Wave; readonly lane: Lane }) {
  const t = useTexts(texts);
  const { day, moment } = useFormats();
  const { starts_at: starts, enforced_at: enforced, ended_at: ended, created_at: made } = wave;
  if (lane === 'scheduled' && starts !== null) return t.starts(moment(starts));
  if ((lane === 'rolled_back' || lane === 'discarded') && ended !== null) return t.ended(day(ended));
  if (enforced !== null) return t.since(day(enforced));
  return t.made(day(made));
}
