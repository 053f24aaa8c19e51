import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import styles from './migration.module.css';
import { useNames } from './names';
import { type Counts, GROUPS, type Group, countIn } from './reads';
import { useOrganizationId } from '../../session/organization';

const PEOPLE = '/organizations/$organization/migration/people';

/** The whole organization in one line; each part leads to its people. */
export function GroupBar({ counts }: { readonly counts: Counts }) {
  const { number } = useFormats();
  const params = { organization: String(useOrganizationId()) };
  return (
    <>
      {/* The same four links follow with their names, and people should not have to hear or tab through them twice. */}
      <div className={styles['bar']} aria-hidden="true">
        {GROUPS.filter((group) => countIn(counts, group) > 0).map((group) => (
          <Link
            key={group}
            to={PEOPLE}
            params={params}
            search={{ group }}
            tabIndex={-1}
            data-group={group}
            className={`${styles['segment']} ${styles[group]}`}
            style={{ flexGrow: countIn(counts, group) }}
          >
            <span>{number(countIn(counts, group))}</span>
          </Link>
        ))}
      </div>
      <ul className={styles['groups']}>
        {GROUPS.map((group) => (
          <li key={group}>
            <GroupLink group={group} count={countIn(counts, group)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function GroupLink({ group, count }: { readonly group: Group; readonly count: number }) {
  const names = useNames();
  const { number } = useFormats();
  return (
    <Link
      to={PEOPLE}
      params={{ organization: String(useOrganizationId()) }}
      search={{ group }}
      className={`${styles['group']} ${styles[group]}`}
    >
      <span className={styles['number']}>
        <span className={styles['swatch']} />
        {number(count)}
      </span>
      <span className={styles['label']}>{names.groups[group]}</span>
      <span className={styles['soft']}>{names.meanings[group]}</span>
    </Link>
  );
}
