import { isError } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { type SsoDomain, isVouchedFor } from '../connection/read-connection';
import { CopiedValues } from '../copied-value';
import { texts } from '../texts';
import { useLookUp } from './use-look-up';

interface RecordProps {
  readonly domain: SsoDomain;
  /** Whether the claim was made just now: then the DNS is asked from the start. */
  readonly isNew: boolean;
}

/** What the DNS has to show, and whether it does. */
export function DomainRecord({ domain, isNew }: RecordProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { lookNow, isLooking, goesOn, error, lookedAt } = useLookUp(domain.id, isNew);
  const isMissing = isError(error, 'DOMAIN_NOT_VERIFIED');
  return (
    <Stack>
      {domain.status === 'drifted' && <Notice tone="warning">{t.drifted}</Notice>}
      {isVouchedFor(domain) && <p>{t.vouchedFor(domain.domain)}</p>}
      <p>{t.recordLead(domain.domain)}</p>
      <CopiedValues
        values={[
          { label: t.recordType, value: domain.record.type },
          { label: t.recordName, value: domain.record.name },
          { label: t.recordValue, value: domain.record.value },
        ]}
      />
      {isMissing ? (
        <Notice tone="warning">
          <p>{error.message}</p>
          {error.found.length > 0 && <p>{t.found(error.found)}</p>}
          {lookedAt !== null && <p>{t.lastLook(moment(lookedAt.toISOString()))}</p>}
        </Notice>
      ) : (
        <Problem error={error} />
      )}
      <Row>
        <Button aria-label={`${t.lookUp}: ${domain.domain}`} onClick={lookNow} isBusy={isLooking}>
          {t.lookUp}
        </Button>
        <span aria-live="polite">{goesOn || isLooking ? t.looking : lookedAt === null ? '' : t.stopped}</span>
      </Row>
    </Stack>
  );
}
