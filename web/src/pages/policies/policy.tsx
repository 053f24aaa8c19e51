import { Link, getRouteApi } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Card, Page } from '../../ui/layout';
import { Shown } from '../../ui/notice';
import { NamesNothing } from './names-nothing';
import { NextVersion } from './next-version';
import { POLICY, type PolicyRead } from './policy-api';
import styles from './policies.module.css';
import { Archive, Steps } from './steps';
import { Status, isWatched } from './status';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/policies/$policy');

export function PolicyPage() {
  const t = useTexts(texts);
  const { organization, policy: id } = route.useParams();
  const read = useRead(POLICY, { params: { path: { policy_id: Number(id) } } });
  return (
    <Page title={read.data?.policy.name ?? t.title} lead={read.data?.policy.description}>
      <Shown of={read}>{(data) => <Cards key={id} organization={Number(organization)} read={data} />}</Shown>
    </Page>
  );
}

function Cards({ organization, read }: { readonly organization: number; readonly read: PolicyRead }) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const may = usePermissions(organization);
  const { policy, versions } = read;
  const { effect, last_matched_at: matched } = policy;
  const mayWrite = may('abac.manage') && policy.status !== 'archived';
  return (
    <>
      <Card
        title={t.decisions}
        actions={
          <Link
            to="/organizations/$organization/policies/decisions"
            params={{ organization: String(organization) }}
            search={{ policy: policy.id, show: 'all' }}
          >
            {t.itsDecisions}
          </Link>
        }
      >
        <p>
          {t.effect}: {t[effect]}
        </p>
        <p>
          {t.lastMatched}: {matched === null ? (isWatched(policy.status) ? t.neverMet : t.never) : relative(matched)}
        </p>
      </Card>
      {versions.map((version) => (
        <Card
          key={version.version}
          title={`${t.version} ${version.version}`}
          actions={
            <>
              <Status of={version.state} />
              <span>{t[version.effect]}</span>
            </>
          }
        >
          <pre className={styles['text']}>{version.text}</pre>
          <NamesNothing of={version.names_nothing} />
          <ul>
            {version.examples.map(({ name, expected }, index) => (
              <li key={index}>
                {name}: {t[expected]}
              </li>
            ))}
          </ul>
          {mayWrite && <Steps organization={organization} read={read} version={version} />}
        </Card>
      ))}
      {mayWrite && <NextVersion key={policy.id} organization={organization} read={read} />}
      {mayWrite && <Archive read={read} />}
    </>
  );
}
