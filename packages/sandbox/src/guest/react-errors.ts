/** What the production build of React tells by number only: the ones that small apps run into. */
const MEANINGS: Readonly<Record<string, string>> = {
  31: "Something was drawn that React cannot draw: %1. Draw one of its values, or elements.",
  60: "An element has children and dangerouslySetInnerHTML at once. It can have only one of them.",
  61: "dangerouslySetInnerHTML takes an object of the form { __html: text }.",
  62: "The style of an element must be an object, as in style={{ color: 'red' }}, not text.",
  130: "Something was used as a component that is none: %1. Is it exported, and imported by that name?",
  137: "<%1> is an element without children, but was given some.",
  185: "Drawing never came to rest: a state is set again each time it was set, in an effect or while drawing.",
  299: "A root or portal was asked for in an element that is not there. Take document.body.",
  300: "Fewer hooks ran than in the drawing before. Hooks must not stand behind a condition or an early return.",
  301: "Drawing never came to rest: a state is set while the component draws.",
  306: "What lazy() loaded is no component: %1. Does the file have a default export?",
  310: "More hooks ran than in the drawing before. Hooks must not stand behind a condition or an early return.",
  321: "A hook was called outside the body of a function component.",
};

/** The meaning of a message in which React gives only a number; any other message as it is. */
export function explain(message: string): string {
  const [, number = "", address = ""] = /^Minified React error #(\d+); visit (\S+)/u.exec(message) ?? [];
  const meaning = Object.hasOwn(MEANINGS, number) ? MEANINGS[number] : undefined;
  if (meaning === undefined) return message;
  const [argument = "nothing"] = new URL(address).searchParams.getAll("args[]");
  return meaning.replace("%1", () => argument);
}
