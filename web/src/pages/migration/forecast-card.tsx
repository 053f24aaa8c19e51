import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Card } from '../../ui/layout';
import { Shown } from '../../ui/notice';
import { Table } from '../../ui/table';
import styles from './migration.module.css';
import { useNames } from './names';
import { useOrganizationId } from '../../session/organization';
import { FORECAST, type Forecast } from './reads';
import { texts } from './texts';

/** What the logins of the last days say about requiring single sign-on today. */
export function ForecastCard() {
  const t = useTexts(texts);
  const forecast = useRead(FORECAST, { params: { path: { organization_id: useOrganizationId() } } });
  return (
    <Card title={t.forecast}>
      <Shown of={forecast}>{(read) => <Figures forecast={read.forecast} />}</Shown>
    </Card>
  );
}

function Figures({ forecast }: { readonly forecast: Forecast }) {
  const t = useTexts(texts);
  const names = useNames();
  const { number } = useFormats();
  const { all, denied, locked_out: lockedOut, observed, by_group: byGroup } = forecast;
  const refused = observed.would_deny.logins + observed.denied.logins;
  return (
    <>
      <p className={styles['soft']}>{t.forecastLead(number(all.logins), number(all.people))}</p>
      {denied.people === 0 ? (
        <p>{t.nobodyDenied}</p>
      ) : (
        <div className={styles['figures']}>
          <div className={styles['figure']} data-tone="warning">
            <strong>{t.denied(denied.people, number(denied.people))}</strong>
            <span className={styles['soft']}>{t.deniedText(number(denied.logins))}</span>
          </div>
          <div className={styles['figure']} data-tone={lockedOut.people > 0 ? 'bad' : 'good'}>
            <strong>{t.lockedOut(lockedOut.people, number(lockedOut.people))}</strong>
            <span className={styles['soft']}>{t.lockedOutText(number(lockedOut.logins))}</span>
          </div>
        </div>
      )}
      {byGroup.length > 0 && (
        <Table
          caption={t.byGroup}
          rows={byGroup}
          keyOf={({ group }) => group}
          columns={[
            { title: t.group, cell: ({ group }) => names.groups[group] },
            { title: t.denials, cell: ({ logins }) => number(logins) },
            { title: t.peopleDenied, cell: ({ people }) => number(people) },
            { title: t.peopleLocked, cell: ({ people_locked_out: people }) => number(people) },
          ]}
        />
      )}
      {refused > 0 && <p className={styles['soft']}>{t.observed(number(observed.would_deny.logins), number(observed.denied.logins))}</p>}
    </>
  );
}
