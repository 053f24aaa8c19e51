/** A data policy, for people who may read policies. */
export interface PolicyName {
  readonly id: number;
  readonly name: string;
}
