import type { AppFiles } from "@anteroom/app-format";
import type { CheckedSource, Ports } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";

interface Asking {
  /** Callers take turns. */
  readonly caller: string;
  /** What to do about files that do not compile. */
  readonly hint: string;
}

/** What the code of files that compile shows of itself; refuses those that do not. */
export async function scanCompiling(
  ports: Pick<Ports, "checkFiles">,
  files: AppFiles,
  { caller, hint }: Asking,
): Promise<CheckedSource["scan"]> {
  const { diagnostics, scan } = await ports.checkFiles(files, caller);
  const [first, ...more] = diagnostics;
  if (!first) return scan;
  throw new Refusal({
    code: "does_not_compile",
    message: `${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ""}`,
    where: `${first.file}:${first.line}:${first.column}`,
    hint,
  });
}
