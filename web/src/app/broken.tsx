import { Problem } from '../ui/notice';
import { Stack } from '../ui/layout';

/** A fault of these pages themselves; the address and the navigation stay. */
export function Broken({ error }: { readonly error: unknown }) {
  return (
    <Stack>
      <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
    </Stack>
  );
}
