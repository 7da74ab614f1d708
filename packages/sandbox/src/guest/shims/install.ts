import { installClipboard } from "./clipboard.ts";
import { CookieJar } from "./cookies.ts";
import { installDrops } from "./drops.ts";
import { installForms } from "./forms.ts";
import { installLinks } from "./links.ts";
import { installNoStorage } from "./no-storage.ts";
import { installQuestions } from "./questions.ts";
import { installScreen } from "./screen.ts";
import { createStorages } from "./storage.ts";
import type { ShimPorts } from "./ports.ts";

/** Gives an app what it can have of the browser's functions that its frame has not. Runs before its code. */
export function installShims(ports: ShimPorts): void {
  installFleetingStorage(() => ports.notice("fleeting_storage"));
  installNoStorage(ports);
  installQuestions(ports);
  installLinks(ports);
  installForms(ports);
  installDrops();
  installClipboard(ports);
  installScreen(ports);
}

function installFleetingStorage(onUse: () => void): void {
  const createStorage = createStorages(Storage.prototype, onUse);
  for (const name of ["localStorage", "sessionStorage"]) {
    const storage = createStorage();
    Object.defineProperty(window, name, { get: () => storage, configurable: true, enumerable: true });
  }
  const jar = new CookieJar();
  Object.defineProperty(Document.prototype, "cookie", {
    get() {
      onUse();
      return jar.read(Date.now());
    },
    set(line: unknown) {
      onUse();
      jar.write(String(line), Date.now());
    },
    configurable: true,
    enumerable: true,
  });
}
