import type { ReactNode } from "react";
import { Button as AriaButton, Header, MenuSection } from "react-aria-components";
import { useLocation } from "wouter";
import type { Home } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Icon, Menu, MenuItem } from "../parts/index.ts";
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
        <AriaButton className={className ?? ""} {...(here ? { "aria-current": "page" } : {})}>
          <Icon name="room" />
          <span className={styles.name}>{text("app.rooms")}</span>
        </AriaButton>
      }
    >
      {projects.map((project) => (
        <MenuSection key={project.project_id}>
          <Header className={styles.menuHead ?? ""}>{project.name}</Header>
          {project.rooms.map((room) => (
            <MenuItem key={room.room_id} icon="room" href={`/rooms/${room.room_id}`}>
              {room.name}
            </MenuItem>
          ))}
          <MenuItem icon="project" href={`/projects/${project.project_id}`}>
            {text("app.project-page", { name: project.name })}
          </MenuItem>
        </MenuSection>
      ))}
    </Menu>
  );
}
