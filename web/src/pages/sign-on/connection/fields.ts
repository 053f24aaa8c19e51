import type { Values } from './configuration-values';
import type { CuredField } from './cures';
import type { ProviderId } from './choices';

export interface FieldsProps {
  readonly provider: ProviderId;
  readonly values: Values;
  readonly onChange: (change: Partial<Values>) => void;
  /** What is wrong with a field: by the service, by the last test. */
  readonly faultOf: (apiField: string, cured?: CuredField) => string | undefined;
}
