import { lineCount } from "@anteroom/app-format";
import type { Span } from "./report.ts";

/** The line ends of JavaScript itself, as the card numbers lines (see Place). */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/gu;

/** Where the lines of a text stand, so that a place in it is found without reading it again. */
export class Lines {
  readonly file: string;
  readonly text: string;
  /** As the card counts them: an end after the last line opens no further one. */
  readonly count: number;
  /** Units of the longest line. */
  readonly longest: number;
  readonly #starts: number[] = [0];
  /** Before the line's end. */
  readonly #ends: number[] = [];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.count = lineCount(text);
    for (const { index, 0: end } of text.matchAll(LINE_END)) {
      this.#ends.push(index);
      this.#starts.push(index + end.length);
    }
    this.#ends.push(text.length);
    this.longest = this.#ends.reduce((most, end, at) => Math.max(most, end - (this.#starts[at] ?? end)), 0);
  }

  /** The offset at which the line `line`, counted from 1, starts. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** The line `line`, counted from 1, without its end. */
  lineAt(line: number): string {
    return this.text.slice(this.startOf(line), this.#ends[line - 1]);
  }

  /** The place of the UTF-16 offsets from `start` to before `end`, cut where its line ends. */
  span(start: number, end: number): Span {
    const line = this.#lineOf(start);
    const from = this.startOf(line);
    const stop = this.#ends[line - 1] ?? from;
    const first = Math.min(start, stop);
    const last = Math.max(first, Math.min(end, stop));
    return { file: this.file, line, column: first - from + 1, endColumn: last - from + 1 };
  }

  #lineOf(offset: number): number {
    let low = 0;
    let high = Math.max(1, this.count);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.startOf(middle + 1) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
