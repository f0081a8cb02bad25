/** The elements of the HTML standard, and those of its past that browsers still draw: a renderer hides their tags. */
const elements: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code ' +
    'col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 ' +
    'h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav ' +
    'nobr noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select ' +
    'slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr ' +
    'track tt u ul var video wbr'
  ).split(' '),
);

/** Takes the place of a character that a text does not show; a passage leaves it out. */
export const filler = '\uFDD1';

/** Stands for the `<` of a tag that is read as words: no character of any text, and none of markdown's marks. */
const seenBracket = '\uFDD0';

/** True for the name of an element of HTML, in lower case or in capitals. */
export const isElement = (name: string): boolean =>
  elements.has(name === name.toUpperCase() && name.length > 1 ? name.toLowerCase() : name);

const tag = /<(?=\/?([A-Za-z][A-Za-z0-9-]*)([\s/>][^<>]{0,300}))/g;

/** Attributes of HTML that stand without a value. */
const bareAttributes: ReadonlySet<string> = new Set(
  (
    'allowfullscreen autofocus autoplay border checked compact contenteditable controls default defer disabled download ' +
    'draggable hidden inert ismap itemscope loop multiple muted nomodule noshade novalidate nowrap open playsinline readonly ' +
    'required reversed selected'
  ).split(' '),
);

/** True where words follow that are no attributes: `a<b and c>d` compares. */
const holdsWords = (attributes: string): boolean =>
  /^\s/.test(attributes) &&
  attributes
    .replace(/[\w:.@-]+\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s"'=`]+)/g, ' ')
    .split(/[\s/]+/)
    .some(
      (word) =>
        /^[A-Za-z_:][\w:.-]*$/.test(word) && !word.includes('-') && !bareAttributes.has(word.toLowerCase()),
    );

/**
 * The text with the `<` of each tag that HTML does not know (`<Suspense>`, `Array<string>`) replaced, one for one, so
 * that a parser of markdown takes the tag for the words that it is. HTML's own tags are written in lower case, or in capitals,
 * and hold attributes: `a<b and c>d` is words.
 */
export const withSeenTags = (text: string): string =>
  text.includes('<')
    ? text.replace(tag, (bracket, name: string, attributes: string) =>
        isElement(name) && !holdsWords(attributes) ? bracket : seenBracket,
      )
    : text;
