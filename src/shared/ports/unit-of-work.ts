/**
 * The transaction boundary; it belongs to the use case. Everything that adapters do inside `work` commits or rolls
 * back together; a nested `run` joins the outer one. Await every call inside: one connection serves one statement at a time.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Several units of work that succeed or fail as one. With `run`, an outer unit of work can continue without an inner one that failed.
   * Here, every access to the database after a failure throws that failure, so that nothing is built on half of the work.
   */
  abstract together<T>(work: () => Promise<T>): Promise<T>;
}
