import { readTokens, type Reading, type Tokens } from "./tokens.ts";

/** Without one of these in it, a text need not be looked at closely. */
const HINT = /(?:^|[^"'\w])@[\w$(]|\b(?:namespace|module|using|accessor|enum)\b/u;
const NAME = /^[\p{ID_Start}$_]/u;
/** What may begin the name of a field, and what stands before its first modifier. */
const FIELD = /^[\p{ID_Start}$_#["'\d]/u;
const BEFORE_FIELD =
  /^(?:[{};)]|static|public|private|protected|readonly|override|abstract|declare|accessor)$/u;

/**
 * Whether code has syntax that Sucrase drops (namespaces), leaves as it is though not every browser knows it
 * (decorators, `using`, `accessor`), or translates otherwise than TypeScript (enums of computed members, or
 * within blocks). It may say yes of code that Sucrase would do right by.
 *
 * @throws SyntaxError when Sucrase cannot read the code at all.
 */
export function isBeyondSucrase(source: string, reading: Reading): boolean {
  if (!HINT.test(source)) return false;
  const read = readTokens(source, reading);
  const isOnOneLine = (index: number): boolean => {
    const [one, next] = [read.tokens[index], read.tokens[index + 1]];
    return one !== undefined && next !== undefined && !source.slice(one.end, next.start).includes("\n");
  };
  return read.tokens.some(({ scopeDepth }, index) => {
    const word = read.text(index);
    if (word === "@") return true;
    if (word === "enum") return reading.isTypeScript && (scopeDepth > 0 || hasComputedMember(read, index));
    return isOnOneLine(index) && isDeclarationOf(word, read, index);
  });
}

function isDeclarationOf(word: string, { text }: Tokens, index: number): boolean {
  const [before, next] = [text(index - 1), text(index + 1)];
  if (word === "using") return before !== "." && NAME.test(next);
  if (word === "accessor") return BEFORE_FIELD.test(before) && FIELD.test(next);
  if (word !== "namespace" && word !== "module") return false;
  return before !== "declare" && NAME.test(next) && /^[.{]$/u.test(text(index + 2));
}

/**
 * Whether a member of the enum may be a text that is not written out, which Sucrase takes for a number, or has
 * a name that no variable can have, which Sucrase makes one of.
 */
function hasComputedMember({ tokens, text }: Tokens, start: number): boolean {
  for (let index = start; index < tokens.length && text(index) !== "}"; index += 1) {
    if (/^(?:[`+.[]|eval$|arguments$)/u.test(text(index))) return true;
    if (text(index) === "=" && NAME.test(text(index + 1)) && /^[,}]$/u.test(text(index + 2))) return true;
  }
  return false;
}
