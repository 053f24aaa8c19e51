import { unwrap } from '@headgate/client';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Row } from '../../ui/layout';
import { type Step, stepsOf } from './lanes';
import { useOrganizationId } from '../../session/organization';
import { OLD_AFTER_A_STEP, PROGRESS, WAVE, type Wave } from './reads';
import { Refusal } from './refusal';
import { ScheduleWave } from './schedule-wave';
import { StartNumbers } from './start-preview';
import { texts } from './wave-texts';

type Confirmed = Exclude<Step, 'schedule'>;

/** What can be done with a wave now; nothing happens before its numbers were shown. */
export function WaveSteps({ wave }: { readonly wave: Wave }) {
  const t = useTexts(texts);
  const [asked, setAsked] = useState<Step | null>(null);
  const organization = useOrganizationId();
  const params = { path: { organization_id: organization, number: wave.number } };
  const step = useAction(
    async (taken: Confirmed) => unwrap(await headgate.POST(`${WAVE}/${taken === 'discard' ? 'rollback' : taken}`, { params })),
    {
      changes: [...OLD_AFTER_A_STEP, PROGRESS],
      onDone: () => setAsked(null),
    },
  );
  const ask = (next: Step): void => {
    step.reset();
    setAsked(next);
  };
  const close = (): void => setAsked(null);
  // A stray click must not do what closes a way in, or cannot be undone.
  const isGrave = asked === 'start' || asked === 'rollback' || asked === 'resume';
  const titles = { start: t.startTitle, pause: t.pauseTitle, resume: t.resumeTitle, rollback: t.rollbackTitle, discard: t.discardTitle };
  return (
    <>
      <Row>
        {stepsOf(wave).map((next, index) => (
          <Button
            key={next}
            look={next === 'rollback' || next === 'discard' ? 'danger' : index === 0 ? 'primary' : 'plain'}
            onClick={() => ask(next)}
          >
            {t[next]}
          </Button>
        ))}
      </Row>
      <ScheduleWave wave={wave} isOpen={asked === 'schedule'} onClose={close} />
      {asked !== null && asked !== 'schedule' && (
        <Confirm
          title={titles[asked](wave.name)}
          isOpen
          onClose={close}
          {...(isGrave && { name: wave.name })}
          verb={t[asked]}
          onConfirm={() => step.run(asked)}
          isBusy={step.isRunning}
          error={null}
        >
          <Consequences wave={wave} step={asked} />
          <Refusal error={step.error} />
        </Confirm>
      )}
    </>
  );
}

interface ConsequencesProps {
  readonly wave: Wave;
  readonly step: Confirmed;
}

function Consequences({ wave, step }: ConsequencesProps): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { total, linked, verified, required } = wave.members;
  const all = number(total);
  switch (step) {
    case 'start':
      return (
        <>
          <StartNumbers wave={wave} />
          <p>{t.linkedText(number(linked), number(verified))}</p>
        </>
      );
    case 'pause':
      return <p>{t.pauseText(wave.enforced_at === null ? total : required, number(required))}</p>;
    case 'resume':
      return <p>{wave.enforced_at === null ? t.resumeWaiting : t.resumeBegun(total, all)}</p>;
    case 'discard':
      return <p>{t.discardText(total, all)}</p>;
    case 'rollback':
      return (
        <>
          <p>{t.rollbackText(total, all)}</p>
          <p>{t.rollbackKept(number(linked))}</p>
        </>
      );
  }
}
