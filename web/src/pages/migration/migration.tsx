import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Help } from '../../ui/help';
import { Card, Page } from '../../ui/layout';
import { Empty, Problem, Shown } from '../../ui/notice';
import { DaysCard } from './days-card';
import { ExemptionsCard } from './exemptions-card';
import { ForecastCard } from './forecast-card';
import styles from './migration.module.css';
import { ObstacleList } from './obstacle-list';
import { useOrganizationId } from '../../session/organization';
import { ReasonsCard } from './reasons-card';
import { FORECAST, OLD_AFTER_A_STEP, PLAN, PROGRESS, type Plans } from './reads';
import { StandingCard } from './standing-card';
import { texts } from './texts';
import { WavesCard } from './waves-card';
import { Way } from './way';

/** How an organization moves from passwords to single sign-on, at a glance. */
export function Migration() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const may = usePermissions(organization);
  const path = { organization_id: organization };
  const plans = useRead(PLAN, { params: { path, query: { page: 1, limit: 1 } } });
  const make = useAction(async () => unwrap(await headgate.POST(PLAN, { params: { path } })), {
    changes: [...OLD_AFTER_A_STEP, PROGRESS, FORECAST],
  });
  const isThere = plans.data !== undefined && plans.data.plan !== null;
  const makeButton = (
    <Button look={isThere ? 'plain' : 'primary'} isBusy={make.isRunning} onClick={() => make.run(undefined)}>
      {isThere ? t.remakePlan : t.makePlan}
    </Button>
  );
  return (
    <Page
      title={t.title}
      lead={
        <>
          {t.lead} <Help at="single-sign-on#the-migration-plan" about={t.title} />
        </>
      }
      {...(isThere && { actions: makeButton })}
    >
      <Problem error={make.error} />
      {may('sso.enforce') && <Way organization={organization} />}
      <Shown of={plans}>
        {(read) =>
          read.plan === null || read.migration_plan === null ? (
            <Empty title={t.noPlan} action={makeButton}>
              {t.noPlanText}
            </Empty>
          ) : (
            <>
              <StandingCard counts={read.migration_plan} plan={read.plan} />
              <div className={styles['two']}>
                <ForecastCard />
                <ReasonsCard reasons={read.plan.reasons} />
              </div>
              <Readiness blockers={read.org_blockers} />
              <WavesCard />
              <DaysCard />
            </>
          )
        }
      </Shown>
      {may('sso.read') && <ExemptionsCard />}
    </Page>
  );
}

function Readiness({ blockers }: { readonly blockers: Plans['org_blockers'] }) {
  const t = useTexts(texts);
  return <Card title={t.readiness}>{blockers.length === 0 ? <p>{t.isReady}</p> : <ObstacleList obstacles={blockers} />}</Card>;
}
