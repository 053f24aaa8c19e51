import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { offerToAskForReset } from '../../../session/approval';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card, Row } from '../../../ui/layout';
import { Badge, Notice } from '../../../ui/notice';
import { Facts } from '../facts';
import { CHANGED_WITH_MEMBER, MEMBER } from '../paths';
import type { Member } from './member-read';
import { texts } from './texts';

const ACTS = {
  endSessions: `${MEMBER}/end-sessions`,
  resetFactors: `${MEMBER}/reset-factors`,
} as const;

type Act = keyof typeof ACTS;

const DONE = { endSessions: 'sessionsEnded', resetFactors: 'factorsReset' } as const;
const MEANT = { endSessions: 'endSessionsText', resetFactors: 'resetFactorsText' } as const;

interface SecurityCardProps {
  readonly organization: number;
  readonly member: Member;
  readonly security: NonNullable<Member['security']>;
  readonly mayAssist: boolean;
}

/** How the account is protected, and help for people who lost their device. */
export function SecurityCard({ organization, member, security, mayAssist }: SecurityCardProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { last_login: login, managed } = security;
  return (
    <Card title={t.security}>
      <Facts
        facts={[
          [
            t.factor,
            <Badge key="factor" tone={security.second_factor ? 'good' : 'warning'}>
              {security.second_factor ? t.has : t.hasNot}
            </Badge>,
          ],
          [t.lastLogin, login === null ? t.never : `${moment(login.at)}, ${t[login.way]}`],
          [t.managed, managed === null ? t.themselves : t[managed]],
        ]}
      />
      <p>{managed === null ? t.nobodyText : t[`${managed}Text`]}</p>
      {mayAssist && managed !== null && <Assistance organization={organization} member={member} hasFactor={security.second_factor} />}
    </Card>
  );
}

interface AssistanceProps {
  readonly organization: number;
  readonly member: Member;
  readonly hasFactor: boolean;
}

function Assistance({ organization, member, hasFactor }: AssistanceProps) {
  const t = useTexts(texts);
  const [asked, setAsked] = useState<Act | null>(null);
  const assist = useAction(
    async (act: Act) => {
      const params = { path: { org_id: organization, user_id: member.user_id } };
      try {
        unwrap(await headgate.POST(ACTS[act], { params }));
      } catch (error) {
        offerToAskForReset(error, organization, member.user_id);
        throw error;
      }
      return act;
    },
    { changes: CHANGED_WITH_MEMBER, onDone: () => setAsked(null) },
  );
  const ask = (act: Act): void => {
    assist.reset();
    setAsked(act);
  };
  return (
    <>
      <p>{t.assistLead}</p>
      {assist.result !== undefined && <Notice tone="good">{t[DONE[assist.result]]}</Notice>}
      <Row>
        <Button onClick={() => ask('endSessions')}>{t.endSessions}</Button>
        {hasFactor && (
          <Button look="danger" onClick={() => ask('resetFactors')}>
            {t.resetFactors}
          </Button>
        )}
      </Row>
      <Confirm
        title={asked === null ? '' : t[asked]}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        {...(asked === 'resetFactors' && { name: member.username })}
        verb={asked === null ? '' : t[asked]}
        onConfirm={() => asked !== null && assist.run(asked)}
        isBusy={assist.isRunning}
        error={assist.error}
      >
        <p>{asked !== null && t[MEANT[asked]](member.username)}</p>
      </Confirm>
    </>
  );
}
