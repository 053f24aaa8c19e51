import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { isConflict } from '../../ui/conflict';
import { Card, Row } from '../../ui/layout';
import { Notice } from '../../ui/notice';
import { CHANGED, DATA_POLICIES, DATA_POLICY, type DataPolicy } from './data-policy-api';
import { SameData } from '../data-sources/same-data';
import { Refusal } from './draft-fields';
import { texts } from './texts';

interface StepsProps {
  readonly policy: DataPolicy;
  /** Showing again what is hidden takes more rights than hiding it. */
  readonly mayGrant: boolean;
}

/** Into force, and out of it. */
export function Steps({ policy, mayGrant }: StepsProps) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const isActive = policy.status === 'active';
  const close = (): void => {
    setAsked(false);
    take.reset();
  };
  const take = useAction(
    async () => {
      const init = { params: { path: { data_policy_id: policy.id } }, ifMatch: policy };
      if (!isActive) return unwrap(await headgate.POST(`${DATA_POLICY}/activate`, init)).same_data;
      unwrap(await headgate.POST(`${DATA_POLICY}/disable`, init));
      return [];
    },
    { changes: CHANGED, onDone: () => setAsked(false) },
  );
  const others = (isActive && take.result) || [];
  const told = others.length > 0 && (
    <Notice tone="warning">
      <p>{t.sameData}</p>
      <SameData sources={others} />
    </Notice>
  );
  if (isActive && !mayGrant)
    return (
      <>
        {told}
        <Notice>{t.needsGrant}</Notice>
      </>
    );
  const verb = isActive ? t.disable : t.activate;
  return (
    <Row>
      {told}
      <Button look={isActive ? 'plain' : 'primary'} onClick={() => setAsked(true)}>
        {verb}
      </Button>
      <Confirm
        title={isActive ? t.askDisable : t.askActivate}
        isOpen={isAsked}
        onClose={close}
        verb={verb}
        onConfirm={() => take.run(undefined)}
        isBusy={take.isRunning}
        error={null}
      >
        <p>{isActive ? t.disableLead : t.activateLead}</p>
        {isConflict(take.error) ? <Notice tone="warning">{t.stale}</Notice> : <Refusal error={take.error} />}
      </Confirm>
    </Row>
  );
}

interface DeleteProps {
  readonly organization: number;
  readonly policy: DataPolicy;
}

export function Delete({ organization, policy }: DeleteProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const close = (): void => {
    setAsked(false);
    remove.reset();
  };
  const remove = useAction(
    async () => unwrap(await headgate.DELETE(DATA_POLICY, { params: { path: { data_policy_id: policy.id } }, ifMatch: policy })),
    {
      changes: [DATA_POLICIES],
      onDone: () =>
        void navigate({
          to: '/organizations/$organization/data-policies',
          params: { organization: String(organization) },
        }),
    },
  );
  return (
    <Card title={t.delete}>
      <p>{t.deleteLead}</p>
      <Row>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t.delete}
        </Button>
      </Row>
      <Confirm
        title={t.askDelete}
        isOpen={isAsked}
        onClose={close}
        name={policy.name}
        verb={t.delete}
        onConfirm={() => remove.run(undefined)}
        isBusy={remove.isRunning}
        error={isConflict(remove.error) ? null : remove.error}
      >
        {isConflict(remove.error) ? <Notice tone="warning">{t.stale}</Notice> : <p>{t.deleteLead}</p>}
      </Confirm>
    </Card>
  );
}
