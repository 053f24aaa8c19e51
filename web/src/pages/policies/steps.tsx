import { isError, unwrap } from '@headgate/client';
import { useId, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { isConflict } from '../../ui/conflict';
import { Card, Row } from '../../ui/layout';
import { Notice } from '../../ui/notice';
import { KeptOut } from './kept-out';
import { LockedOut } from './locked-out';
import { DECISIONS, POLICIES, POLICY, type PolicyRead, type Version } from './policy-api';
import { texts } from './texts';
import { useValidation } from './validation';

const CHANGED = [POLICY, POLICIES, DECISIONS];

type Step = 'shadow' | 'activate' | 'disable';

interface StepsProps {
  readonly organization: number;
  readonly read: PolicyRead;
  readonly version: Version;
}

export function Steps({ organization, read: { policy }, version }: StepsProps) {
  const t = useTexts(texts);
  const [asked, setAsked] = useState<Step | null>(null);
  const close = (): void => {
    setAsked(null);
    take.reset();
  };
  const take = useAction(
    async (step: Step) => {
      const params = { path: { policy_id: policy.id, version: version.version } };
      const init = { params, ifMatch: policy };
      if (step === 'shadow') return unwrap(await headgate.POST(`${POLICY}/versions/{version}/shadow`, init));
      if (step === 'activate') return unwrap(await headgate.POST(`${POLICY}/versions/{version}/activate`, init));
      return unwrap(await headgate.POST(`${POLICY}/versions/{version}/disable`, init));
    },
    { changes: CHANGED, onDone: close },
  );
  const { state, missing_permissions: missing } = version;
  const steps: Step[] = [];
  if (state === 'draft' || state === 'disabled') steps.push('shadow');
  if (state !== 'active') steps.push('activate');
  if (state === 'shadow' || state === 'active') steps.push('disable');
  // What decides is changed only by holders of `abac.grant`, whatever the version permits.
  const lacks: Record<Step, readonly string[]> = {
    shadow: [],
    activate: missing,
    disable: state === 'active' ? missing.filter((permission) => permission === 'abac.grant') : [],
  };
  const reason = useId();
  const leads = { shadow: t.shadowLead, activate: t.activateLead, disable: t.disableLead };
  return (
    <Row>
      {steps.map((step) => (
        <Button
          key={step}
          disabled={lacks[step].length > 0}
          {...(lacks[step].length > 0 && { 'aria-describedby': `${reason}-${step}` })}
          onClick={() => setAsked(step)}
        >
          {t[step]}
        </Button>
      ))}
      {steps
        .filter((step) => lacks[step].length > 0)
        .map((step) => (
          <span key={step} id={`${reason}-${step}`}>
            {t.lacks(t[step], lacks[step].join(', '))}
          </span>
        ))}
      <Confirm
        title={asked === null ? t.steps : t.ask(t[asked], String(version.version))}
        isOpen={asked !== null}
        onClose={close}
        verb={t[asked ?? 'shadow']}
        onConfirm={() => asked !== null && take.run(asked)}
        isBusy={take.isRunning}
        error={isConflict(take.error) ? null : take.error}
      >
        {asked !== null && <p>{leads[asked]}</p>}
        {asked === 'activate' && <Warning organization={organization} version={version} replaces={policy.id} />}
        {isConflict(take.error) && <Notice tone="warning">{t.stale}</Notice>}
        <Guard organization={organization} error={take.error} />
      </Confirm>
    </Row>
  );
}

/** Whom the version would keep out, before it decides. */
function Warning({ organization, version, replaces }: Pick<StepsProps, 'organization' | 'version'> & { replaces: number }) {
  const { data } = useValidation(organization, { text: version.text, examples: '[]' }, replaces);
  return <KeptOut organization={organization} forecast={data?.kept_out ?? null} />;
}

/** What the service refuses to activate says whom it would lock out, or which tests fail. */
function Guard({ organization, error }: { readonly organization: number; readonly error: Error | null }) {
  const t = useTexts(texts);
  if (isError(error, 'POLICY_LOCKS_OUT')) return <LockedOut organization={organization} owners={error.owners} />;
  if (isError(error, 'POLICY_EXAMPLES_FAILED'))
    return (
      <>
        <p>{t.failedExamples}</p>
        <ul>
          {error.failed_examples.map(({ name, decided }, index) => (
            <li key={index}>
              {name}: {t[decided]}
            </li>
          ))}
        </ul>
      </>
    );
  return null;
}

export function Archive({ read: { policy, versions } }: { readonly read: PolicyRead }) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const close = (): void => {
    setAsked(false);
    archive.reset();
  };
  const archive = useAction(
    async () => unwrap(await headgate.POST(`${POLICY}/archive`, { params: { path: { policy_id: policy.id } }, ifMatch: policy })),
    { changes: CHANGED, onDone: close },
  );
  if (versions.some(({ state }) => state === 'active' || state === 'shadow')) return null;
  return (
    <Card title={t.archive}>
      <p>{t.archiveLead}</p>
      <Row>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t.archive}
        </Button>
      </Row>
      <Confirm
        title={t.askArchive}
        isOpen={isAsked}
        onClose={close}
        name={policy.name}
        verb={t.archive}
        onConfirm={() => archive.run(undefined)}
        isBusy={archive.isRunning}
        error={isConflict(archive.error) ? null : archive.error}
      >
        <p>{isConflict(archive.error) ? t.stale : t.archiveLead}</p>
      </Confirm>
    </Card>
  );
}
