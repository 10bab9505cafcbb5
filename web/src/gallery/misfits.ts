/** Finds texts on the page that do not fit: cut, wider than their box, or broken within a word. */

/** Pixels by which letters may stand out of a box: their shapes are wider than their advance. */
const SLACK = 1.5;
const CLIPS = /hidden|clip/;
const SCROLLS = /auto|scroll/;
const BUTTON = "button, .button, .pill";
/** Names of people, addresses and what is typed: they may be of any length, and are cut or broken. So is the last event in
 * the dock: the log above it has the whole of it. */
const OWN_WORDS = ".name, .names, code, .dock p";
/** Rows of choices that scroll sideways on purpose. */
const SIDEWAYS = ".goals";
/** The room that the arrow of a choice takes. */
const ARROW = 20;

/** An element, its place and what is asked of its style: most texts have the same around them. */
interface Box {
  readonly element: Element;
  readonly place: DOMRect;
  readonly style: Pick<
    CSSStyleDeclaration,
    "clipPath" | "display" | "overflowWrap" | "overflowX" | "overflowY" | "position"
  >;
}

/** For each element that was met: its own box and those around it, from the inside. */
type Known = Map<Element, readonly Box[]>;

/** A line for each text that does not fit, and for a page that scrolls sideways. */
export function misfits(): string[] {
  const wider = document.documentElement.scrollWidth - innerWidth;
  const found = wider > 0 ? [`the page is ${wider} px too wide`] : [];
  const known: Known = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const what = text.data.trim() && misfit(text, known);
    if (what) found.push(`${what}: ${text.data.trim().slice(0, 60)}`);
  }
  return [...found, ...fields()];
}

/** The choices and fields that are too narrow for what they show, which is no text of the page. */
function fields(): string[] {
  const pen = document.createElement("canvas").getContext("2d")!;
  return [...document.querySelectorAll<HTMLSelectElement | HTMLInputElement>("select, input[placeholder]")].flatMap(
    (field) => {
      if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      const style = getComputedStyle(field);
      pen.font = style.font;
      const shown = "options" in field ? (field.selectedOptions[0]?.label ?? "") : field.placeholder;
      const taken = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + ("options" in field ? ARROW : 0);
      return pen.measureText(shown).width > field.clientWidth - taken ? [`cut by ${nameOf(field)}: ${shown}`] : [];
    },
  );
}

/** Why a text does not fit, or null. */
function misfit(text: Text, known: Known): string | null {
  const parent = text.parentElement!;
  if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
  const around = boxes(parent, known);
  if (around.some(({ style }) => style.clipPath.startsWith("inset(50%)"))) return null;
  const area = areaOf(text);
  if (!area.width || parent.closest(OWN_WORDS)) return null;
  const box = around.find(({ style }) => !/^(inline|contents)$/.test(style.display))!;
  if (stands(area, box.place, "x")) return `wider than ${nameOf(box.element)}`;
  const button = parent.closest(BUTTON);
  if (button && stands(area, button.getBoundingClientRect(), "y")) return `higher than ${nameOf(button)}`;
  const broken = box.style.overflowWrap !== "normal" && brokenWord(text);
  return broken ? `"${broken}" is broken` : cut(area, around);
}

/** What cuts an area off, or null. What a box scrolls up and down can be reached. */
function cut(area: DOMRect, around: readonly Box[]): string | null {
  let high = true;
  for (const { element, place, style } of around) {
    if (element.matches(SIDEWAYS)) return null;
    if (style.overflowX !== "visible" && stands(area, place, "x")) return `cut by ${nameOf(element)}`;
    if (high && CLIPS.test(style.overflowY) && stands(area, place, "y")) return `cut by ${nameOf(element)}`;
    if (SCROLLS.test(style.overflowY)) high = false;
    if (style.position === "fixed") return null;
  }
  return null;
}

/** Whether an area stands out of a box. */
function stands(area: DOMRect, box: DOMRect, axis: "x" | "y"): boolean {
  return axis === "x"
    ? area.left < box.left - SLACK || area.right > box.right + SLACK
    : area.top < box.top - SLACK || area.bottom > box.bottom + SLACK;
}

function areaOf(text: Text, start = 0, end = text.length): DOMRect {
  return rangeOf(text, start, end).getBoundingClientRect();
}

function rangeOf(text: Text, start = 0, end = text.length): Range {
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
}

/** A word that begins on one line and ends on another, without a hyphen. */
function brokenWord(text: Text): string | null {
  if (rangeOf(text).getClientRects().length < 2) return null; // all on one line
  for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}'’]+/gu)) {
    const [first, last] = [areaOf(text, index, index + 1), areaOf(text, index + word.length - 1, index + word.length)];
    if (last.top >= first.bottom) return word;
  }
  return null;
}

function boxes(element: Element, known: Known): readonly Box[] {
  const found = known.get(element);
  if (found) return found;
  const { clipPath, display, overflowWrap, overflowX, overflowY, position } = getComputedStyle(element);
  const style = { clipPath, display, overflowWrap, overflowX, overflowY, position };
  const above = element.parentElement;
  const all = [{ element, place: element.getBoundingClientRect(), style }, ...(above ? boxes(above, known) : [])];
  known.set(element, all);
  return all;
}

function nameOf(element: Element): string {
  const own = [...element.classList].filter((name) => !name.startsWith("svelte-"));
  return [element.localName, ...own].join(".");
}
