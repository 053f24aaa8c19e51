import { Link, getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Page } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import styles from '../sign-on.module.css';
import { useOrganizationId } from '../../../session/organization';
import { ActivateStep } from './activate-step';
import { ConfigurationStep } from './configuration-step';
import { ConnectionBadge } from './connection-badge';
import { DomainStep } from './domain-step';
import { Overview } from './overview';
import { type ProviderId, STEPS, type StepId } from './choices';
import { providerOf } from './providers';
import { CONNECTION, DOMAINS, type SsoConnection, type SsoDomain, isConfigured } from './read-connection';
import { isDone, nextStep } from './steps';
import { TestStep } from './test-step';
import { texts } from './wizard-texts';

const route = getRouteApi('/signed-in/organizations/$organization/sso/$connection');

/** One connection: the steps until people use it, and then what happens with it. */
export function ConnectionPage() {
  const t = useTexts(texts);
  const { connection: id } = route.useParams();
  const organization = useOrganizationId();
  const connection = useRead(CONNECTION, { params: { path: { connection_id: Number(id) } } });
  const domains = useRead(DOMAINS, { params: { path: { org_id: organization }, query: { page: 1, limit: 100 } } });
  const found = connection.data?.connection;
  return (
    <Page title={found?.name ?? t.overview} {...(found !== undefined && { actions: <ConnectionBadge status={found.status} /> })}>
      <Shown of={connection}>
        {() => <Shown of={domains}>{(data) => found !== undefined && <Steps connection={found} domains={data.domains} />}</Shown>}
      </Shown>
    </Page>
  );
}

interface StepsProps {
  readonly connection: SsoConnection;
  readonly domains: readonly SsoDomain[];
}

function Steps({ connection, domains }: StepsProps) {
  const { step, provider: chosen } = route.useSearch();
  const hasDomain = domains.some(({ status }) => status === 'verified');
  const shown = step ?? nextStep(connection, hasDomain);
  const provider = chosen ?? (isConfigured(connection) ? providerOf(connection.issuer) : 'other');
  return (
    <>
      <StepList connection={connection} hasDomain={hasDomain} shown={shown} />
      <StepBody
        // Each step begins with what the service says of the connection.
        key={`${connection.id} ${shown}`}
        {...{ connection, domains, hasDomain, provider, shown }}
      />
    </>
  );
}

interface BodyProps extends StepsProps {
  readonly hasDomain: boolean;
  readonly provider: ProviderId;
  readonly shown: StepId;
}

function StepBody({ connection, hasDomain, provider, shown }: BodyProps) {
  switch (shown) {
    case 'overview':
      return <Overview connection={connection} />;
    case 'domain':
      return <DomainStep connection={connection} hasDomain={hasDomain} />;
    case 'configuration':
      return <ConfigurationStep connection={connection} provider={provider} />;
    case 'test':
      return <TestStep connection={connection} />;
    case 'activate':
      return <ActivateStep connection={connection} />;
  }
}

interface ListProps {
  readonly connection: SsoConnection;
  readonly hasDomain: boolean;
  readonly shown: StepId;
}

function StepList({ connection, hasDomain, shown }: ListProps) {
  const t = useTexts(texts);
  // While the steps lead to the first sign-in, what was chosen in the first of them is its overview.
  const isBegun = connection.status === 'draft' || connection.status === 'tested';
  return (
    <nav aria-label={t.steps}>
      <ol className={styles['steps']}>
        {STEPS.map((step) => {
          const done = isDone(step, connection, hasDomain);
          return (
            <li key={step}>
              <Link
                from="/organizations/$organization/sso/$connection"
                to="."
                search={(before: object) => ({ ...before, step })}
                {...(step === shown && { 'aria-current': 'step' as const })}
              >
                {(step !== 'overview' || isBegun) && (
                  <span className={styles[done ? 'done' : 'open']} role="img" aria-label={done ? t.done : t.open}>
                    {done ? '✓' : '○'}
                  </span>
                )}
                <span>{step === 'overview' && isBegun ? t.providerStep : t.step(step)}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
