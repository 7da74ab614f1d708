import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import type { Project } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Count, Icon } from "../parts/index.ts";
import { NewRoomDialog } from "./new-dialogs.tsx";
import styles from "./project.module.css";

export interface ProjectRoomsProps {
  readonly project: Project;
  readonly mayCreate: boolean;
  /** The Room of each proposal that waits for this person. */
  readonly waiting: readonly string[];
  /** On the project's own page its name stands above already. */
  readonly named?: boolean;
}

/** The Rooms of a project. */
export function ProjectRooms({ project, mayCreate, waiting, named = true }: ProjectRoomsProps): ReactNode {
  const text = useText();
  const [making, setMaking] = useState(false);
  return (
    <section aria-label={project.name}>
      <div className={styles.head}>
        <h2>
          {named ? <Link href={`/projects/${project.project_id}`}>{project.name}</Link> : text("app.rooms")}
        </h2>
        {mayCreate ? (
          <Button
            kind="quiet"
            icon="add"
            label={text("project.new-room-in", { project: project.name })}
            onPress={() => setMaking(true)}
          >
            {text("project.new-room")}
          </Button>
        ) : null}
      </div>
      <ul className={styles.rooms}>
        {project.rooms.map((room) => {
          const count = waiting.filter((id) => id === room.room_id).length;
          return (
            <li key={room.room_id}>
              <Link href={`/rooms/${room.room_id}`}>
                <Icon name="room" />
                <span>{room.name}</span>
                <Count value={count} kind="lamp" label={text("app.need-approval", { count })} />
              </Link>
            </li>
          );
        })}
      </ul>
      {project.rooms.length === 0 ? <p className={styles.none}>{text("project.no-rooms")}</p> : null}
      <NewRoomDialog project={project} isOpen={making} onOpenChange={setMaking} />
    </section>
  );
}
