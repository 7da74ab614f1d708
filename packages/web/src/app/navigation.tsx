import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Home, Project } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Mark } from "../parts/index.ts";
import { NavLink } from "./nav-link.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { RoomsMenu } from "./rooms-menu.tsx";
import styles from "./navigation.module.css";
import { WorkspaceItems, WorkspaceLink } from "./workspace-links.tsx";

export interface NavigationProps {
  /** undefined while it is loading. */
  readonly home: Home | undefined;
  /** Proposals that wait for this person. */
  readonly waiting: number;
}

/** From 1280 px: names, and the Rooms by project. */
export function Side({ home, waiting }: NavigationProps): ReactNode {
  const text = useText();
  return (
    <nav className={styles.side} aria-label={text("app.workspace")}>
      <Brand home={home} />
      <ul>
        <li>
          <NavLink href="/" icon="home" name={text("app.home")} />
        </li>
        <li>
          <NavLink href="/connected" icon="connected" name={text("app.connected")} waiting={waiting} nested />
        </li>
        <WorkspaceItems home={home} />
      </ul>
      {home?.workspaces.flatMap((workspace) =>
        workspace.projects.map((project) => <ProjectLinks key={project.project_id} project={project} />),
      )}
      {home ? (
        <div className={styles.end}>
          <PersonMenu person={home.person} look="name" />
        </div>
      ) : null}
    </nav>
  );
}

function ProjectLinks({ project }: { readonly project: Project }): ReactNode {
  return (
    <div>
      <h2 className={styles.project}>
        <Link href={`/projects/${project.project_id}`}>{project.name}</Link>
      </h2>
      <ul>
        {project.rooms.map((room) => (
          <li key={room.room_id}>
            <NavLink href={`/rooms/${room.room_id}`} icon="room" name={room.name} nested />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** From 768 px: drawings with their names on hover. */
export function Rail({ home, waiting }: NavigationProps): ReactNode {
  const text = useText();
  return (
    <nav className={styles.rail} aria-label={text("app.workspace")}>
      <Link href="/" className={styles.brand} aria-label={text("app.name")}>
        <Mark />
      </Link>
      <ul>
        <li>
          <NavLink href="/" icon="home" name={text("app.home")} />
        </li>
        <li>
          <NavLink href="/connected" icon="connected" name={text("app.connected")} waiting={waiting} nested />
        </li>
        <li>
          <RoomsMenu home={home} className={styles.link} />
        </li>
        <li>
          <WorkspaceLink home={home} />
        </li>
      </ul>
      {home ? (
        <div className={styles.end}>
          <PersonMenu person={home.person} look="avatar" placement="top start" />
        </div>
      ) : null}
    </nav>
  );
}

/** On a phone, at the head: where this is, and who I am. */
export function TopBar({ home }: NavigationProps): ReactNode {
  return (
    <header className={styles.topBar}>
      <Brand home={home} />
      {home ? <PersonMenu person={home.person} look="avatar" /> : null}
    </header>
  );
}

/** On a phone, at the thumb. */
export function Dock({ home, waiting }: NavigationProps): ReactNode {
  const text = useText();
  return (
    <nav className={styles.dock} aria-label={text("app.main")}>
      <NavLink href="/" icon="home" name={text("app.home")} />
      <NavLink href="/connected" icon="connected" name={text("app.connected")} waiting={waiting} nested />
      <RoomsMenu home={home} className={styles.link} />
      <WorkspaceLink home={home} />
    </nav>
  );
}

function Brand({ home }: { readonly home: Home | undefined }): ReactNode {
  const text = useText();
  // With one workspace its name stands at the head; with several each project names its own.
  const [only, another] = home?.workspaces ?? [];
  return (
    <Link href="/" className={styles.brand}>
      <Mark />
      <span>
        <span className={styles.brandName}>{text("app.name")}</span>
        {only && !another ? <small>{only.name}</small> : null}
      </span>
    </Link>
  );
}
