import { unwrap } from '@headgate/client';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { type Draft as Kept, useDraft } from '../../session/draft';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Button, LinkButton } from '../../ui/button';
import { later } from '../../ui/later';
import { Card, Page, Row } from '../../ui/layout';
import { Notice, Shown } from '../../ui/notice';
import { MemberLink } from '../policies/member-link';
import { NamesNothing } from '../policies/names-nothing';
import { CHANGED, DATA_POLICY, type DataPolicy, type Draft, contentOf, draftOf, isSame, rulesOf } from './data-policy-api';
import styles from './data-policies.module.css';
import { Mistakes } from './mistakes';
import { Presumed } from './presumed';
import { RuleSentences } from './rule-sentences';
import { SourceLink } from './source-name';
import { Status } from './status';
import { Delete, Steps } from './steps';
import { texts } from './texts';
import { WhomWords } from './whom-words';

/** Only who changes the policy needs it. */
const DraftForm = later(async () => (await import('./draft-form')).DraftForm);

const route = getRouteApi('/signed-in/organizations/$organization/data-policies/$policy');

export function DataPolicyPage() {
  const t = useTexts(texts);
  const { organization, policy: id } = route.useParams();
  const read = useRead(DATA_POLICY, { params: { path: { data_policy_id: Number(id) } } });
  const policy = read.data?.data_policy;
  return (
    <Page title={policy?.name ?? t.policy} lead={policy?.description}>
      <Shown of={read}>{({ data_policy: shown }) => <Policy key={shown.id} organization={Number(organization)} policy={shown} />}</Shown>
    </Page>
  );
}

interface PolicyProps {
  readonly organization: number;
  readonly policy: DataPolicy;
}

function Policy({ organization, policy }: PolicyProps) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const kept = useDraft('change', draftOf(policy), { version: headgate.versionOf(policy), isSame });
  const [isOpen, setOpen] = useState(kept.isRestored);
  const mayChange = may('abac.manage') && (policy.status !== 'active' || may('abac.grant'));
  if (isOpen) return <Change organization={organization} policy={policy} kept={kept} onClose={() => setOpen(false)} />;
  return (
    <>
      <Row>
        {may('abac.manage') && <Steps policy={policy} mayGrant={may('abac.grant')} />}
        {mayChange && <Button onClick={() => setOpen(true)}>{t.change}</Button>}
        {may('abac.manage') && may('data_source.read') && (
          <LinkButton
            to="/organizations/$organization/data-policies/preview"
            params={{ organization: String(organization) }}
            search={{
              policy: policy.id,
              ...(policy.data_source_id !== null && { source: policy.data_source_id }),
            }}
          >
            {t.previewThis}
          </LinkButton>
        )}
      </Row>
      <Facts organization={organization} policy={policy} />
      {may('abac.manage') && policy.status !== 'active' && <Delete organization={organization} policy={policy} />}
    </>
  );
}

function Facts({ organization, policy }: PolicyProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { data_source_id: source, applies_when: condition } = policy;
  const may = usePermissions(organization);
  return (
    <>
      {policy.outdated.length > 0 && (
        <Notice tone="warning">
          <p>{t.outdatedLead}</p>
          <Mistakes of={policy.outdated} />
        </Notice>
      )}
      {policy.failing !== null && <Failing organization={organization} policy={policy} failing={policy.failing} />}
      <NamesNothing of={policy.names_nothing} />
      {policy.unfit_attributes.length > 0 && (
        <Notice tone="warning">
          <p>{t.unfitLead}</p>
          <Mistakes of={policy.unfit_attributes} />
        </Notice>
      )}
      {policy.hidden_until_reviewed.length > 0 && (
        <Notice tone="warning">
          <Presumed of={policy.hidden_until_reviewed} mayGrant={may('abac.grant')} />
        </Notice>
      )}
      <Card title={t.about}>
        <Row>
          <Status of={policy.status} />
          {source === null ? <span>{t.allSources}</span> : <SourceLink of={source} />}
          <span>
            {t.changedAt(moment(policy.updated_at))} <MemberLink organization={organization} user={policy.changed_by_user_id} />
          </span>
        </Row>
      </Card>
      <Card title={t.forWhom}>
        {condition === null ? (
          <p>{t.everyoneLong}</p>
        ) : (
          <>
            <p>
              <WhomWords organization={organization} condition={condition} />
            </p>
            <pre className={styles['text']}>{condition}</pre>
          </>
        )}
      </Card>
      <Card title={t.hides}>
        <RuleSentences rules={rulesOf(policy)} />
      </Card>
    </>
  );
}

interface FailingProps extends PolicyProps {
  readonly failing: NonNullable<DataPolicy['failing']>;
}

function Failing({ organization, policy, failing: { since, last_at: last, user_id: member } }: FailingProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <Notice tone="bad">
      <p>{t.failingLead(moment(since), moment(last))}</p>
      <MemberLink organization={organization} user={member} />{' '}
      <Link
        to="/organizations/$organization/data-policies/preview"
        params={{ organization: String(organization) }}
        search={{ member, ...(policy.data_source_id !== null && { source: policy.data_source_id }) }}
      >
        {t.preview}
      </Link>
    </Notice>
  );
}

interface ChangeProps extends PolicyProps {
  readonly kept: Kept<Draft>;
  readonly onClose: () => void;
}

function Change({ organization, policy, kept, onClose }: ChangeProps) {
  const t = useTexts(texts);
  const change = useAction(
    async ({ over, draft }: { readonly over: string; readonly draft: Draft }) => {
      const params = { path: { data_policy_id: policy.id } };
      return unwrap(await headgate.PUT(DATA_POLICY, { params, body: contentOf(draft), ifMatch: over }));
    },
    {
      changes: CHANGED,
      onDone: () => {
        kept.discard();
        onClose();
      },
    },
  );
  return (
    <DraftForm
      organization={organization}
      policy={policy.id}
      label={t.change}
      kept={kept}
      saved={draftOf(policy)}
      save={{ ...change, run: (draft) => change.run({ over: kept.begun.version, draft }) }}
      onKeepMine={(draft) => change.run({ over: headgate.versionOf(policy), draft })}
      onClose={onClose}
    />
  );
}
