/** So long a page waits to show its parts in their order. */
const PATIENCE_MS = 1_000;

/**
 * What stands below a part that still loads would move under the pointer when that part arrives. Until the patience ends it is hidden,
 * see `shell.module.css`; then parts that are there are shown, and each late one comes below all others when it arrives. Later loads,
 * which a person asks for, hide nothing.
 */
export function arrive(page: HTMLElement | null): (() => void) | undefined {
  if (page === null) return undefined;
  const late = new LateParts();
  let isPatient = true;
  const look = (records: readonly MutationRecord[]): void => {
    const isThere = page.querySelector('[data-loading]') === null;
    // Once more at the end: what has just arrived gets its place.
    if (!isPatient) late.sort(page, records);
    if (!isThere) return;
    page.removeAttribute('data-arriving');
    stop();
  };
  const observer = new MutationObserver(look);
  const patience = setTimeout(() => {
    isPatient = false;
    page.setAttribute('data-arriving', 'late');
    look([]);
  }, PATIENCE_MS);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(patience);
  };
  observer.observe(page, { childList: true, subtree: true });
  page.setAttribute('data-arriving', '');
  look([]);
  return stop;
}

const loads = (part: Element): boolean => part.matches('[data-loading]') || part.querySelector('[data-loading]') !== null;

class LateParts {
  private readonly seen = new WeakSet<Element>();
  private readonly shown = new WeakSet<Element>();
  private arrived = 0;

  /** The one part that is still missing can be shown as far as it is there: it is the last, so nothing is below what arrives in it. */
  sort(container: Element, records: readonly MutationRecord[]): void {
    const isFirst = !this.seen.has(container);
    this.seen.add(container);
    const parts = [...container.children].filter((part) => part instanceof HTMLElement && !this.shown.has(part)) as HTMLElement[];
    const missing = parts.filter(loads);
    for (const part of parts) {
      if (missing.includes(part)) {
        part.dataset['late'] = missing.length === 1 ? 'last' : 'hidden';
        continue;
      }
      const isLate = part.dataset['late'] !== undefined || replacesLate(part, container, records);
      delete part.dataset['late'];
      this.shown.add(part);
      if (this.seen.has(part)) this.sort(part, records);
      if (isLate && !isFirst) part.style.order = String(++this.arrived);
    }
    const [last, ...others] = missing;
    if (last?.matches('[data-card], [data-stack]') === true && others.length === 0) this.sort(last, records);
  }
}

/** What takes the place of a mark of loading is no part that a person has asked for. */
function replacesLate(part: Element, container: Element, records: readonly MutationRecord[]): boolean {
  const here = records.filter(({ target }) => target === container);
  const isNew = here.some(({ addedNodes }) => [...addedNodes].includes(part));
  return isNew && here.some(({ removedNodes }) => [...removedNodes].some((node) => node instanceof Element && loads(node)));
}
