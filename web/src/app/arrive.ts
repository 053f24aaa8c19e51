/**
 * What stands below a part that still loads would move under the pointer when that part arrives: it is hidden until then, see
 * `shell.module.css`. Later loads, which a person asks for, hide nothing.
 */
export function arrive(page: HTMLElement | null): (() => void) | undefined {
  if (page === null) return undefined;
  const look = (): void => {
    if (page.querySelector('[data-loading]') !== null) return;
    page.removeAttribute('data-arriving');
    observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(page, { childList: true, subtree: true });
  page.setAttribute('data-arriving', '');
  look();
  return () => observer.disconnect();
}
