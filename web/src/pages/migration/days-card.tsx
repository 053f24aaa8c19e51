import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { type Read, useRead } from '../../session/read';
import { Card } from '../../ui/layout';
import { later } from '../../ui/later';
import { Shown } from '../../ui/notice';
import { Table } from '../../ui/table';
import styles from './migration.module.css';
import { useNames } from './names';
import { useOrganizationId } from '../../session/organization';
import { type Day, GROUPS, PROGRESS, countIn } from './reads';
import { texts } from './texts';

const DaysChart = later(async () => (await import('./days-chart')).DaysChart, <ChartToCome />);
const MOST_DAYS = 100;

/** How the groups have grown and shrunk. */
export function DaysCard() {
  const t = useTexts(texts);
  const query = { page: 1, limit: MOST_DAYS };
  const progress = useRead(PROGRESS, { params: { path: { organization_id: useOrganizationId() }, query } });
  return (
    <Card title={t.days}>
      <Shown of={progress}>
        {({ progress: newestFirst, pace }) => (
          <>
            <Pace pace={pace} />
            {newestFirst.length === 0 && <p>{t.noDays}</p>}
            {newestFirst.length === 1 && <p>{t.oneDay}</p>}
            {newestFirst.length > 1 && <DaysChart days={newestFirst.toReversed()} />}
            {newestFirst.length > 0 && (
              <details className={styles['details']}>
                <summary>{t.asTable}</summary>
                <DaysTable days={newestFirst} />
              </details>
            )}
          </>
        )}
      </Shown>
    </Card>
  );
}

function ChartToCome() {
  const t = useTexts(texts);
  return <p className={styles['chart']}>{t.loadingChart}</p>;
}

function Pace({ pace }: Pick<Read<typeof PROGRESS>, 'pace'>) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const params = { organization: String(useOrganizationId()) };
  const { median_days_to_first_login: median, first_logins: first, stuck_members: stuck, stuck_after_days: days } = pace;
  return (
    <>
      {median !== null && <p>{t.pace(number(median), number(first))}</p>}
      {stuck > 0 && (
        <p>
          <Link to="/organizations/$organization/migration/people" params={params} search={{ stuck: true }}>
            {t.stuck(stuck, number(stuck), number(days))}
          </Link>
        </p>
      )}
    </>
  );
}

/** What the chart shows, for people who do not see it. */
function DaysTable({ days }: { readonly days: readonly Day[] }) {
  const t = useTexts(texts);
  const names = useNames();
  const { number, percent, day: dayOf } = useFormats();
  return (
    <Table
      caption={t.chart}
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        { title: t.day, cell: ({ day }) => dayOf(`${day}T12:00`) },
        ...GROUPS.map((group) => ({
          title: names.groups[group],
          cell: (day: Day) => number(countIn(day, group)),
        })),
        { title: t.readyColumn, cell: ({ readiness_pct: share }) => percent(share) },
        { title: t.lockedColumn, cell: ({ lockout_count: count }) => number(count) },
      ]}
    />
  );
}
