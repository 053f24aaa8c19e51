import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { HeadgateError, UnexpectedAnswer } from '@headgate/client';
import { NoAnswer } from '../session/client';
import { Stack } from '../ui/layout';
import { MissingPart, isMissing } from '../ui/missing-part';
import { Problem } from '../ui/notice';

/** A page that could not be shown; the address and the navigation stay. */
export function Broken({ error: thrown }: ErrorComponentProps) {
  const error: unknown = thrown;
  const router = useRouter();
  const again = (): void => void router.invalidate();
  const cameByNetwork = [NoAnswer, HeadgateError, UnexpectedAnswer].some((kind) => error instanceof kind);
  // Only a fault of these pages themselves is repaired by nothing but a reload.
  return (
    <Stack>
      {isMissing(error) ? (
        <MissingPart onRetry={again} />
      ) : (
        <Problem
          error={error instanceof Error ? error : new Error(String(error))}
          onRetry={cameByNetwork ? again : () => location.reload()}
        />
      )}
    </Stack>
  );
}
