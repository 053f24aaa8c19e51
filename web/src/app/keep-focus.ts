/**
 * When what had the focus is gone, such as the button of a row that was just deleted, the browser drops the focus, and people at the
 * keyboard begin again at the top of the page. It then goes to what is nearest and still there: the list, or the heading of the part.
 */
export function keepFocusIn(place: HTMLElement | null): (() => void) | undefined {
  if (place === null) return undefined;
  let around: readonly Element[] = [];
  const note = ({ target }: FocusEvent): void => {
    around = target instanceof Element ? [target, ...ancestorsOf(target, place)] : [];
  };
  place.addEventListener('focusin', note);
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || around[0] === undefined || around[0].isConnected) return;
    const near = around.find(({ isConnected }) => isConnected);
    around = [];
    if (near !== undefined) focus(near.closest('[tabindex="0"]') ?? near.querySelector('h1, h2, h3') ?? near);
  });
  observer.observe(place, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    place.removeEventListener('focusin', note);
  };
}

function ancestorsOf(element: Element, place: Element): Element[] {
  const parent = element.parentElement;
  return parent === null || element === place ? [] : [parent, ...ancestorsOf(parent, place)];
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
