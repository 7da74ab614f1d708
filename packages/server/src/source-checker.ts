import type { AppFiles } from "@anteroom/app-format";
import type { CheckedSource } from "@anteroom/features/kernel/context";
import { CheckLane, TookTooLong, unavailable } from "./check-lane.ts";

export interface SourceCheckerOptions {
  /** How long a job may keep others waiting, and how long one may take that no longer does, in milliseconds. */
  readonly quickMs: number;
  readonly slowMs: number;
  /** How many jobs may wait for one caller. */
  readonly each: number;
  /** The worker's module. */
  readonly worker: URL;
}

const DEFAULTS: SourceCheckerOptions = {
  quickMs: 500,
  slowMs: 5000,
  each: 64,
  worker: new URL("./check-worker.ts", import.meta.url),
};

/**
 * Parses the files of proposals in threads of their own. Hostile files can be made to compile for ever, so a
 * job that is not done soon starts anew in a lane for the slow: there it keeps only its like waiting.
 */
export class SourceChecker implements AsyncDisposable {
  readonly #quick: CheckLane;
  readonly #slow: CheckLane;

  constructor(options: Partial<SourceCheckerOptions> = {}) {
    const { quickMs, slowMs, each, worker } = { ...DEFAULTS, ...options };
    this.#quick = new CheckLane({ limitMs: quickMs, ahead: 8, each, all: 4 * each, worker }).warm();
    this.#slow = new CheckLane({ limitMs: slowMs, ahead: 1, each: each / 2, all: 2 * each, worker });
  }

  /**
   * The places where files do not compile, or what their code shows of itself. Jobs of one caller keep
   * another's waiting no longer than one of them may take. A scan that takes too long does not stand in a
   * proposal's way: the files are then searched for words, and the report says so.
   * @throws Refusal `unavailable` when no answer can be had.
   */
  async check(files: AppFiles, caller: string): Promise<CheckedSource> {
    const unless = (next: () => Promise<CheckedSource>) => async (error: unknown) => {
      if (!(error instanceof TookTooLong)) throw error;
      return await next();
    };
    const slow = async (readsCode: boolean) => await this.#slow.check({ files, readsCode }, caller);
    try {
      return await this.#quick
        .check({ files, readsCode: true }, caller)
        .catch(unless(async () => await slow(true)))
        .catch(unless(async () => await slow(false)));
    } catch (error) {
      throw error instanceof TookTooLong ? unavailable("The check of these files took too long.") : error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#quick[Symbol.asyncDispose](), this.#slow[Symbol.asyncDispose]()]);
  }
}
