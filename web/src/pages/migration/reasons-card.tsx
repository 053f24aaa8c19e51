import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { Card } from '../../ui/layout';
import styles from './migration.module.css';
import { useNames } from './names';
import { useOrganizationId } from '../../session/organization';
import type { Plan } from './reads';
import { texts } from './texts';

/** The most frequent reasons first, each with its members. */
export function ReasonsCard({ reasons }: Pick<Plan, 'reasons'>) {
  const t = useTexts(texts);
  const names = useNames();
  const { number } = useFormats();
  const params = { organization: String(useOrganizationId()) };
  return (
    <Card title={t.reasons}>
      <ul className={styles['list']}>
        {reasons.map(({ group, reason, users }) => (
          <li key={reason} className={styles['named']}>
            <span>
              <span className={`${styles['swatch']} ${styles[group]}`} />{' '}
              <Link to="/organizations/$organization/migration/people" params={params} search={{ group, reason }}>
                {names.reasons[reason]}
              </Link>
            </span>
            <span className={styles['amount']}>{number(users)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
