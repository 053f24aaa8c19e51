import type { HeadgateError } from '@headgate/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Card, Stack } from '../../../ui/layout';
import { Notice, Shown } from '../../../ui/notice';
import styles from '../sign-on.module.css';
import type { Preview } from './read-enforcement';
import { texts } from './texts';

interface PreviewProps {
  readonly organization: number;
  readonly preview: UseQueryResult<{ preview: Preview }, HeadgateError>;
}

export function PreviewCard({ organization, preview }: PreviewProps) {
  const t = useTexts(texts);
  return (
    <Card
      title={t.previewTitle}
      actions={
        <Button isBusy={preview.isFetching} onClick={() => void preview.refetch()}>
          {t.again}
        </Button>
      }
    >
      <p>{t.previewText}</p>
      <Shown of={preview}>
        {({ preview: shown }) => (
          <Stack>
            <Figures preview={shown} />
            <Blockers organization={organization} blockers={shown.blockers} />
          </Stack>
        )}
      </Shown>
    </Card>
  );
}

function Figures({ preview }: { readonly preview: Preview }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const figures = [
    ['people', preview.denied_last_30_days.people, t.people],
    ['logins', preview.denied_last_30_days.logins, t.logins],
    ['never', preview.never_signed_on_count, t.neverCame],
    ['sessions', preview.sessions_to_end, t.sessions],
  ] as const;
  return (
    <dl className={styles['figures']}>
      {figures.map(([key, value, meaning]) => (
        <div key={key}>
          <dt>{meaning(value)}</dt>
          <dd data-testid={key}>{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface BlockersProps {
  readonly organization: number;
  readonly blockers: Preview['blockers'];
}

const CURES: Readonly<Record<Preview['blockers'][number]['code'], string>> = {
  CONNECTION_ACTIVE: 'sso',
  CONNECTION_TESTED: 'sso',
  DOMAIN_VERIFIED: 'sso',
  ADMIN_HAS_LOGGED_IN_BY_SSO: '/account',
  BREAK_GLASS_READY: '#break-glass',
  CALLER_NOT_LOCKED_OUT: '/account',
  PLAN_FRESH: 'migration',
};

function addressOf(organization: number, cure: string): string {
  return cure.startsWith('/') ? cure : `/organizations/${organization}/${cure}`;
}

/** Each with a link to where it can be fixed. */
function Blockers({ organization, blockers }: BlockersProps) {
  const t = useTexts(texts);
  if (blockers.length === 0) return <Notice tone="good">{t.noBlockers}</Notice>;
  return (
    <Notice tone="warning">
      <strong>{t.blockers}</strong>
      <ul className={styles['blockers']}>
        {blockers.map(({ code, message }) => (
          <li key={code}>
            <span>{message}</span>{' '}
            {CURES[code].startsWith('#') ? (
              <a href={CURES[code]}>{t.cure(code)}</a>
            ) : (
              <Link to={addressOf(organization, CURES[code])}>{t.cure(code)}</Link>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
