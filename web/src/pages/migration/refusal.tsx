import { isError, unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Notice, Problem } from '../../ui/notice';
import { useNames } from './names';
import { ObstacleList } from './obstacle-list';
import { useOrganizationId } from '../../session/organization';
import { FORECAST, OLD_AFTER_A_STEP, PLAN, PROGRESS, isReason } from './reads';
import { texts } from './wave-texts';

interface RefusalProps {
  readonly error: Error | null;
  readonly onPlanMade?: () => void;
}

/** Why a wave was not made or not moved, with the remedy. */
export function Refusal({ error, onPlanMade }: RefusalProps) {
  const t = useTexts(texts);
  return (
    <>
      <Problem error={error} />
      {isError(error, 'WAVE_BLOCKED') && (
        <Notice tone="warning">
          <p>{t.blocked}</p>
          <ObstacleList obstacles={error.gates} />
        </Notice>
      )}
      {isError(error, 'MEMBERS_NOT_READY') && <NotReady members={error.members} />}
      {isError(error, 'PLAN_STALE') && <MakePlanAgain {...(onPlanMade !== undefined && { onDone: onPlanMade })} />}
    </>
  );
}

function NotReady({ members }: { readonly members: readonly { readonly user_id: number; readonly reason: string }[] }) {
  const names = useNames();
  const reasons = [...new Set(members.map(({ reason }) => reason))];
  return (
    <ul>
      {reasons.map((reason) => (
        <li key={reason}>
          {isReason(reason) ? names.reasons[reason] : reason}: {members.filter((member) => member.reason === reason).length}
        </li>
      ))}
    </ul>
  );
}

function MakePlanAgain({ onDone }: { readonly onDone?: () => void }) {
  const t = useTexts(texts);
  const path = { organization_id: useOrganizationId() };
  const make = useAction(async () => unwrap(await headgate.POST(PLAN, { params: { path } })), {
    changes: [...OLD_AFTER_A_STEP, PROGRESS, FORECAST],
    ...(onDone !== undefined && { onDone }),
  });
  return (
    <Notice>
      <p>{t.stale}</p>
      <div>
        <Button isBusy={make.isRunning} onClick={() => make.run(undefined)}>
          {t.remake}
        </Button>
      </div>
      <Problem error={make.error} />
    </Notice>
  );
}
