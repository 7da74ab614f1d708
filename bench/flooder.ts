// Somebody who does not stop: so many sockets, each sending again as soon as it was answered, while told to.
import { randomBytes } from "node:crypto";
import { flood, request } from "./load.ts";
import { ENDPOINT, toolCall } from "./subject.ts";

interface Settings {
  readonly kind: "calls" | "sign-ins" | "strangers";
  readonly port: number;
  readonly sockets: number;
  readonly token: string;
}

const { kind, port, sockets, token } = JSON.parse(process.argv[2] ?? "{}") as Settings;
const call = toolCall("find_resources", { kind: "room" });
const asCaller = (secret: string) => request(ENDPOINT, call, { Authorization: `Bearer ${secret}` });

const NEXT: Readonly<Record<Settings["kind"], () => Buffer>> = {
  calls: () => asCaller(token),
  strangers: () => asCaller(`anr_${randomBytes(32).toString("base64url")}`),
  // From everywhere at once, so that no limit of one address stops it.
  "sign-ins": () => {
    const nobody = randomBytes(6).toString("hex");
    const body = JSON.stringify({ email: `${nobody}@example.test`, password: "not the right password" });
    const from = `2001:db8:${nobody.slice(0, 4)}:${nobody.slice(4, 8)}::1`;
    const host = `localhost:${port}`;
    return request("/api/v1/sign_in", body, {
      Host: host,
      Origin: `http://${host}`,
      "X-Forwarded-For": from,
    });
  },
};

let running: ReturnType<typeof flood> | undefined;
process.on("message", (question) => {
  if (question === "begin") {
    running = flood({ port, sockets, next: NEXT[kind] });
    process.send?.({});
  } else {
    void running?.end().then((counts) => process.send?.(counts));
  }
});
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.send?.({ port });
