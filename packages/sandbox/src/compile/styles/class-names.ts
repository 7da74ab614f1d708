/** What may be a class of Tailwind: with brackets that hold anything but blanks, and without them. */
const WITH_BRACKETS = /(?:[\w@*!.%/:-]|\[(?:[^\s[\]]|\[[^\s[\]]*\])*\]|\(--[\w-]+\))+/gu;
const WITHOUT = /[\w@*!.%/:-]+/gu;
const LONGEST = 200;

/**
 * Every word of a source that may be a class, wherever it stands: what is none, Tailwind passes over. So
 * classes are found in any kind of string, also in those that are put together.
 */
export function addCandidates(text: string, candidates: Set<string>): void {
  for (const pattern of [WITH_BRACKETS, WITHOUT]) {
    for (const [word] of text.matchAll(pattern)) {
      if (word.length <= LONGEST && /^[a-z[@*!-]/u.test(word)) candidates.add(word);
    }
  }
}

/** A string of code that may hold classes. */
export interface ClassString {
  readonly words: readonly string[];
  /** Whether it is the value of `className` itself. */
  readonly isAttribute: boolean;
}

const STRING = new RegExp(
  [
    String.raw`\bclass(?:Name)?\s{0,9}=\s{0,9}\{?\s{0,9}(?<quote>["'${"`"}])(?<attribute>(?:(?!\k<quote>)[^\\])*)\k<quote>`,
    String.raw`"(?<double>[^"\\\n]*)"|'(?<single>[^'\\\n]*)'`,
    "`(?<template>[^`\\\\]*)`",
  ].join("|"),
  "gu",
);

/** The strings of a source. In text between elements an apostrophe can start one that is none. */
export function* classStrings(text: string): Generator<ClassString> {
  for (const { groups = {} } of text.matchAll(STRING)) {
    const { attribute, double, single, template } = groups;
    const held = attribute ?? double ?? single ?? template ?? "";
    // Within a template stand strings of their own.
    const words = held.split(/[\s"'`]+/u).filter((word) => word !== "");
    if (words.length > 0) yield { words, isAttribute: attribute !== undefined };
  }
}
