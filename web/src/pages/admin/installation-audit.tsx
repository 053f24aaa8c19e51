import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { Trail } from '../audit/trail';
import { AdminPage } from './admin-page';
import styles from './admin.module.css';
import { Refusals } from './refusals';
import { texts } from './texts';

/** The trail of what belongs to no organization, and the counters of refused strangers. */
export function InstallationAudit() {
  const t = useTexts(texts);
  const { view, network, ...search } = useSearch({ from: '/signed-in/admin/audit' });
  const navigate = useNavigate();
  return (
    <AdminPage title={t.audit} lead={t.auditLead}>
      <nav className={styles['tabs']} aria-label={t.views}>
        {([undefined, 'refusals'] as const).map((one) => (
          <Link
            key={one ?? 'events'}
            to="/admin/audit"
            search={one === undefined ? {} : { view: one }}
            className={styles['tab']}
            activeOptions={{ exact: true }}
            aria-current={view === one ? 'page' : undefined}
          >
            {one === undefined ? t.events : t.refusals}
          </Link>
        ))}
      </nav>
      {view === 'refusals' ? (
        <Refusals search={{ ...search, ...(network !== undefined && { network }) }} />
      ) : (
        <Trail
          place="installation"
          search={search}
          onSearch={(next) => void navigate({ to: '/admin/audit', search: next })}
        />
      )}
    </AdminPage>
  );
}
