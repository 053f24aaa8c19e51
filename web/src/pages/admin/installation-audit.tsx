import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { View, Views } from '../../ui/views';
import { Trail } from '../audit/trail';
import { AdminPage } from './admin-page';
import { Refusals } from './refusals';
import { texts } from './texts';

/** The trail of all organizations and of what belongs to none, and the counters of refused strangers. */
export function InstallationAudit() {
  const t = useTexts(texts);
  const { view, network, ...search } = useSearch({ from: '/signed-in/admin/audit' });
  const navigate = useNavigate();
  return (
    <AdminPage title={t.audit} lead={t.auditLead}>
      <Views label={t.views}>
        {([undefined, 'refusals'] as const).map((one) => (
          <View key={one ?? 'events'} to="/admin/audit" search={one === undefined ? {} : { view: one }} isShown={view === one}>
            {one === undefined ? t.events : t.refusals}
          </View>
        ))}
      </Views>
      {view === 'refusals' ? (
        <Refusals search={{ ...search, ...(network !== undefined && { network }) }} />
      ) : (
        <Trail place="installation" search={search} onSearch={(next) => void navigate({ to: '/admin/audit', search: next })} />
      )}
    </AdminPage>
  );
}
