import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useOrganizationId } from '../../../session/organization';
import { usePlace } from '../../../session/place';
import { useRead } from '../../../session/read';
import { SelectField } from '../../../ui/field';
import { Help } from '../../../ui/help';
import { Card, Page } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import styles from '../sign-on.module.css';
import { CONNECTIONS } from '../connection/read-connection';
import { MovingPeople } from './moving-people';
import { MovesCard } from './moves-card';
import { texts } from './texts';

const MOST_CONNECTIONS = 100;

/** How people change from one identity provider to another: who can, in waves, and back. */
export function Moves() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const mayEnforce = usePermissions(organization)('sso.enforce');
  const [from, leave] = usePlace('from');
  const [to, reach] = usePlace('to');
  const connections = useRead(CONNECTIONS, {
    params: { path: { org_id: organization }, query: { page: 1, limit: MOST_CONNECTIONS } },
  });
  return (
    <Page
      title={t.title}
      lead={
        <>
          {t.lead} <Help at="single-sign-on#another-provider" about={t.title} />
        </>
      }
    >
      <MovesCard mayEnforce={mayEnforce} />
      <Card title={t.people}>
        <p>{t.peopleText}</p>
        <Shown of={connections}>
          {({ connections: all }) => (
            <div role="search" className={styles['choices']}>
              <SelectField label={t.from} value={from ?? ''} onChange={({ target }) => leave(Number(target.value) || undefined)}>
                <option value="">{t.choose}</option>
                {all.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField label={t.to} value={to ?? ''} onChange={({ target }) => reach(Number(target.value) || undefined)}>
                <option value="">{t.choose}</option>
                {all
                  .filter(({ id }) => id !== from)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </SelectField>
            </div>
          )}
        </Shown>
        {from !== undefined && to !== undefined && from !== to && (
          <MovingPeople key={`${from} ${to}`} from={from} to={to} mayEnforce={mayEnforce} />
        )}
      </Card>
    </Page>
  );
}
