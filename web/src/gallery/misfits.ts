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

/** A line for each text that does not fit, and for a page that scrolls sideways. */
export function misfits(): string[] {
  const wider = document.documentElement.scrollWidth - innerWidth;
  const found = wider > 0 ? [`the page is ${wider} px too wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const what = text.data.trim() && misfit(text);
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
function misfit(text: Text): string | null {
  const parent = text.parentElement!;
  if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
  const around = ancestors(parent).map((element) => ({ element, style: getComputedStyle(element) }));
  if (around.some(({ style }) => style.clipPath.startsWith("inset(50%)"))) return null;
  const area = areaOf(text);
  if (!area.width || parent.closest(OWN_WORDS)) return null;
  const box = around.find(({ style }) => !/^(inline|contents)$/.test(style.display))!;
  if (stands(area, box.element, "x")) return `wider than ${nameOf(box.element)}`;
  const button = parent.closest(BUTTON);
  if (button && stands(area, button, "y")) return `higher than ${nameOf(button)}`;
  const broken = box.style.overflowWrap !== "normal" && brokenWord(text);
  return broken ? `"${broken}" is broken` : cut(area, around);
}

/** What cuts an area off, or null. What a box scrolls up and down can be reached. */
function cut(area: DOMRect, around: readonly { element: Element; style: CSSStyleDeclaration }[]): string | null {
  let high = true;
  for (const { element, style } of around) {
    if (element.matches(SIDEWAYS)) return null;
    if (style.overflowX !== "visible" && stands(area, element, "x")) return `cut by ${nameOf(element)}`;
    if (high && CLIPS.test(style.overflowY) && stands(area, element, "y")) return `cut by ${nameOf(element)}`;
    if (SCROLLS.test(style.overflowY)) high = false;
    if (style.position === "fixed") return null;
  }
  return null;
}

/** Whether an area stands out of the box of an element. */
function stands(area: DOMRect, element: Element, axis: "x" | "y"): boolean {
  const box = element.getBoundingClientRect();
  return axis === "x"
    ? area.left < box.left - SLACK || area.right > box.right + SLACK
    : area.top < box.top - SLACK || area.bottom > box.bottom + SLACK;
}

function areaOf(text: Text, start = 0, end = text.length): DOMRect {
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range.getBoundingClientRect();
}

/** A word that begins on one line and ends on another, without a hyphen. */
function brokenWord(text: Text): string | null {
  for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}'’]+/gu)) {
    const [first, last] = [areaOf(text, index, index + 1), areaOf(text, index + word.length - 1, index + word.length)];
    if (last.top >= first.bottom) return word;
  }
  return null;
}

function ancestors(element: Element): Element[] {
  const above = element.parentElement;
  return [element, ...(above ? ancestors(above) : [])];
}

function nameOf(element: Element): string {
  const own = [...element.classList].filter((name) => !name.startsWith("svelte-"));
  return [element.localName, ...own].join(".");
}
