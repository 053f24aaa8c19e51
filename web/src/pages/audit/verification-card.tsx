import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { Button } from '../../ui/button';
import { Card } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { texts } from './texts';
import { type Place, type Verification, verified } from './trail-api';

/** Whether the trail was changed, and where. */
export function VerificationCard({ place }: { readonly place: Place }) {
  const t = useTexts(texts);
  const verify = useAction(() => verified(place));
  return (
    <Card
      title={t.verification}
      actions={
        <Button isBusy={verify.isRunning} onClick={() => verify.run(undefined)}>
          {t.verify}
        </Button>
      }
    >
      {verify.result === undefined ? <p>{t.verificationText}</p> : <Result of={verify.result} />}
      <Problem error={verify.error} />
    </Card>
  );
}

function Result({ of }: { readonly of: Verification }) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const { broken_at: broken, sealed_until: until, archived_until: archived } = of;
  if (broken !== null) {
    return (
      <Notice tone="bad">
        <strong>{t.broken(number(broken.position))}</strong>
        {broken.first_event_id !== null && broken.last_event_id !== null && (
          <p>{t.brokenBetween(String(broken.first_event_id), String(broken.last_event_id))}</p>
        )}
        <p>{t.brokenText}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="good">
      <strong>{until === null ? t.intactNothing : t.intact(moment(until))}</strong>
      <p>{t.checked(number(of.events_checked), number(of.events_not_sealed_yet))}</p>
      {archived !== null && <p>{t.begins(moment(archived))}</p>}
    </Notice>
  );
}
