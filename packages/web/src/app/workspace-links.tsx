import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { Home } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Icon, Menu, MenuItem, Press } from "../parts/index.ts";
import { NavLink } from "./nav-link.tsx";
import styles from "./navigation.module.css";

/** The address of a workspace's settings. */
function workspaceAddress(workspaceId: string): string {
  return `/workspaces/${workspaceId}`;
}

/** The way to the settings of each workspace, one below the other. */
export function WorkspaceItems({ home }: { readonly home: Home | undefined }): ReactNode {
  const text = useText();
  const workspaces = home?.workspaces ?? [];
  return workspaces.map(({ workspace_id, name }) => (
    <li key={workspace_id}>
      <NavLink
        href={workspaceAddress(workspace_id)}
        icon="members"
        name={workspaces.length === 1 ? text("app.workspace") : name}
      />
    </li>
  ));
}

/** The same where there is room for one: a link, or with several workspaces a menu. Nothing without any. */
export function WorkspaceLink({ home }: { readonly home: Home | undefined }): ReactNode {
  const text = useText();
  const [location] = useLocation();
  const [only, another] = home?.workspaces ?? [];
  if (!home || !only) return null;
  if (!another) {
    return <NavLink href={workspaceAddress(only.workspace_id)} icon="members" name={text("app.workspace")} />;
  }
  const here = location.startsWith("/workspaces/");
  return (
    <Menu
      label={text("app.workspaces")}
      placement="top start"
      trigger={
        <Press className={styles.link} {...(here ? { "aria-current": "page" } : {})}>
          <Icon name="members" />
          <span className={styles.name}>{text("app.workspaces")}</span>
        </Press>
      }
    >
      {home.workspaces.map(({ workspace_id, name }) => (
        <MenuItem key={workspace_id} icon="members" href={workspaceAddress(workspace_id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
