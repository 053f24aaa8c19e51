/** The success envelope of everything under `/api/v1`. */
export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
  readonly message: string;
}

/** For data that wraps a named thing (`organization`, `sessions` ...): the message is repeated inside, as clients expect. */
export function named<const Data extends object>(data: Data, message: string): Success<Data & { message: string }> {
  return { success: true, data: { ...data, message }, message };
}

/** For data that is the thing itself. */
export function bare<const Data extends object>(data: Data, message: string): Success<Data> {
  return { success: true, data, message };
}
