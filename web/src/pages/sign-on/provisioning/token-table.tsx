import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { Badge } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import styles from '../sign-on.module.css';
import { useIsOwner } from './approval-field';
import type { NewScimToken, ScimToken } from './read-tokens';
import { texts } from './texts';
import { ApproveToken, RevokeToken, RotateToken } from './token-dialogs';

const TONES = { active: 'good', rotated: 'warning', expired: 'bad', revoked: 'bad' } as const;

interface TableProps {
  readonly organization: number;
  readonly tokens: readonly ScimToken[];
  readonly onMade: (token: NewScimToken) => void;
}

interface Asked {
  readonly what: 'rotate' | 'revoke' | 'approve';
  readonly token: ScimToken;
}

export function TokenTable({ organization, tokens, onMade }: TableProps) {
  const t = useTexts(texts);
  const { day, relative } = useFormats();
  const isOwner = useIsOwner(organization);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  const button = (what: Asked['what'], token: ScimToken) => (
    <Button
      look={what === 'revoke' ? 'danger' : 'plain'}
      aria-label={`${t[what]}: ${token.name}`}
      onClick={() => setAsked({ what, token })}
    >
      {t[what]}
    </Button>
  );
  return (
    <>
      <Table
        caption={t.view('tokens')}
        rows={tokens}
        keyOf={({ id }) => id}
        columns={[
          { title: t.name, cell: ({ name }) => <span className={styles['break']}>{name}</span> },
          {
            title: t.state,
            cell: ({ status, approval_needed: isNeeded, issuer_left: hasLeft }) => (
              <Row>
                <Badge tone={TONES[status]}>{t.status(status)}</Badge>
                {isNeeded && <Badge tone="warning">{t.approvalNeeded}</Badge>}
                {hasLeft && <Badge tone="warning">{t.issuerLeft}</Badge>}
              </Row>
            ),
          },
          { title: t.reach, cell: ({ ceiling }) => t.ceiling(ceiling) },
          { title: t.expires, isWhen: true, cell: ({ expires_at: at }) => (at === null ? t.never : day(at)) },
          {
            title: t.lastUsed,
            cell: ({ last_used_at: at, last_used_ip: ip }) =>
              at === null ? t.never : `${relative(at)}${ip === null ? '' : ` ${t.from(ip)}`}`,
          },
          {
            title: t.actions,
            isActions: true,
            cell: (token) =>
              (token.status === 'active' || token.status === 'rotated') && (
                <Row>
                  {token.status === 'active' && button('rotate', token)}
                  {isOwner && button('approve', token)}
                  {button('revoke', token)}
                </Row>
              ),
          },
        ]}
      />
      <RotateToken {...{ organization, onMade }} token={tokenOf(asked, 'rotate')} onClose={close} />
      <ApproveToken organization={organization} token={tokenOf(asked, 'approve')} onClose={close} />
      <RevokeToken organization={organization} token={tokenOf(asked, 'revoke')} onClose={close} />
    </>
  );
}

function tokenOf(asked: Asked | null, what: Asked['what']): ScimToken | null {
  return asked?.what === what ? asked.token : null;
}
