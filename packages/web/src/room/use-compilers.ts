import { useEffect, useState } from "react";
import { Compilers } from "./compilers.ts";

/** The compilers of a Room for as long as the calling component is there; that of `runtime` is warm at once. */
export function useCompilers(runtime: string): Compilers {
  const [compilers] = useState(() => new Compilers());
  useEffect(() => () => compilers[Symbol.dispose](), [compilers]);
  // Before the first app's code has arrived, and for the first tab of an empty Room.
  useEffect(() => void compilers.for(runtime), [compilers, runtime]);
  return compilers;
}
