/** An app that asks its person for everything that an app can ask for, a press for each. */
export const ASKING_APP: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { useState } from "react";
import { notify, openLink, room, saveFile, shared, storage, useStored } from "@anteroom/app";

function whenCounted(act: () => void) {
  const end = storage.subscribe("count", () => {
    end();
    act();
  });
}

export default function Desk() {
  const [told, setTold] = useState("nothing yet");
  const [count, setCount] = useStored("count", 0);
  const say = (what: string) => (answer: unknown) => setTold(what + ": " + JSON.stringify(answer));
  const fail = (what: string) => (error: { code: string }) => setTold(what + ": " + error.code);
  const flood = () => { for (let n = 1; n < 6; n += 1) alert("Hello number " + n); };
  return <main>
    <p role="status">{told}</p>
    <button onClick={() => setCount((now) => now + 1)}>Count {count}</button>
    <button onClick={() => { if (confirm("Delete the list “Retro”?")) setTold("deleted"); else setTold("kept"); }}>Delete</button>
    <button onClick={() => { const name = prompt("Who is next?", "Owner"); setTold("next: " + name); }}>Next</button>
    <button onClick={() => saveFile("votes.csv", "who,vote\\nOwner,yes\\n").then(say("saved"))}>Save</button>
    <button onClick={() => openLink("https://docs.example.test/guide?page=2#top").then(say("opened"))}>Link</button>
    <button onClick={() => navigator.clipboard.writeText("two\\nlines").then(() => setTold("copied"), () => setTold("not copied"))}>Copy</button>
    <button onClick={() => notify("The timer is over.").then(say("notified"))}>Notify</button>
    <button onClick={() => notify("\\u200b\\u200c".repeat(250)).then(say("notified"))}>Shout</button>
    <button onClick={() => whenCounted(() => { void notify("Asking now."); openLink("https://later.example.test/").then(say("later")); })}>Later</button>
    <button onClick={flood}>Flood</button>
    <button onClick={() => localStorage.setItem("a", "1")}>Local</button>
    <button onClick={() => { setTimeout(() => { throw new Error("nobody is next"); }); }}>Fail</button>
    <button onClick={() => storage.list().then(say("keys"))}>Keys</button>
    <button onClick={() => room.members().then(say("members"), fail("members"))}>Members</button>
    <button onClick={() => shared.get("a").then(say("shared"), fail("shared"))}>Shared</button>
  </main>;
}
`,
};

/** The same, by code that shows neither shared data nor members on its card. */
export const SECRETIVE_APP: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { useState } from "react";
import * as anteroom from "@anteroom/app";

export default function Secretive() {
  const [told, setTold] = useState("");
  const reach = (name: string) => (anteroom as never)[name] as { get(key: string): Promise<unknown>; members(): Promise<unknown> };
  const fail = (error: { code: string }) => setTold(error.code);
  return <main>
    <p role="status">{told}</p>
    <button onClick={() => reach(["sha", "red"].join("")).get("a").catch(fail)}>Shared</button>
  </main>;
}
`,
};

/** A poll of the whole Room. */
export const POLL_APP: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { useShared } from "@anteroom/app";

export default function Poll() {
  const [votes, setVotes, { ready }] = useShared<Record<string, number>>("votes", {});
  const vote = (name: string) => setVotes((now) => ({ ...now, [name]: (now[name] ?? 0) + 1 }));
  return <main>
    <p role="status">{ready ? "Votes: " + Object.values(votes).reduce((a, b) => a + b, 0) : "…"}</p>
    {["Monday", "Friday"].map((day) =>
      <button key={day} onClick={() => vote(day)}>{day}: {votes[day] ?? 0}</button>)}
  </main>;
}
`,
};

/** An app that fails as it draws. */
export const BROKEN_APP: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { next } from "./wheel";

export default function Wheel() {
  return <p>{next([]).handle}</p>;
}
`,
  "src/wheel.ts": `export interface Person {
  handle: string;
}

export function next(people: Person[]): Person {
  const now = people[people.length].handle;
  return { handle: now };
}
`,
};
