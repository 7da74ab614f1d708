import type { Browser, Page } from "playwright-core";
import { signInOn } from "./pages.ts";
import { Person } from "./person.ts";
import type { TestServer } from "./server.ts";

/** The first workspace with its project and Room, as its owner finds them. */
export interface Place {
  readonly workspace_id: string;
  readonly project_id: string;
  readonly room_id: string;
  readonly owner: { readonly person_id: string; readonly name: string };
}

export interface TeamMember {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The same person at the API. */
  readonly person: Person;
  readonly person_id: string;
}

interface Home {
  readonly person: { readonly person_id: string; readonly name: string };
  readonly workspaces: readonly {
    readonly workspace_id: string;
    readonly projects: readonly {
      readonly project_id: string;
      readonly rooms: readonly { readonly room_id: string }[];
    }[];
  }[];
}

export async function placeOf(owner: Person): Promise<Place> {
  const { person, workspaces } = await owner.do<Home>("open_home");
  const [workspace] = workspaces;
  const project = workspace?.projects[0];
  const room = project?.rooms[0];
  if (!workspace || !project || !room) throw new Error("The owner has no Room.");
  return {
    workspace_id: workspace.workspace_id,
    project_id: project.project_id,
    room_id: room.room_id,
    owner: person,
  };
}

/** Lets somebody new into a Room, in the role that is given. */
export async function joinTeam(
  owner: Person,
  place: Place,
  who: { readonly name: string; readonly role: "admin" | "member" | "guest" },
): Promise<TeamMember> {
  const { workspace_id, room_id } = place;
  const invitation = { workspace_id, room_id, role: who.role };
  const { link } = await owner.do<{ link: string }>("invite_to_workspace", invitation);
  const email = `${who.name.toLowerCase().replaceAll(" ", ".")}@example.test`;
  const newcomer = { name: who.name, email, password: "another long sentence" };
  const person = await Person.join(link, newcomer);
  const home = await person.do<Home>("open_home");
  return { ...newcomer, person, person_id: home.person.person_id };
}

/** A browser of its own with somebody signed in, on Home. */
export async function browserOf(
  browser: Browser,
  server: TestServer,
  who?: { readonly email: string; readonly password: string },
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInOn(page, server.origin, who);
  return page;
}
