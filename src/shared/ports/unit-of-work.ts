/**
 * The transaction boundary; it belongs to the use case. Everything that adapters do inside `work` commits or rolls
 * back together; a nested `run` joins the outer one. Await every call inside: one connection serves one statement at a time.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
