import { CannotOpenError, openSnapshot } from "../database/index.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Whether the data folder can be read and written, and holds a database of this version; opens it for reading only. */
export async function checkData(folder: string): Promise<Finding> {
  try {
    (await openSnapshot(folder))[Symbol.dispose]();
    return ok("data folder", `${folder} can be written, and its database is of this version.`);
  } catch (error) {
    if (!(error instanceof CannotOpenError)) throw error;
    const [what = "", todo = ""] = error.message.split("\n");
    return problem("data folder", `${what}.`, todo);
  }
}
