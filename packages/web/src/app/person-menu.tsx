import type { ReactNode } from "react";
import { useSignOut, type Home } from "../data/index.ts";
import { useText, type MessageKey } from "../messages/text.tsx";
import {
  Avatar,
  Icon,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  Press,
  tell,
  useErrorText,
  type IconName,
} from "../parts/index.ts";
import { chooseTheme, THEMES, useTheme, type Theme } from "../theme/theme.ts";
import { useShortcutList } from "./shortcuts.tsx";
import { useMedia } from "./use-media.ts";
import styles from "./navigation.module.css";

const THEME_NAMES: Readonly<Record<Theme, { name: MessageKey; icon: IconName }>> = {
  system: { name: "app.theme-system", icon: "system" },
  light: { name: "app.theme-light", icon: "sun" },
  dark: { name: "app.theme-dark", icon: "moon" },
};

export interface PersonMenuProps {
  readonly person: Home["person"];
  /** Whether the name stands beside the avatar. */
  readonly look: "name" | "avatar";
  readonly placement?: "bottom end" | "top start";
}

/** Who is signed in, and what belongs to this person in this browser. */
export function PersonMenu({ person, look, placement }: PersonMenuProps): ReactNode {
  const text = useText();
  const theme = useTheme();
  const listKeys = useShortcutList();
  // A finger has no keys at hand.
  const isTouch = useMedia("(hover: none) and (pointer: coarse)");
  const signOut = useSignOut();
  const errorText = useErrorText();
  return (
    <Menu
      label={person.name}
      placement={placement ?? (look === "name" ? "top start" : "bottom end")}
      top={
        <>
          <span className={styles.personName}>{person.name}</span>
          <span className={styles.personEmail}>{person.email}</span>
        </>
      }
      trigger={
        <Press
          className={styles.person}
          {...(look === "avatar" && { "aria-label": text("app.person-menu", { name: person.name }) })}
        >
          <Avatar name={person.name} />
          {look === "name" ? (
            <>
              <span className={styles.name}>{person.name}</span>
              <Icon name="more" />
            </>
          ) : null}
        </Press>
      }
    >
      <MenuItem icon="key" href="/account">
        {text("app.account")}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label={text("app.theme")}
        options={THEMES.map((value) => ({
          value,
          label: text(THEME_NAMES[value].name),
          icon: THEME_NAMES[value].icon,
        }))}
        value={theme}
        onChange={chooseTheme}
      />
      <MenuSeparator />
      <MenuItem icon="keys" onAction={listKeys} {...(!isTouch && { note: "?" })}>
        {text("app.keys")}
      </MenuItem>
      <MenuItem
        icon="leave"
        onAction={() => signOut.mutate({}, { onError: (error) => tell({ text: errorText(error).what }) })}
      >
        {text("app.sign-out")}
      </MenuItem>
    </Menu>
  );
}
