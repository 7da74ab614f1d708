import { useEffect, useState } from "react";
import { keepFrameReady } from "@anteroom/sandbox/host";
import { Compilers } from "./compilers.ts";
import { runtimePlace } from "./runtime-place.ts";

/**
 * The compilers of a Room for as long as the calling component is there; that of `runtime` is warm at once, and
 * a frame stands ready for the next app on it.
 */
export function useCompilers(runtime: string): Compilers {
  const [compilers] = useState(() => new Compilers());
  useEffect(() => () => compilers[Symbol.dispose](), [compilers]);
  // Before the first app's code has arrived, and for the first tab of an empty Room.
  useEffect(() => {
    compilers.for(runtime);
    const ready = keepFrameReady(runtimePlace(runtime));
    return () => ready?.[Symbol.dispose]();
  }, [compilers, runtime]);
  return compilers;
}
