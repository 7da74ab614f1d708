import type { Refused } from "./reaches.ts";
import type { Tell } from "./failures.ts";
import type { ShimPorts } from "./shims/ports.ts";
import { placeOfStack, type LinkedScript } from "./trace.ts";

const NativeError = Error;

export interface AttemptOptions {
  readonly script: LinkedScript;
  readonly tell: Tell;
  /** Of an app on trial, whose page lists what it reached for; else the frame says so itself. */
  readonly refused: () => Refused | undefined;
}

/** Makes what tells the outcome of a try with the line that made it, however much later that is known. */
export function createAttempt({ script, tell, refused }: AttemptOptions): ShimPorts["attempt"] {
  return (what, address) => {
    const here = new NativeError();
    const place = () => placeOfStack(script, here);
    return {
      refused(why = `This page does not do that for an app: ${address}`) {
        const onTrial = refused();
        if (onTrial) onTrial(what, () => ({ address, place: place() }));
        else tell("policy", () => ({ message: why, ...place() }));
      },
      failed: (why) => tell("run", () => ({ message: why, ...place() })),
    };
  };
}
