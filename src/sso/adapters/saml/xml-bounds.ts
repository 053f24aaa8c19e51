import { refuse } from './refusal.js';

export interface XmlBounds {
  readonly bytes: number;
  readonly depth: number;
  readonly elements: number;
  /** Comments and CDATA sections. */
  readonly sections: number;
  readonly attributes: number;
  readonly attributesOfOne: number;
  /** Namespaces in force at once: declared by an element and by those around it. */
  readonly namespaces: number;
  readonly elementNames: number;
  /** Length of the name of an element or of an attribute, in characters, as the next two. */
  readonly name: number;
  readonly value: number;
  /** Between two tags. */
  readonly text: number;
}

const KIB = 1024;

/**
 * For an answer. Each bound is several times what real providers send. Microsoft Entra ID lists 150 groups at most; Okta, AD FS, Google and
 * Shibboleth list all groups of a person, and some of them declare the two namespaces of a type at each value. A person with 1,000 groups
 * then has 400 kB, 1,050 elements and 3,100 attributes. Otherwise an element has up to 8 attributes, is up to 8 deep (InclusiveNamespaces
 * in a signature) with 6 namespaces in force, and about 30 names of elements occur. The longest text is a certificate of 3 kB or a picture
 * of about 100 kB, the longest attribute an address.
 */
export const ANSWER: XmlBounds = {
  bytes: 512 * KIB,
  depth: 32,
  elements: 5_000,
  sections: 500,
  attributes: 20_000,
  attributesOfOne: 32,
  namespaces: 32,
  elementNames: 200,
  name: 256,
  value: 4 * KIB,
  text: 256 * KIB,
};

/** For a logout, in a query: real ones have 2 kB before they are deflated. */
export const REDIRECTED: XmlBounds = { ...ANSWER, bytes: 256 * KIB };

/**
 * For metadata: that of AD FS, which lists each claim that it can make, has about 100 kB; several parties may be in one
 * document.
 */
export const DESCRIPTION: XmlBounds = { ...ANSWER, bytes: 1024 * KIB, elements: 20_000, attributes: 40_000 };

/** Names are in ASCII wherever SAML defines them; white space is that of XML (section 2.3) and no other. */
const NAME = '[A-Za-z_][\\w.:-]*';
const SPACE = '[ \\t\\r\\n]';
const START = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const CLOSE = new RegExp(`${SPACE}*(/?)>`, 'y');
const END = new RegExp(`</(${NAME})${SPACE}*>`, 'y');
const SECTIONS: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];

/**
 * Looks at each character once, and keeps costly input from the parser and the canonicalization: their time grows with
 * depth times namespaces, with names times length, and with everything else that a stranger can make large. Stricter
 * than the parser, so that a document is never read in two ways.
 * @returns the number of elements @throws SsoFailed
 */
export function requireBounded(xml: string, bounds: XmlBounds): number {
  return new Scan(xml, bounds).elements();
}

class Scan {
  private at = 0;
  private found = 0;
  private sections = 0;
  private attributes = 0;
  private namespaces = 0;
  private readonly names = new Set<string>();
  private readonly open: { readonly name: string; readonly namespaces: number }[] = [];

  constructor(
    private readonly xml: string,
    private readonly bounds: XmlBounds,
  ) {}

  elements(): number {
    for (let next = this.xml.indexOf('<'); next >= 0; next = this.xml.indexOf('<', this.at)) {
      this.passText(next);
      if (this.xml.startsWith('</', this.at)) this.end();
      else if (this.xml.startsWith('<!', this.at)) this.section();
      else this.start();
    }
    this.passText(this.xml.length);
    if (this.open.length > 0) refuse('RESPONSE_MALFORMED', 'is not XML: an element has no end');
    return this.found;
  }

  private passText(end: number): void {
    this.within(end - this.at, this.bounds.text, (most) => `has a text of more than ${most} characters`);
    this.at = end;
  }

  private section(): void {
    const [from, to] = SECTIONS.find(([opening]) => this.xml.startsWith(opening, this.at)) ?? this.broken();
    this.within((this.sections += 1), this.bounds.sections, (most) => `holds more than ${most} comments and CDATA sections`);
    const end = this.xml.indexOf(to, this.at + from.length);
    this.at = end < 0 ? this.broken() : end + to.length;
  }

  private start(): void {
    const [, name = ''] = this.take(START) ?? this.broken();
    this.within(name.length, this.bounds.name, (most) => `has a name of more than ${most} characters`);
    this.within((this.found += 1), this.bounds.elements, (most) => `holds more than ${most} elements`);
    this.within(this.names.add(name).size, this.bounds.elementNames, (most) => `has elements with more than ${most} names`);
    this.open.push({ name, namespaces: this.namespaces });
    this.within(this.open.length, this.bounds.depth, (most) => `is nested deeper than ${most} elements`);
    this.attributesOfOne();
    const [, isEmpty] = this.take(CLOSE) ?? this.broken();
    if (isEmpty === '/') this.leave();
  }

  private attributesOfOne(): void {
    let own = 0;
    for (let read = this.take(ATTRIBUTE); read !== null; read = this.take(ATTRIBUTE)) {
      const [, name = '', doubly, singly] = read;
      const value = doubly ?? singly ?? '';
      this.within((own += 1), this.bounds.attributesOfOne, (most) => `has more than ${most} attributes at one element`);
      this.within((this.attributes += 1), this.bounds.attributes, (most) => `holds more than ${most} attributes`);
      this.within(name.length, this.bounds.name, (most) => `has a name of more than ${most} characters`);
      this.within(value.length, this.bounds.value, (most) => `has an attribute of more than ${most} characters`);
      if (/^xmlns(:|$)/.test(name)) this.namespaces += 1;
      this.within(this.namespaces, this.bounds.namespaces, (most) => `has more than ${most} namespaces in force at once`);
    }
  }

  private end(): void {
    const [, name] = this.take(END) ?? this.broken();
    if (this.leave() !== name) this.broken();
  }

  private leave(): string | undefined {
    const left = this.open.pop();
    this.namespaces = left?.namespaces ?? 0;
    return left?.name;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const read = pattern.exec(this.xml);
    if (read !== null) this.at = pattern.lastIndex;
    return read;
  }

  private within(count: number, most: number, reason: (most: number) => string): void {
    if (count > most) refuse('RESPONSE_MALFORMED', reason(most));
  }

  private broken(): never {
    return refuse('RESPONSE_MALFORMED', `is not XML: there is no valid tag at character ${this.at}`);
  }
}
