import { compareFiles, type Compared, type FileTexts } from "./compare-files.ts";

// Comparing long texts takes longer than a frame: it is done beside the page.
self.addEventListener("message", ({ data }: MessageEvent<readonly FileTexts[]>) => {
  compareFiles(data, (compared: Compared) => self.postMessage(compared));
});
