import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { Home } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Icon, Menu, MenuGroup, MenuItem, Press } from "../parts/index.ts";
import styles from "./navigation.module.css";

export interface RoomsMenuProps {
  readonly home: Home | undefined;
  readonly className: string | undefined;
}

/** The Rooms by project, where there is no room to list them. */
export function RoomsMenu({ home, className }: RoomsMenuProps): ReactNode {
  const text = useText();
  const [location] = useLocation();
  const here = location.startsWith("/rooms/") || location.startsWith("/projects/");
  const projects = home?.workspaces.flatMap((workspace) => workspace.projects) ?? [];
  return (
    <Menu
      label={text("app.rooms")}
      placement="top start"
      trigger={
        <Press className={className} {...(here ? { "aria-current": "page" } : {})}>
          <Icon name="room" />
          <span className={styles.name}>{text("app.rooms")}</span>
        </Press>
      }
    >
      {projects.map((project) => (
        <MenuGroup key={project.project_id} title={project.name}>
          {project.rooms.map((room) => (
            <MenuItem key={room.room_id} icon="room" href={`/rooms/${room.room_id}`}>
              {room.name}
            </MenuItem>
          ))}
          <MenuItem icon="project" href={`/projects/${project.project_id}`}>
            {text("app.project-page", { name: project.name })}
          </MenuItem>
        </MenuGroup>
      ))}
    </Menu>
  );
}
