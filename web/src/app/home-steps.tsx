import { Link } from '@tanstack/react-router';
import { catalogue, useTexts } from '../i18n/texts';
import { type Me, permissionsIn } from '../session/me';
import { useRead } from '../session/read';
import { Badge } from '../ui/notice';
import styles from './home.module.css';

const texts = catalogue(
  {
    title: 'First steps',
    done: 'Done',
    open: 'To do',
    factor: 'Protect your account with a second factor',
    people: 'Invite the people you work with',
    source: 'Register a data source',
    provider: 'Connect your identity provider',
  },
  {
    title: 'Erste Schritte',
    done: 'Erledigt',
    open: 'Offen',
    factor: 'Schützen Sie Ihr Konto mit einem zweiten Faktor',
    people: 'Laden Sie die Menschen ein, mit denen Sie arbeiten',
    source: 'Tragen Sie eine Datenquelle ein',
    provider: 'Verbinden Sie Ihren Identitätsanbieter',
  },
);

interface Step {
  readonly label: 'factor' | 'people' | 'source' | 'provider';
  readonly to: string;
  readonly isDone: boolean | undefined;
}

/**
 * What people do in a new organization. Nothing once all of it is done.
 */
export function HomeSteps({ me, organization }: { readonly me: Me; readonly organization: number }) {
  const t = useTexts(texts);
  const { steps, isLoading } = useSteps(me, organization);
  if (isLoading) return <span data-loading />;
  // What could not be read is not known to be open.
  if (steps.every(({ isDone }) => isDone !== false)) return null;
  return (
    <>
      <h3>{t.title}</h3>
      <ul className={styles['steps']}>
        {steps.map(({ label, to, isDone }) => (
          <li key={label}>
            <span className={styles['mark']}>
              <Badge tone={isDone === true ? 'good' : 'info'}>{isDone === true ? t.done : t.open}</Badge>
            </span>
            <Link to={to}>{t[label]}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Only the steps that the person may take, so that each read is allowed. */
function useSteps(me: Me, organization: number): { readonly steps: readonly Step[]; readonly isLoading: boolean } {
  const permissions = permissionsIn(me, organization);
  const [invites, registers, connects] = [
    permissions.has('member.invite') && permissions.has('member.read'),
    permissions.has('data_source.write'),
    permissions.has('sso.manage') && permissions.has('sso.read'),
  ];
  const path = { org_id: organization };
  const query = { page: 1, limit: 1 };
  const factors = useRead('/api/v1/mfa/factors', {});
  const members = useRead('/api/v1/organizations/{org_id}/members', { params: { path, query } }, { enabled: invites });
  const sources = useRead(
    '/api/v1/data-sources',
    { params: { query: { ...query, organization_id: organization } } },
    { enabled: registers },
  );
  const connections = useRead('/api/v1/organizations/{org_id}/sso/connections', { params: { path, query } }, { enabled: connects });
  const home = `/organizations/${organization}`;
  const person: Step = { label: 'factor', to: '/account', isDone: factors.data && factors.data.factors.length > 0 };
  const people: Step = { label: 'people', to: `${home}/invitations`, isDone: hasMore(members.data?.pagination, 1) };
  const source: Step = { label: 'source', to: '/data-sources/new', isDone: hasMore(sources.data?.pagination, 0) };
  const provider: Step = { label: 'provider', to: `${home}/sso/new`, isDone: hasMore(connections.data?.pagination, 0) };
  const steps = [person, ...(invites ? [people] : []), ...(registers ? [source] : []), ...(connects ? [provider] : [])];
  return { steps, isLoading: [factors, members, sources, connections].some((read) => read.isLoading) };
}

const hasMore = (pagination: { readonly total: number } | undefined, than: number): boolean | undefined =>
  pagination && pagination.total > than;
