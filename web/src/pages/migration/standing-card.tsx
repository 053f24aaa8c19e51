import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/layout';
import { GroupBar } from './group-bar';
import styles from './migration.module.css';
import { useNames } from './names';
import { useOrganizationId } from '../../session/organization';
import { type Counts, GROUPS, type Plan, countIn } from './reads';
import { texts } from './texts';

interface StandingProps {
  readonly counts: Counts;
  readonly plan: Plan;
}

export function StandingCard({ counts, plan }: StandingProps) {
  const t = useTexts(texts);
  const { number, percent, moment } = useFormats();
  const { lockout_count: lockedOut, pending_invitations: pending } = plan;
  return (
    <Card
      title={t.where}
      actions={
        <LinkButton to="/organizations/$organization/migration/people" params={{ organization: String(useOrganizationId()) }}>
          {t.everybody} ({number(counts.total_users)})
        </LinkButton>
      }
    >
      <p>
        <strong>{t.ready(percent(plan.readiness_pct))}</strong>
      </p>
      <GroupBar counts={counts} />
      <p className={styles['soft']}>
        <span>{t.planOf(number(plan.number), moment(plan.confirmed_at))}</span> <span>{t.lockout(lockedOut, number(lockedOut))}</span>{' '}
        {pending > 0 && <span>{t.pending(pending, number(pending))}</span>} <Difference diff={plan.diff} />
      </p>
    </Card>
  );
}

/** How the groups have grown and shrunk since the plan before. */
function Difference({ diff }: Pick<Plan, 'diff'>) {
  const t = useTexts(texts);
  const names = useNames();
  const { number } = useFormats();
  if (diff === null) return null;
  const changes = GROUPS.filter((group) => countIn(diff.groups, group) !== 0).map((group) =>
    t.change(names.groups[group], countIn(diff.groups, group)),
  );
  return (
    <>
      {t.since(number(diff.against_number))} {changes.length === 0 ? t.unchanged : `${changes.join(', ')}.`}
    </>
  );
}
