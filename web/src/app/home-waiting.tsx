import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/formats';
import { plural } from '../i18n/plural';
import { catalogue, useTexts } from '../i18n/texts';
import { DECISIONS, type Policy } from '../pages/policies/policy-api';
import { type Me, permissionsIn, placesOf } from '../session/me';
import { useRead } from '../session/read';
import styles from './home.module.css';

const texts = catalogue(
  {
    title: 'To look at',
    failing: (name: string, when: string) => `“${name}” cannot be read (first noticed ${when})`,
    moreFailing: (count: string) => `Further data sources that cannot be read: ${count}`,
    requests: (count: string) => `Access requests to decide: ${count}`,
    coming: (count: string) => `People about to join: ${count}`,
    undelivered: (count: string) => `Invitations whose mail was not delivered: ${count}`,
    drafts: (count: string) => `Access policies in draft: ${count}`,
    shadow: (name: string) => `Access policy “${name}” in shadow`,
    wouldChange: (count: string) => `would have changed ${count} ${plural('en', count, { one: 'decision', other: 'decisions' })}`,
    shadows: (count: string) => `Further access policies in shadow: ${count}`,
    dataDrafts: (count: string) => `Data policies in draft: ${count}`,
    dataFaults: (count: string) => `Data policies that do not work as written: ${count}`,
  },
  {
    title: 'Zu erledigen',
    failing: (name: string, when: string) => `„${name}“ lässt sich nicht lesen (zuerst bemerkt ${when})`,
    moreFailing: (count: string) => `Weitere Datenquellen, die sich nicht lesen lassen: ${count}`,
    requests: (count: string) => `Zugriffsanfragen zu entscheiden: ${count}`,
    coming: (count: string) => `Leute, die noch nicht da sind: ${count}`,
    undelivered: (count: string) => `Einladungen, deren Mail nicht zugestellt wurde: ${count}`,
    drafts: (count: string) => `Zugriffsregeln im Entwurf: ${count}`,
    shadow: (name: string) => `Zugriffsregel „${name}“ im Schatten`,
    wouldChange: (count: string) => `hätte ${count} ${plural('de', count, { one: 'Entscheidung', other: 'Entscheidungen' })} geändert`,
    shadows: (count: string) => `Weitere Zugriffsregeln im Schatten: ${count}`,
    dataDrafts: (count: string) => `Datenregeln im Entwurf: ${count}`,
    dataFaults: (count: string) => `Datenregeln, die nicht wie geschrieben wirken: ${count}`,
  },
);

interface Waiting {
  readonly label: Exclude<keyof (typeof texts)['en'], 'title' | 'failing' | 'moreFailing' | 'shadow' | 'wouldChange'>;
  readonly to: string;
  readonly count: number;
  readonly isLeast?: boolean;
}

/** Only the newest of a list are counted; if there are more, the number says so. */
const COUNTED = 100;

/** How many are named; the others are in their list. */
const NAMED = 3;

/** What somebody has to decide or to mend in an organization, as far as this person may see it. */
export function HomeWaiting({ me, organization }: { readonly me: Me; readonly organization: number }) {
  const t = useTexts(texts);
  const { number, relative } = useFormats();
  const { found, shadows, isLoading } = useWaiting(me, organization);
  const waiting = found.filter(({ count }) => count > 0);
  const failing = useFailing(me, organization);
  if (isLoading || failing.isLoading) return <span data-loading />;
  if (waiting.length + shadows.length + failing.sources.length === 0) return null;
  return (
    <>
      <h3>{t.title}</h3>
      <ul className={styles['steps']}>
        {failing.sources.map(({ id, name, failing_since: since }) => (
          <li key={id}>
            <Link to="/data-sources/$source/settings" params={{ source: String(id) }}>
              {t.failing(name, since === null ? '' : relative(since))}
            </Link>
          </li>
        ))}
        {failing.others > 0 && (
          <li>
            <Link to="/data-sources" search={{ organization }}>
              {t.moreFailing(number(failing.others))}
            </Link>
          </li>
        )}
        {shadows.map((policy) => (
          <InShadow key={policy.id} organization={organization} policy={policy} />
        ))}
        {waiting.map(({ label, to, count, isLeast = false }) => (
          <li key={label}>
            <Link to={to}>{t[label](isLeast ? `${number(count)}+` : number(count))}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

interface InShadowProps {
  readonly organization: number;
  readonly policy: Policy;
}

/** What it would have changed tells whether it can be activated. */
function InShadow({ organization, policy: { id, name } }: InShadowProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const query = { organization_id: organization, policy_id: id, show: 'of_interest', page: 1, limit: 1 } as const;
  const { data } = useRead(DECISIONS, { params: { query } });
  return (
    <li>
      <Link to="/organizations/$organization/policies/$policy" params={{ organization: String(organization), policy: String(id) }}>
        {t.shadow(name)}
      </Link>
      <span className={styles['state']}>{data && t.wouldChange(number(data.pagination.total))}</span>
    </li>
  );
}

/** A source on which people wait comes first: its settings test the connection and say what is wrong. */
function useFailing(me: Me, organization: number) {
  const query = { organization_id: organization, failing: 'true', page: 1, limit: NAMED } as const;
  const mayMend = ['data_source.read', 'data_source.write'].every((one) => placesOf(me, one).some(({ id }) => id === organization));
  const { data, isLoading } = useRead('/api/v1/data-sources', { params: { query } }, { enabled: mayMend });
  const sources = data?.data_sources ?? [];
  return { sources, others: (data?.pagination.total ?? 0) - sources.length, isLoading };
}

const isLong = (read: { readonly pagination: { readonly total: number } } | undefined): boolean => (read?.pagination.total ?? 0) > COUNTED;

interface WaitingRead {
  readonly found: readonly Waiting[];
  readonly shadows: readonly Policy[];
  readonly isLoading: boolean;
}

/** Only what the person may read, so that each read is allowed. */
function useWaiting(me: Me, organization: number): WaitingRead {
  const permissions = permissionsIn(me, organization);
  const path = { org_id: organization };
  const first = { params: { path, query: { page: 1, limit: COUNTED } } };
  const ofOrganization = { params: { query: { organization_id: organization } } };
  const reads = { enabled: permissions.has('abac.read') };
  const requests = useRead('/api/v1/organizations/{org_id}/access-requests', first, { enabled: permissions.has('organization.update') });
  const invitations = useRead(
    '/api/v1/organizations/{org_id}/invitations',
    { params: { path, query: { page: 1, limit: COUNTED, status: 'pending' } } },
    { enabled: permissions.has('member.invite') },
  );
  const expected = useRead(
    '/api/v1/organizations/{org_id}/provisioned-people',
    { params: { path, query: { page: 1, limit: 1 } } },
    { enabled: permissions.has('scim.manage') },
  );
  const access = useRead('/api/v1/sso/abac/policies', ofOrganization, reads);
  const data = useRead('/api/v1/sso/abac/data-policies', ofOrganization, reads);
  const [policies, dataPolicies] = [access.data?.policies ?? [], data.data?.data_policies ?? []];
  const inShadow = policies.filter(({ status }) => status === 'shadow');
  const shadows = inShadow.slice(0, NAMED);
  const home = `/organizations/${organization}`;
  const has = <One extends { readonly status: string }>(list: readonly One[], status: string) =>
    list.filter((one) => one.status === status).length;
  const faulty = dataPolicies.filter(
    ({ status, failing, outdated, hidden_until_reviewed: hidden }) =>
      status === 'active' && (failing !== null || outdated.length + hidden.length > 0),
  );
  const undelivered = invitations.data?.invitations.filter(({ mail }) => mail?.state === 'undeliverable') ?? [];
  const found: readonly Waiting[] = [
    {
      label: 'requests',
      to: `${home}/invitations`,
      count: has(requests.data?.access_requests ?? [], 'requested'),
      isLeast: isLong(requests.data),
    },
    {
      label: 'coming',
      to: `${home}/members?view=coming`,
      // Whom the directory has invited is among those whom it brought.
      count:
        (invitations.data?.invitations.filter(({ invited_by: by }) => by !== null || !permissions.has('scim.manage')).length ?? 0) +
        (expected.data?.pagination.total ?? 0),
      isLeast: isLong(invitations.data),
    },
    { label: 'undelivered', to: `${home}/invitations`, count: undelivered.length, isLeast: isLong(invitations.data) },
    { label: 'dataFaults', to: `${home}/data-policies`, count: faulty.length },
    { label: 'shadows', to: `${home}/policies`, count: inShadow.length - shadows.length },
    { label: 'drafts', to: `${home}/policies`, count: has(policies, 'draft') },
    { label: 'dataDrafts', to: `${home}/data-policies`, count: has(dataPolicies, 'draft') },
  ];
  return { found, shadows, isLoading: [requests, invitations, expected, access, data].some((read) => read.isLoading) };
}
