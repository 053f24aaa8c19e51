const SVG = 'http://www.w3.org/2000/svg';

/** What a shape looks like outside the page, where its styles and variables are not. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'text-anchor'] as const;

/** What follows the pointer, and what says nothing. */
const PASSING = '.recharts-tooltip-cursor, .recharts-active-dot, title, desc';

/** What XML 1.0 does not allow, which values may hold, and no program would open. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\p{Surrogate}\uFFFE\uFFFF]/gu;

export const xmlOf = (text: string): string => text.replaceAll(NOT_XML, '');

/**
 * The chart by itself: in light colours on white whatever the page is shown in, with every style in its place and in a font of the
 * system, so that nothing has to be fetched where it is opened.
 *
 * @param drawing the element around the chart
 */
export function svgOf(drawing: HTMLElement, title: string): string {
  const light = drawing.cloneNode(true) as HTMLElement;
  light.dataset['light'] = '';
  light.style.width = `${drawing.offsetWidth}px`;
  drawing.after(light);
  try {
    const chart = light.querySelector<HTMLElement>('.recharts-wrapper');
    const plane = chart?.querySelector<SVGSVGElement>(':scope > svg') ?? null;
    return chart === null || plane === null ? '' : new XMLSerializer().serializeToString(pictureOf(chart, plane, title));
  } finally {
    light.remove();
  }
}

function pictureOf(chart: HTMLElement, plane: SVGSVGElement, title: string): SVGSVGElement {
  const { left, top, width, height } = chart.getBoundingClientRect();
  plane.querySelectorAll(PASSING).forEach((shape) => shape.remove());
  const picture = styled(plane);
  setAll(picture, { width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': "system-ui, -apple-system, 'Segoe UI', sans-serif" });
  picture.prepend(textIn('title', title), made('rect', { width, height, fill: '#fff' }));
  // On the page it is text beside the drawing.
  for (const item of chart.querySelectorAll('.recharts-legend-item')) {
    const icon = item.querySelector('svg');
    const name = item.querySelector('.recharts-legend-item-text');
    if (icon === null || name === null) continue;
    const at = icon.getBoundingClientRect();
    const words = name.getBoundingClientRect();
    picture.append(setAll(styled(icon), { x: at.left - left, y: at.top - top, width: at.width, height: at.height }));
    const { color: fill, fontSize } = getComputedStyle(name);
    const place = { x: words.left - left, y: words.top - top + words.height / 2, fill, 'font-size': fontSize };
    picture.append(setAll(textIn('text', name.textContent), { ...place, 'dominant-baseline': 'central' }));
  }
  return picture;
}

/** A copy whose parts each hold their own looks. */
function styled<Of extends SVGElement>(shape: Of): Of {
  const copy = shape.cloneNode(true) as Of;
  const parts = [copy, ...copy.querySelectorAll('*')];
  for (const [index, part] of [shape, ...shape.querySelectorAll('*')].entries()) {
    const looks = getComputedStyle(part);
    const own = parts[index];
    for (const name of ['class', 'style', 'role', 'tabindex', 'aria-label', 'aria-hidden']) own?.removeAttribute(name);
    for (const name of LOOKS) own?.setAttribute(name, looks.getPropertyValue(name));
  }
  return copy;
}

const made = (name: string, attributes: Readonly<Record<string, string | number>>): Element =>
  setAll(document.createElementNS(SVG, name), attributes);

function textIn(name: string, text: string): Element {
  const element = document.createElementNS(SVG, name);
  element.textContent = text;
  return element;
}

function setAll<Of extends Element>(element: Of, attributes: Readonly<Record<string, string | number>>): Of {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
